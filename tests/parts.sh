# Read, after check.sh, by tests of work that is done in parts, in files or by processes: what lets MPI run wherever
# they do, and two levels in the folder for their work whose search takes some seconds, won.txt and lost.txt.
# shellcheck shell=sh
# Processes may be more than processors, of root and in a container.
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_mpi_yield_when_idle=1
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM OMPI_MCA_rmaps_base_oversubscribe \
    OMPI_MCA_btl_vader_single_copy_mechanism OMPI_MCA_mpi_yield_when_idle
cat >"$work/won.txt" <<'END'
------------
------------
----------*-
--+---------
-------+----
------------
--BA----3---
--C---012---
--D--#--#---
--##-##-####
END
cat >"$work/lost.txt" <<'END'
-----------*
------------
---#--------
------------
-+----------
------------
--BA----3---
--C---012---
--D--#--#---
--##-##-####
END
