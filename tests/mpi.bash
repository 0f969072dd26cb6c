# What tests with several ranks share: `ranks N COMMAND...` starts the command by mpirun with N ranks. Sourced after, or without, cli.bash.
if ! command -v mpirun >/dev/null || [ ! -e "$NUDGE_BUILD/libnudge-mpi.so" ]; then
    echo "no mpirun, or no $NUDGE_BUILD/libnudge-mpi.so: ./dev deps installs Open MPI; then build again"
    exit 1
fi

# One node, memory shared: other fabrics are neither looked for nor reported as missing. The copy by the kernel (CMA) needs a
# permission that containers often lack.
export OMPI_MCA_btl=self,vader OMPI_MCA_pml=ob1 OMPI_MCA_btl_vader_single_copy_mechanism=none
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_mpi_yield_when_idle=1
export OMPI_MCA_orte_base_help_aggregate=0 OMPI_MCA_plm=isolated OMPI_MCA_oob_tcp_if_include=lo
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
# Test programs lie in a folder of their own; the plugin is found by its name.
export LD_LIBRARY_PATH=$NUDGE_BUILD${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
# Open MPI leaks at exit. Its libraries have no frame pointers, so that only slow unwinding sees who allocated.
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}fast_unwind_on_malloc=0
export LSAN_OPTIONS=suppressions=$PWD/tests/mpi-leaks.txt:print_suppressions=0

# Not longer than a minute, whatever hangs: mpirun ends its processes when it is ended.
ranks() {
    local n=$1
    shift
    timeout -k 5 "${RANKS_TIMEOUT:-60}" mpirun -n "$n" --oversubscribe --bind-to none "$@" </dev/null
}
