# gen: proposers and the gen command.
GEN_LIBS = out/libout.a filters/libfilters.a $(SOLVE_LIBS)

bin_PROGRAMS += gen/gen
gen_gen_SOURCES = \
	gen/chunk.c gen/chunk.h \
	gen/command.c gen/command.h \
	gen/generate.c gen/generate.h \
	gen/hash_set.c \
	gen/longcat.c gen/longcat.h \
	gen/longcat_climb.c gen/longcat_climb.h \
	gen/longcat_field.c gen/longcat_field.h \
	gen/main.c \
	gen/options.c gen/options.h \
	gen/proposer.c gen/proposer.h \
	gen/run.c gen/run.h
gen_gen_LDADD = $(GEN_LIBS)
