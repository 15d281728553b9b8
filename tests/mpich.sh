#!/bin/sh
# solve-mpi with MPICH as well, if Debian's MPICH is installed beside another MPI: part of tests/mpi.sh.
if [ ! -x solve/solve-mpi ]; then
    echo 'skipped: built without MPI'
    exit 77
elif ! command -v mpicc.mpich >/dev/null || ! command -v mpirun.mpich >/dev/null; then
    echo 'skipped: MPICH is missing (Debian: libmpich-dev mpich)'
    exit 77
fi
unset MAKEFLAGS MFLAGS MAKELEVEL
make -s solve/mpich/solve-mpi solve/mpich/test_cluster_wire || exit 1
MPI_PROGRAMS=$(pwd)/solve/mpich MPIRUN=mpirun.mpich exec sh "${srcdir:-$(dirname "$0")/..}/tests/mpi.sh"
