# The libraries nudge is built with; a missing one is named together with the package that brings it.
define need
$(if $(shell pkg-config --exists $(1) && echo yes),,$(error $(1) is missing: apt-get install $(2), or ./dev deps))
endef

ifneq (,$(filter-out clean fmt check-layers,$(or $(MAKECMDGOALS),all)))
ifeq (,$(shell command -v $(firstword $(CC))))
$(error the compiler $(CC) is missing: apt-get install gcc libc6-dev, or ./dev deps, or say CC=...)
endif
ifeq (,$(shell $(CC) -x c++ -include new -fsyntax-only /dev/null 2>/dev/null && echo yes))
$(error the compiler $(CC) takes no C++, which muParser is written in: apt-get install g++, or ./dev deps)
endif
ifeq (,$(shell command -v pkg-config))
$(error pkg-config is missing: apt-get install pkg-config, or ./dev deps)
endif
$(call need,yaml-0.1,libyaml-dev)
$(call need,muparser,libmuparser-dev)
$(call need,hdf5,libhdf5-dev)
$(call need,zlib,zlib1g-dev)
# Cairo, for pictures, is not needed here: src/plot/cairo.c opens libcairo.so.2 at run time and has no use for its header.
# METIS 5 has no pkg-config file. nudge can do without it (METIS= disables it); blocks are then made greedily.
ifeq (undefined,$(origin METIS))
METIS := $(shell t=$$(mktemp) && echo 'int main(void) { idx_t o[METIS_NOPTIONS]; return METIS_SetDefaultOptions(o) != METIS_OK; }' | \
         $(CC) $(CFLAGS) -include metis.h -o $$t -x c - -x none -lmetis 2>/dev/null && echo yes; rm -f $$t)
endif
# MPI 3 or later, for the plugin libnudge-mpi.so. nudge can do without it (MPICC= leaves it out); a run then has one rank.
ifeq (undefined,$(origin MPICC))
MPICC := $(if $(FUZZ),,$(shell echo '_Static_assert(MPI_VERSION >= 3, "");' | OMPI_CC='$(CC)' MPICH_CC='$(CC)' I_MPI_CC='$(CC)' \
         mpicc -include mpi.h -fsyntax-only -x c - >/dev/null 2>&1 && echo mpicc))
endif
endif

DEPS        := yaml-0.1 muparser hdf5 zlib
DEPS_CFLAGS := $(shell pkg-config --cflags $(DEPS) 2>/dev/null)
DEPS_LIBS   := $(shell pkg-config --libs $(DEPS) 2>/dev/null)
ifneq (,$(METIS))
DEPS_CFLAGS += -DND_METIS
DEPS_LIBS   += -lmetis
endif
