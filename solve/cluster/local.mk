# solve/cluster: searches spread over processes by MPI; nothing where it was not found.
if HAVE_MPI
noinst_LTLIBRARIES += solve/libcluster.la
solve_libcluster_la_SOURCES = \
	solve/cluster/task.c solve/cluster/task.h \
	solve/cluster/team.c solve/cluster/team.h \
	solve/cluster/wire.c solve/cluster/wire.h
solve_libcluster_la_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CFLAGS)

commands += solve/solve-mpi
solve_solve_mpi_SOURCES = solve/main_mpi.c
solve_solve_mpi_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CFLAGS)
solve_solve_mpi_LDADD = solve/libcluster.la solve/libcommand.la $(DISK_LIBS) $(SOLVE_LIBS) $(MPI_LIBS)
endif
