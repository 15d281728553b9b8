# filters: which levels are kept, and why.
noinst_LIBRARIES += filters/libfilters.a
filters_libfilters_a_SOURCES = \
	filters/filters.c filters/filters.h \
	filters/likeness.c filters/likeness.h
