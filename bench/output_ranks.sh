#!/usr/bin/env bash
# Files of fields on ranks: bench/output_ranks.sh CELLS... for boxes of CELLS^3 cells of six tetrahedra, Maxwell, single precision, cpu,
# one thread per rank. For each number of RANKS (1 2) prints the seconds of a step and the second file of a series (both vectors; the
# mesh is copied from the first file), and the largest resident memory of the ranks, of rank 0 and the most of the others, by time -v;
# the checksum is that of the second file. FIELDS=no: without files. ORDER is the order (1). Needs mpirun and /usr/bin/time; takes nudge
# from NUDGE (build/nudge).
set -u
nudge=${NUDGE:-build/nudge}
export OMP_NUM_THREADS=1 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_btl=self,vader OMPI_MCA_pml=ob1 OMPI_MCA_btl_vader_single_copy_mechanism=none
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
fields='fields: {file: f.pvd},'
[ "${FIELDS:-yes}" = yes ] || fields=
echo " elements  ranks  output s  rank 0 MB  others MB  checksum"
for cells; do
    cat >"$T/box.yaml" <<END
{law: maxwell, order: ${ORDER:-1}, precision: single, mesh: {box: {size: [1, 1, 1], divisions: [$cells, $cells, $cells]}},
 boundaries: {default: pec}, regions: {default: vacuum}, initial: {Ex: sin(pi*y)*sin(pi*z)}, time: {dt: 1e-5, steps: 1},
 output: {$fields report: run.json}}
END
    for n in ${RANKS:-1 2}; do
        rm -f "$T"/time.*
        mpirun -n "$n" --bind-to none bash -c "exec /usr/bin/time -v -o '$T/time.'\$OMPI_COMM_WORLD_RANK '$nudge' run '$T/box.yaml' --device cpu" \
            </dev/null >"$T/out" 2>&1 || cat "$T/out"
        for file in "$T"/time.*; do echo "${file##*.} $(awk '/Maximum resident/ {print $NF}' "$file")"; done >"$T/peaks"
        seconds=- sum=-
        if [ -n "$fields" ]; then
            seconds=$(echo "$(stat -c %.Y "$T/f_0001.vtu") - $(stat -c %.Y "$T/f_0000.vtu")" | bc)
            sum=$(cksum <"$T/f_0001.vtu" | cut -d ' ' -f 1)
        fi
        awk -v elements=$((6 * cells * cells * cells)) -v ranks="$n" -v sum="$sum" -v seconds="$seconds" \
            '$1 == 0 {first = $2} $1 > 0 && $2 > most {most = $2}
             END {printf "%9d  %5d  %8s  %9.0f  %9s  %s\n", elements, ranks, seconds, first / 1024, (ranks > 1 ? sprintf("%.0f", most / 1024) : "-"), sum}' "$T/peaks"
    done
done
