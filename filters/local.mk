# filters: what is kept and why.
noinst_LTLIBRARIES += filters/libfilters.la
filters_libfilters_la_SOURCES = \
	filters/filters.c filters/filters.h \
	filters/likeness.c filters/likeness.h
