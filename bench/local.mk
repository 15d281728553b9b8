# bench: what `make bench` runs; built on demand.
EXTRA_PROGRAMS = bench/bench_longcat
bench_bench_longcat_SOURCES = bench/bench_longcat.c bench/boards.c bench/bench.h \
	bench/rates.c gen/longcat_field.c gen/longcat_field.h
bench_bench_longcat_LDADD = $(SOLVE_LIBS)
CLEANFILES += $(EXTRA_PROGRAMS)

.PHONY: bench
bench: gen/gen$(EXEEXT) $(EXTRA_PROGRAMS)
	bench/bench_longcat$(EXEEXT) gen/gen$(EXEEXT)
