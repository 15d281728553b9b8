# solve/cluster: searches spread over processes by MPI; empty without MPI.
if HAVE_MPI
noinst_LIBRARIES += solve/libcluster.a
solve_libcluster_a_SOURCES = \
	solve/cluster/task.c solve/cluster/task.h \
	solve/cluster/team.c solve/cluster/team.h \
	solve/cluster/wire.c solve/cluster/wire.h
solve_libcluster_a_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CFLAGS)

commands += solve/solve-mpi
solve_solve_mpi_SOURCES = solve/main_mpi.c
solve_solve_mpi_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CFLAGS)
solve_mpi_parts = solve/libcluster.a solve/libcommand.a $(DISK_LIBS) $(SOLVE_LIBS)
solve_solve_mpi_LDADD = $(solve_mpi_parts) $(MPI_LIBS)

# The same program and its test with MPICH, for tests/mpich.sh.  Only the files compiled here include MPI.
MPICH_FLAGS = `mpicc.mpich -show | sed 's/^[^ ]*//'`
MPICH_COMPILE = $(AM_V_CC)$(MKDIR_P) $(@D) && $(COMPILE) $(MPICH_FLAGS) -c -o $@
solve/mpich/main_mpi.o: solve/main_mpi.c
	$(MPICH_COMPILE) $(srcdir)/solve/main_mpi.c
solve/mpich/test_cluster_wire.o: tests/test_cluster_wire.c
	$(MPICH_COMPILE) $(srcdir)/tests/test_cluster_wire.c
solve/mpich/wire.o: solve/cluster/wire.c
	$(MPICH_COMPILE) $(srcdir)/solve/cluster/wire.c
solve/mpich/solve-mpi: solve/mpich/main_mpi.o solve/mpich/wire.o $(solve_mpi_parts)
	$(AM_V_CCLD)$(LINK) solve/mpich/main_mpi.o solve/mpich/wire.o $(solve_mpi_parts) $(MPICH_FLAGS) $(LIBS)
solve/mpich/test_cluster_wire: solve/mpich/test_cluster_wire.o solve/mpich/wire.o solve/libcluster.a $(TEST_LIBS)
	$(AM_V_CCLD)$(LINK) solve/mpich/test_cluster_wire.o solve/mpich/wire.o solve/libcluster.a $(TEST_LIBS) $(MPICH_FLAGS) $(LIBS)
CLEANFILES += solve/mpich/*
endif
