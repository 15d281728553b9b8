# Sourced, after check.sh, by tests of work that is split into parts, in files or by processes.  Sets the environment in
# which MPI runs wherever the tests do, and makes two levels in the work folder whose search takes some seconds: won.txt
# and lost.txt.
# shellcheck shell=sh
# Lets MPI run more processes than processors, as root, and in a container.
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
