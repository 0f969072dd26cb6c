/* Writes a mesh in every format that is read, for the tests of the readers. Group numbers are
 * arbitrary; names come from the mesh, and "" is no group. */
#ifndef MESH_WRITE_H
#define MESH_WRITE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/text.h"
#include "mesh/mesh.h"

enum write_format { GMSH2_TEXT, GMSH2_BINARY, GMSH4_TEXT, GMSH4_BINARY, TETGEN, GAMBIT, WRITE_FORMATS };

struct write_options {
    bool names;          /* write $PhysicalNames */
    int64_t node_stride; /* node number i becomes first + i * stride */
    int64_t node_first;
    bool parametric; /* MSH 4.1: nodes carry parameters */
    bool names_last; /* Gmsh: $PhysicalNames after everything else */
};

static const struct write_options write_plainly = {.names = true, .node_stride = 1, .node_first = 1};

/* Numbers are 8 bytes where wide, else 4. */
static void put(struct nd_text *t, bool binary, bool wide, int64_t value)
{
    int32_t narrow = (int32_t)value;
    if (!binary)
        nd_text_add(t, "%lld ", (long long)value);
    else if (wide)
        nd_text_add_bytes(t, &value, 8);
    else
        nd_text_add_bytes(t, &narrow, 4);
}

static void put_point(struct nd_text *t, bool binary, const double *x, int n)
{
    if (binary)
        nd_text_add_bytes(t, x, (size_t)n * sizeof *x);
    else
        for (int i = 0; i < n; i++) nd_text_add(t, "%.17g ", x[i]);
}

static void put_line(struct nd_text *t, bool binary)
{
    if (!binary) nd_text_add(t, "\n");
}

static int64_t node_number(const struct write_options *o, nd_idx v)
{
    return o->node_first + o->node_stride * v;
}

/* Groups of regions are 101, 102...; of boundaries 1, 2...; 0 for "". */
static int group_number(char **names, nd_idx index, int first)
{
    return *names[index] ? first + index : 0;
}

static void write_names(struct nd_text *t, const struct nd_mesh *m)
{
    int n = 0;
    for (nd_idx i = 0; i < m->nboundaries; i++) n += *m->boundary_name[i] != 0;
    for (nd_idx i = 0; i < m->nregions; i++) n += *m->region_name[i] != 0;
    nd_text_add(t, "$PhysicalNames\n%d\n", n);
    for (nd_idx i = 0; i < m->nboundaries; i++)
        if (*m->boundary_name[i]) nd_text_add(t, "2 %d \"%s\"\n", 1 + i, m->boundary_name[i]);
    for (nd_idx i = 0; i < m->nregions; i++)
        if (*m->region_name[i]) nd_text_add(t, "3 %d \"%s\"\n", 101 + i, m->region_name[i]);
    nd_text_add(t, "$EndPhysicalNames\n");
}

static void write_gmsh2_element(struct nd_text *t, bool binary, const struct write_options *o, int label,
                                int type, int group, const nd_idx *v)
{
    put(t, binary, false, label);
    if (!binary) nd_text_add(t, "%d 2 ", type);
    put(t, binary, false, group);
    put(t, binary, false, 7);
    for (int i = 0; i < (type == 15 ? 1 : type == 2 ? 3 : 4); i++)
        put(t, binary, false, node_number(o, v[i]));
    put_line(t, binary);
}

/* Elements: a point, the triangles, the tetrahedra, whose labels are Nb + 2 on. */
static void write_gmsh2(struct nd_text *t, const struct nd_mesh *m, bool binary,
                        const struct write_options *o)
{
    nd_text_add(t, "$Nodes\n%d\n", m->Nv);
    for (nd_idx v = 0; v < m->Nv; v++) {
        put(t, binary, false, node_number(o, v));
        put_point(t, binary, m->V + 3 * v, 3);
        put_line(t, binary);
    }
    nd_text_add(t, "%s$EndNodes\n$Elements\n%d\n", binary ? "\n" : "", 1 + m->Nb + m->K);
    const int32_t run[3][3] = {{15, 1, 2}, {2, m->Nb, 2}, {4, m->K, 2}};
    const nd_idx origin = 0;
    if (binary) nd_text_add_bytes(t, run[0], sizeof run[0]);
    write_gmsh2_element(t, binary, o, 1, 15, 0, &origin);
    if (binary && m->Nb) nd_text_add_bytes(t, run[1], sizeof run[1]);
    for (nd_idx b = 0; b < m->Nb; b++)
        write_gmsh2_element(t, binary, o, 2 + b, 2, group_number(m->boundary_name, m->boundary[b], 1),
                            m->BToV + 3 * b);
    if (binary) nd_text_add_bytes(t, run[2], sizeof run[2]);
    for (nd_idx k = 0; k < m->K; k++)
        write_gmsh2_element(t, binary, o, 2 + m->Nb + k, 4, group_number(m->region_name, m->region[k], 101),
                            m->EToV + 4 * k);
    nd_text_add(t, "%s$EndElements\n", binary ? "\n" : "");
}

/* One entity per group: surface 11 + boundary, volume 21 + region; and a point and a curve. */
static void write_entities(struct nd_text *t, const struct nd_mesh *m, bool binary)
{
    const double box[6] = {0, 0, 0, 1, 1, 1};
    nd_text_add(t, "$Entities\n");
    const int64_t count[4] = {1, 1, m->nboundaries, m->nregions};
    for (int i = 0; i < 4; i++) put(t, binary, true, count[i]);
    put_line(t, binary);
    for (int dim = 0; dim < 4; dim++)
        for (int64_t i = 0; i < count[dim]; i++) {
            int group = dim < 2    ? 5
                        : dim == 2 ? group_number(m->boundary_name, (nd_idx)i, 1)
                                   : group_number(m->region_name, (nd_idx)i, 101);
            put(t, binary, false, dim < 2 ? 1 : dim == 2 ? 11 + i : 21 + i);
            put_point(t, binary, box, dim ? 6 : 3);
            put(t, binary, true, group != 0);
            if (group) put(t, binary, false, dim == 2 ? -group : group);
            if (dim) put(t, binary, true, 2);
            if (dim) put(t, binary, false, 11), put(t, binary, false, -12);
            put_line(t, binary);
        }
    nd_text_add(t, "%s$EndEntities\n", binary ? "\n" : "");
}

static void write_gmsh4_nodes(struct nd_text *t, const struct nd_mesh *m, bool binary,
                              const struct write_options *o)
{
    /* Two blocks: the first half on a surface, the rest inside. */
    const nd_idx begin[3] = {0, m->Nv / 2, m->Nv};
    nd_text_add(t, "$Nodes\n");
    const int64_t head[4] = {2, m->Nv, node_number(o, 0), node_number(o, m->Nv - 1)};
    for (int i = 0; i < 4; i++) put(t, binary, true, head[i]);
    put_line(t, binary);
    for (int part = 0; part < 2; part++) {
        put(t, binary, false, 2 + part), put(t, binary, false, part ? 21 : 11);
        put(t, binary, false, o->parametric);
        put(t, binary, true, begin[part + 1] - begin[part]);
        put_line(t, binary);
        for (nd_idx v = begin[part]; v < begin[part + 1]; v++)
            put(t, binary, true, node_number(o, v)), put_line(t, binary);
        for (nd_idx v = begin[part]; v < begin[part + 1]; v++) {
            const double parameter[3] = {0.25, 0.5, 0.75};
            put_point(t, binary, m->V + 3 * v, 3);
            if (o->parametric) put_point(t, binary, parameter, 2 + part);
            put_line(t, binary);
        }
    }
    nd_text_add(t, "%s$EndNodes\n", binary ? "\n" : "");
}

static void write_gmsh4_element(struct nd_text *t, bool binary, const struct write_options *o, int64_t label,
                                int n, const nd_idx *v)
{
    put(t, binary, true, label);
    for (int i = 0; i < n; i++) put(t, binary, true, node_number(o, v[i]));
    put_line(t, binary);
}

static void write_block_head(struct nd_text *t, bool binary, int dim, int64_t tag, int type, int64_t n)
{
    put(t, binary, false, dim), put(t, binary, false, tag), put(t, binary, false, type),
        put(t, binary, true, n);
    put_line(t, binary);
}

/* Triangles and tetrahedra in runs of the same group, so that tetrahedra keep their order. */
static void write_gmsh4_elements(struct nd_text *t, const struct nd_mesh *m, bool binary,
                                 const struct write_options *o)
{
    int64_t blocks = 1;
    const nd_idx origin = 0;
    for (nd_idx b = 0; b < m->Nb; b++) blocks += !b || m->boundary[b] != m->boundary[b - 1];
    for (nd_idx k = 0; k < m->K; k++) blocks += !k || m->region[k] != m->region[k - 1];
    nd_text_add(t, "$Elements\n");
    const int64_t head[4] = {blocks, 1 + m->Nb + m->K, 1, 1 + m->Nb + m->K};
    for (int i = 0; i < 4; i++) put(t, binary, true, head[i]);
    put_line(t, binary);
    write_block_head(t, binary, 0, 1, 15, 1);
    write_gmsh4_element(t, binary, o, 1, 1, &origin);
    for (nd_idx b = 0, next; b < m->Nb; b = next) {
        for (next = b; next < m->Nb && m->boundary[next] == m->boundary[b];) next++;
        write_block_head(t, binary, 2, 11 + m->boundary[b], 2, next - b);
        for (nd_idx i = b; i < next; i++) write_gmsh4_element(t, binary, o, 2 + i, 3, m->BToV + 3 * i);
    }
    for (nd_idx k = 0, next; k < m->K; k = next) {
        for (next = k; next < m->K && m->region[next] == m->region[k];) next++;
        write_block_head(t, binary, 3, 21 + m->region[k], 4, next - k);
        for (nd_idx i = k; i < next; i++)
            write_gmsh4_element(t, binary, o, 2 + m->Nb + i, 4, m->EToV + 4 * i);
    }
    nd_text_add(t, "%s$EndElements\n", binary ? "\n" : "");
}

static void write_gmsh(struct nd_text *t, const struct nd_mesh *m, bool v4, bool binary,
                       const struct write_options *o)
{
    const int32_t one = 1;
    nd_text_add(t, "$MeshFormat\n%s %d 8\n", v4 ? "4.1" : "2.2", binary);
    if (binary) nd_text_add_bytes(t, &one, 4);
    nd_text_add(t, "%s$EndMeshFormat\n$Comments\nskipped: 1 2 3\n$EndComments\n", binary ? "\n" : "");
    if (o->names && !o->names_last) write_names(t, m);
    if (v4) {
        write_entities(t, m, binary);
        write_gmsh4_nodes(t, m, binary, o);
        write_gmsh4_elements(t, m, binary, o);
    } else
        write_gmsh2(t, m, binary, o);
    if (o->names && o->names_last) write_names(t, m);
}

/* Three texts: .node, .ele, .face; markers and attributes are the group numbers. */
static void write_tetgen(struct nd_text t[3], const struct nd_mesh *m, const struct write_options *o)
{
    nd_text_add(&t[0], "# points\n%d 3 1 1\n", m->Nv);
    for (nd_idx v = 0; v < m->Nv; v++) {
        nd_text_add(&t[0], "%lld ", (long long)node_number(o, v));
        put_point(&t[0], false, m->V + 3 * v, 3);
        nd_text_add(&t[0], "0.5 1 # attribute, marker\n");
    }
    nd_text_add(&t[1], "%d 4 %d\n\n", m->K, o->names);
    for (nd_idx k = 0; k < m->K; k++) {
        nd_text_add(&t[1], " %d", 2 + m->Nb + k);
        for (int i = 0; i < 4; i++)
            nd_text_add(&t[1], " %lld", (long long)node_number(o, m->EToV[4 * k + i]));
        nd_text_add(&t[1], o->names ? " %d\n" : "\n", group_number(m->region_name, m->region[k], 101));
    }
    nd_text_add(&t[2], "%d 1\n", m->Nb);
    for (nd_idx b = 0; b < m->Nb; b++) {
        nd_text_add(&t[2], "%d", b);
        for (int i = 0; i < 3; i++)
            nd_text_add(&t[2], " %lld", (long long)node_number(o, m->BToV[3 * b + i]));
        nd_text_add(&t[2], " %d\n", group_number(m->boundary_name, m->boundary[b], 1));
    }
}

/* The element and Gambit face (1 to 4) with the vertices of tagged face b. */
static void gambit_face(const struct nd_mesh *m, nd_idx b, nd_idx *element, int *face)
{
    static const int node[4][3] = {{1, 0, 2}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    for (*element = 0; *element < m->K; (*element)++)
        for (*face = 1; *face <= 4; (*face)++) {
            int same = 0;
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++)
                    same += m->EToV[4 * *element + node[*face - 1][i]] == m->BToV[3 * b + j];
            if (same == 3) return;
        }
}

static void write_gambit_groups(struct nd_text *t, const struct nd_mesh *m)
{
    for (nd_idx r = 0; r < m->nregions; r++) {
        int n = 0, column = 0;
        if (!*m->region_name[r]) continue;
        for (nd_idx k = 0; k < m->K; k++) n += m->region[k] == r;
        nd_text_add(t,
                    "       ELEMENT GROUP 2.4.6\nGROUP:%11d ELEMENTS:%11d MATERIAL:%11d NFLAGS:%11d\n%32s\n  "
                    "     0\n",
                    1 + r, n, 2, 1, m->region_name[r]);
        for (nd_idx k = 0; k < m->K; k++)
            if (m->region[k] == r) nd_text_add(t, "%8d%s", 2 + m->Nb + k, ++column % 10 ? "" : "\n");
        nd_text_add(t, "%sENDOFSECTION\n", column % 10 ? "\n" : "");
    }
    for (nd_idx r = 0; r < m->nboundaries; r++) {
        int n = 0;
        if (!*m->boundary_name[r]) continue;
        for (nd_idx b = 0; b < m->Nb; b++) n += m->boundary[b] == r;
        nd_text_add(t, "       BOUNDARY CONDITIONS 2.4.6\n%32s%8d%8d%8d%8d\n", m->boundary_name[r], 1, n, 0,
                    6);
        for (nd_idx b = 0; b < m->Nb; b++) {
            nd_idx element;
            int face = 0;
            if (m->boundary[b] != r) continue;
            gambit_face(m, b, &element, &face);
            nd_text_add(t, "%10d%5d%5d\n", 2 + m->Nb + element, 6, face);
        }
        nd_text_add(t, "ENDOFSECTION\n");
    }
}

static void write_gambit(struct nd_text *t, const struct nd_mesh *m, const struct write_options *o)
{
    int groups = 0, sets = 0;
    for (nd_idx i = 0; i < m->nregions; i++) groups += *m->region_name[i] != 0;
    for (nd_idx i = 0; i < m->nboundaries; i++) sets += *m->boundary_name[i] != 0;
    nd_text_add(t,
                "        CONTROL INFO 2.4.6\n** GAMBIT NEUTRAL FILE\ntest\nPROGRAM:                Gambit    "
                " VERSION:  2.4.6\n"
                "Mon Jan 1 00:00:00 2024\n     NUMNP     NELEM     NGRPS    NBSETS     NDFCD     NDFVL\n"
                "%10d%10d%10d%10d%10d%10d\nENDOFSECTION\n   NODAL COORDINATES 2.4.6\n",
                m->Nv, m->K, groups, sets, 3, 3);
    for (nd_idx v = 0; v < m->Nv; v++)
        nd_text_add(t, "%10lld %25.17e %25.17e %25.17e\n", (long long)node_number(o, v), m->V[3 * v],
                    m->V[3 * v + 1], m->V[3 * v + 2]);
    nd_text_add(t, "ENDOFSECTION\n      ELEMENTS/CELLS 2.4.6\n");
    for (nd_idx k = 0; k < m->K; k++) {
        nd_text_add(t, "%8d%3d%3d ", 2 + m->Nb + k, 6, 4);
        for (int i = 0; i < 4; i++) nd_text_add(t, " %7lld", (long long)node_number(o, m->EToV[4 * k + i]));
        nd_text_add(t, "\n");
    }
    nd_text_add(t, "ENDOFSECTION\n");
    write_gambit_groups(t, m);
}

/* One text, or three for TetGen. Clear them with nd_text_clear. */
static inline int write_mesh(struct nd_text t[3], const struct nd_mesh *m, enum write_format format,
                             const struct write_options *o)
{
    memset(t, 0, 3 * sizeof *t);
    switch (format) {
    case TETGEN: write_tetgen(t, m, o); return 3;
    case GAMBIT: write_gambit(t, m, o); return 1;
    default: write_gmsh(t, m, format >= GMSH4_TEXT, format % 2, o); return 1;
    }
}

/* A folder for the test's files; folder_remove takes it and the named files away. */
static inline const char *folder_create(void)
{
    static char folder[512];
    const char *base = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/nudge-test-XXXXXX", base && *base ? base : "/tmp");
    if (!mkdtemp(folder)) {
        printf("cannot make a folder in %s\n", base && *base ? base : "/tmp");
        exit(1);
    }
    return folder;
}

static const char *const write_name[WRITE_FORMATS] = {"a.msh", "b.msh", "c.msh", "d.msh", "e.1", "f.neu"};

/* Writes texts where write_name says, and the path for nd_mesh_read. */
static inline void write_files(const char *folder, enum write_format format, const struct nd_text *t,
                               char path[600])
{
    static const char *const ending[3] = {".node", ".ele", ".face"};
    snprintf(path, 600, "%s/%s", folder, write_name[format]);
    for (int i = 0; i < (format == TETGEN ? 3 : 1); i++) {
        char file[640];
        snprintf(file, sizeof file, "%s%s", path, format == TETGEN ? ending[i] : "");
        FILE *f = fopen(file, "wb");
        if (!f || (t[i].n && fwrite(t[i].s, 1, t[i].n, f) != t[i].n) || fclose(f)) {
            printf("cannot write %s\n", file);
            exit(1);
        }
    }
}

static inline void folder_remove(const char *folder)
{
    static const char *const more[] = {"e.1.node", "e.1.ele", "e.1.face"};
    char path[600];
    for (int i = 0; i < WRITE_FORMATS + 3; i++) {
        snprintf(path, sizeof path, "%s/%s", folder,
                 i < WRITE_FORMATS ? write_name[i] : more[i - WRITE_FORMATS]);
        remove(path);
    }
    rmdir(folder);
}

#endif
