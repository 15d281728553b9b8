# base: what every program needs and no puzzle knows.
noinst_LIBRARIES += base/libbase.a
base_libbase_a_SOURCES = \
	base/csv.c base/csv.h \
	base/file.c base/file.h \
	base/nearest.c base/nearest.h \
	base/options.c base/options.h \
	base/option_help.c base/option_values.c \
	base/program.c base/program.h \
	base/text.c base/text.h
