# make            build/nudge, build/libnudge.so, build/libnudge.a, and build/libnudge-mpi.so where there is an mpicc
# make test       the default tests          make test-long   the long ones too          SELECT=text: only some
# make install    PREFIX=/usr/local DESTDIR= LIBDIR=lib
# make uninstall  the same
# make bundle     dist/nudge-VERSION-linux-x86_64.tar.gz, a folder that works wherever it is unpacked
# make deb       dist/nudge_VERSION_ARCHITECTURE.deb, for the Debian or Ubuntu that it is made on
# make wheel      dist/nudge-*.whl for Python; by auditwheel for other Linuxes, too, where it is installed
# make portable   the bundle and the wheel for glibc 2.31 and later, built in a root of Debian 11
# make FUZZ=1 fuzzers   the harnesses of tests/fuzz, by clang, in build-fuzz
# Options: V=1 (show commands)  SANITIZE=1 (address + undefined, in build-sanitize)  DEBUG=1 (-O0 -g)  CC=clang  MARCH=native
#
# Every .c and .cpp under src/ belongs to the library. The program is cli/ and studies/; it and the tests also use ref/ (the
# reference operator) and exact/ (closed forms). Every tests/tNNN-*.c or .sh is a test.

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

ifneq (,$(FUZZ))
CC     := $(if $(filter clang%,$(notdir $(CC))),$(CC),clang)
endif
CC     ?= cc
AR     ?= ar
PREFIX ?= /usr/local
LIBDIR ?= lib
VERSION := $(shell sed -n 's/^.define NUDGE_VERSION  *"\(.*\)"/\1/p' include/nudge.h)
BUILD  ?= $(if $(FUZZ),build-fuzz,$(if $(SANITIZE),build-sanitize,build))

include tools/deps.mk

, := ,
Q := $(if $(V),,@)
say = $(if $(V),,@echo '  $(1) $(patsubst $(BUILD)/%,%,$@)')
WARN     := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wvla
# libFuzzer comes with clang. One thread, without OpenMP: the coverage of an input must always be the same.
OPENMP   := $(if $(FUZZ),-Wno-unknown-pragmas -Wno-unused-variable -Wno-unused-parameter -Itests/fuzz,-fopenmp)
# Sanitized code is slow to compile, and each test is linked with all of it: no more of either than reports need.
OPTIMIZE := $(if $(DEBUG),-O0 -g,$(if $(SANITIZE)$(FUZZ),-O1 -g1,-O2 -g)) $(if $(MARCH),-march=$(MARCH))
SAN      := $(if $(SANITIZE)$(FUZZ),-fsanitize=address$(,)undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer -DND_SANITIZED)
CFLAGS   ?=
ALL_CFLAGS := -std=gnu17 $(OPTIMIZE) $(WARN) $(SAN) $(if $(FUZZ),-fsanitize=fuzzer-no-link) -fPIC -fvisibility=hidden $(OPENMP) -Iinclude -Isrc -I. -I$(BUILD)/gen \
              $(DEPS_CFLAGS) $(CFLAGS)
# C++ for the one file that muParser's exceptions end in; $(CC) compiles it as well, so that both are of one make.
# The check of dynamic types has a runtime library of its own, which clang links into programs in C++ only.
CXX_FLAGS := -std=gnu++17 $(filter-out -std=% -Wstrict-prototypes -Wmissing-prototypes,$(ALL_CFLAGS)) $(if $(SAN),-fno-sanitize=vptr)
LIBS     := $(SAN) $(if $(FUZZ),,-fopenmp) $(DEPS_LIBS) -lstdc++ -ldl -lm

# The library loads MPI at run time, through a plugin that is this one file.
MPI_SRC := src/comm/mpi.c
LIB_SRC := $(filter-out $(MPI_SRC),$(sort $(wildcard src/*.c src/*/*.c src/*/*/*.c)))
CXX_SRC := $(sort $(wildcard src/*/*.cpp))
REF_SRC := $(sort $(wildcard ref/*.c exact/*.c))
CLI_SRC := $(sort $(wildcard cli/*.c studies/*.c))
TEST_SRC := $(sort $(wildcard tests/t[0-9]*.c))
TEMPLATES := $(sort $(wildcard cli/templates/*))
FUZZ_SRC := $(filter-out tests/fuzz/seeds.c,$(sort $(wildcard tests/fuzz/*.c)))
# Kernel texts: a header of src/ without an include guard belongs to them.
TEXTS   := $(sort $(shell grep -L '^#ifndef ND_' $(wildcard src/*/*.h src/*/*/*.h src/*/*/*/*.h)) \
           $(wildcard src/*/*.knl src/*/*/*.knl src/law/*.law src/tune/devices/*.wisdom src/step/polynomials.txt))

# Kernels compiled now, for machines that have no compiler later: law-order-precision-kernel; tools/ahead.c writes them.
# Terms inside an element only of laws that have some.
LOCAL := $(shell grep -l 'define LAW_POINTWISE' src/law/*.law)
# Poles only of laws with a permittivity.
POLES := $(shell grep -l 'define LAW_MATERIAL *epsilon' src/law/*.law)
# A sanitized build, which nobody keeps, has the first orders of Maxwell's only.
AHEAD_MOST := $(if $(FUZZ),1,$(if $(SANITIZE),2,9))
AHEAD_LAW := $(if $(SANITIZE)$(FUZZ),src/law/maxwell.law,$(sort $(wildcard src/law/*.law)))
AHEAD := $(foreach law,$(AHEAD_LAW),$(foreach N,$(wordlist 1,$(AHEAD_MOST),1 2 3 4 5 6 7 8 9),$(foreach real,single double,$(foreach kernel,\
         stage_simd stage_central rate_simd rate_central add_simd add_central energy_plain medium fourier probe sim_time inject arrive incident surface surface_central $(if $(filter $(law),$(LOCAL)),losses slab corner slab_linear corner_linear) $(if $(filter $(law),$(POLES)),poles poles_linear poles_states slab_shifted corner_shifted slab_linear_shifted corner_linear_shifted),\
         $(notdir $(basename $(law)))-$(N)-$(real)-$(kernel))))) ceiling-single ceiling-double
AHEAD_OBJ := $(AHEAD:%=$(BUILD)/ahead/%.o) $(BUILD)/ahead/table.o

CORE_OBJ := $(LIB_SRC:%.c=$(BUILD)/%.o) $(CXX_SRC:%.cpp=$(BUILD)/%.o) $(BUILD)/gen/texts.o
LIB_OBJ := $(CORE_OBJ) $(AHEAD_OBJ)
REF_OBJ := $(REF_SRC:%.c=$(BUILD)/%.o)
CLI_OBJ := $(CLI_SRC:%.c=$(BUILD)/%.o) $(BUILD)/gen/report_texts.o $(BUILD)/gen/template_texts.o
TESTS   := $(TEST_SRC:tests/%.c=$(BUILD)/tests/%)
FUZZERS := $(FUZZ_SRC:tests/%.c=$(BUILD)/%)

.PHONY: all without-mpi wheel wheel-library bundle portable deb install-share uninstall tests fuzzers test test-long install clean fmt check-layers FORCE
all: $(BUILD)/nudge $(BUILD)/libnudge.so $(BUILD)/libnudge.a $(if $(MPICC),$(BUILD)/libnudge-mpi.so,without-mpi)

$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC  )
	$(Q)$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/%.o: %.cpp $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC  )
	$(Q)$(CC) $(CXX_FLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/gen/%.o: $(BUILD)/gen/%.c $(BUILD)/flags
	$(call say,CC  )
	$(Q)$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

# Rebuild everything when the compiler or its flags change, and relink when a source file or a text comes or goes.
$(BUILD)/flags: content = $(CC) $(ALL_CFLAGS) $(LIBS)
$(BUILD)/sources: content = $(LIB_SRC) $(CXX_SRC) $(REF_SRC) $(CLI_SRC) $(TEXTS) $(TEMPLATES)
$(BUILD)/mpi: content = $(MPICC)
$(BUILD)/flags $(BUILD)/sources $(BUILD)/mpi: FORCE
	@mkdir -p $(@D)
	@echo '$(content)' | cmp -s - $@ || echo '$(content)' > $@
FORCE:

# Kernel and law texts travel inside the library.
$(BUILD)/embed: tools/embed.c
	@mkdir -p $(@D)
	$(call say,CC  )
	$(Q)$(CC) -std=gnu17 -O1 -o $@ $<
$(BUILD)/gen/texts.c: $(BUILD)/embed $(TEXTS) $(BUILD)/sources
	@mkdir -p $(@D)
	$(call say,GEN )
	$(Q)$(BUILD)/embed $(TEXTS) > $@

# Those of the pages of nudge report and nudge paper travel inside the program.
$(BUILD)/gen/report_texts.c: $(BUILD)/embed studies/report.css studies/report.js studies/chart.js
	@mkdir -p $(@D)
	$(call say,GEN )
	$(Q)$(BUILD)/embed $(filter studies/%,$^) | sed 's/nd_texts\[/report_texts[/; s/^#include.*/&\nextern const struct nd_text_file report_texts[];/' > $@

# And the templates of nudge init.
$(BUILD)/gen/template_texts.c: $(BUILD)/embed $(TEMPLATES) $(BUILD)/sources
	@mkdir -p $(@D)
	$(call say,GEN )
	$(Q)$(BUILD)/embed $(TEMPLATES) | sed 's/nd_text_file/template_text/; s/nd_texts\[/template_texts[/; s|^#include.*|#include "cli/templates.h"|' > $@

$(BUILD)/mkahead: tools/ahead.c $(CORE_OBJ)
	$(call say,CC  )
	$(Q)$(CC) $(ALL_CFLAGS) -o $@ $< $(CORE_OBJ) $(LIBS)
$(BUILD)/ahead/written: $(BUILD)/mkahead
	$(call say,GEN )
	$(Q)$(BUILD)/mkahead $(@D) $(AHEAD_MOST) $(notdir $(AHEAD_LAW:.law=)) && touch $@
$(AHEAD:%=$(BUILD)/ahead/%.c) $(BUILD)/ahead/table.c: $(BUILD)/ahead/written ;
# Only the stages take so much of a run that the compiler's time is well spent.
ahead_level = $(if $(SANITIZE)$(FUZZ),0,$(if $(findstring _simd.,$@),3,2))
$(AHEAD:%=$(BUILD)/ahead/%.o): $(BUILD)/ahead/%.o: $(BUILD)/ahead/%.c
	$(call say,CC  )
	$(Q)$(CC) -std=gnu17 -w -O$(ahead_level) -fno-math-errno -fno-trapping-math -fPIC -fvisibility=hidden $(SAN) -c -o $@ $<
$(BUILD)/ahead/table.o: $(BUILD)/ahead/table.c
	$(call say,CC  )
	$(Q)$(CC) $(ALL_CFLAGS) -c -o $@ $<

# The program is a client of the library: cli/ sees the public header only.
$(filter $(BUILD)/cli/%,$(CLI_OBJ)): private ALL_CFLAGS := $(filter-out -Isrc -I. -I$(BUILD)/gen,$(ALL_CFLAGS)) -Icli
$(filter $(BUILD)/studies/%,$(CLI_OBJ)): private ALL_CFLAGS += -Icli -Istudies

# Kernels compiled at run time carry the sanitizers of the library that opens them; even at -O1 they take five times as long
# to compile, and the sanitizers find no more.
$(BUILD)/src/device/cpu_compile.o: private ALL_CFLAGS += -DND_KERNEL_CFLAGS='"$(SAN)$(if $(SANITIZE), -O0)"'

# MPI's compilers are wrappers: they add MPI's flags to $(CC), which these variables name to Open MPI, MPICH and Intel MPI.
$(BUILD)/libnudge-mpi.so: $(MPI_SRC) $(BUILD)/src/base/format.o $(BUILD)/flags $(BUILD)/mpi
	$(call say,CC  )
	$(Q)OMPI_CC='$(CC)' MPICH_CC='$(CC)' I_MPI_CC='$(CC)' $(MPICC) $(filter-out -fopenmp,$(ALL_CFLAGS)) -MMD -MP -MF $(BUILD)/src/comm/mpi.d -MT $@ -shared -Wl,-soname,$(@F) -o $@ $< $(BUILD)/src/base/format.o
without-mpi:
	@echo '  --   libnudge-mpi.so is left out, because mpicc is missing (apt-get install libopenmpi-dev, or ./dev deps): mpirun will not work'
# Which advice to give to a user whose mpirun cannot work.
$(BUILD)/src/comm/plugin.o: private ALL_CFLAGS += $(if $(MPICC),-DND_MPI)
$(BUILD)/src/comm/plugin.o: $(BUILD)/mpi

# The names of all objects, of which there are more than a command line holds, go through a file.
$(BUILD)/libnudge.a: $(LIB_OBJ) $(BUILD)/sources
	$(call say,AR  )
	$(file >$@.objects,$(LIB_OBJ))
	$(Q)rm -f $@ && $(AR) rcs $@ @$@.objects
$(BUILD)/libnudge.so: $(LIB_OBJ) $(BUILD)/sources
	$(call say,CC  )
	$(file >$@.objects,$(LIB_OBJ))
	$(Q)$(CC) -shared -Wl,-soname,libnudge.so.0 -o $@ @$@.objects $(LIBS)
	$(Q)ln -sf libnudge.so $(BUILD)/libnudge.so.0
$(BUILD)/nudge: $(CLI_OBJ) $(REF_OBJ) $(BUILD)/libnudge.a $(BUILD)/sources
	$(call say,CC  )
	$(Q)$(CC) -o $@ $(CLI_OBJ) $(REF_OBJ) $(BUILD)/libnudge.a $(LIBS)

# The library of the Python wheel: stripped, with the program inside (tools/wheel_main.c), and with the archives of HDF5 and others
# instead of shared libraries where they can be linked, because Debian's HDF5 needs thirty more. Those that are still shared are copied.
archive = $(wildcard $(shell $(CC) -print-file-name=$(1)))
WHEEL_HDF5 = $(firstword $(wildcard $(addsuffix /libhdf5.a,$(patsubst -L%,%,$(filter -L%,$(shell pkg-config --libs-only-L hdf5)))) \
             $(call archive,libhdf5.a)))
WHEEL_LIBS = $(if $(WHEEL_HDF5),-Wl$(,)--wrap=hypot -Wl$(,)--wrap=stderr -Wl$(,)--wrap=stdout $(call archive,libyaml.a) -lmuparser $(WHEEL_HDF5) \
             $(call archive,libsz.a) $(call archive,libaec.a) $(call archive,libz.a) $(if $(METIS),-lmetis) -fopenmp -lstdc++ -ldl -lm)
WHEEL_LINK = $(CC) -shared -s -Wl,-soname,libnudge.so -Wl,-Bsymbolic -Wl,--exclude-libs,ALL -Wl,--gc-sections -Wl,-z,noexecstack \
             -Wl,--disable-new-dtags -Wl,-rpath,'$$ORIGIN' -o $@ @$@.objects
$(BUILD)/wheel/library.o: tools/wheel_main.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(Q)$(CC) -std=gnu17 -O2 -fPIC -fvisibility=hidden -DWHEEL_LIBRARY -c -o $@ $<
$(BUILD)/wheel/libnudge.so: $(LIB_OBJ) $(CLI_OBJ) $(REF_OBJ) $(BUILD)/wheel/library.o $(BUILD)/sources
	$(call say,CC  )
	$(file >$@.objects,$(LIB_OBJ) $(CLI_OBJ) $(REF_OBJ))
	$(Q)$(if $(WHEEL_HDF5),$(WHEEL_LINK) $(BUILD)/wheel/library.o $(WHEEL_LIBS) 2>$(@D)/log ||) \
	$(WHEEL_LINK) -Wl,--wrap=hypot -Wl,--wrap=stderr -Wl,--wrap=stdout $(BUILD)/wheel/library.o $(LIBS)
$(BUILD)/wheel/nudge: tools/wheel_main.c $(BUILD)/wheel/libnudge.so
	$(call say,CC  )
	$(Q)$(CC) -s -Wl,--disable-new-dtags -Wl,-rpath,'$$ORIGIN' -o $@ $< $(BUILD)/wheel/libnudge.so -Wl,--allow-shlib-undefined
wheel-library: $(BUILD)/wheel/libnudge.so $(BUILD)/wheel/nudge $(if $(MPICC),$(BUILD)/libnudge-mpi.so)
	$(Q)rm -rf $(BUILD)/wheel/*.so.[0-9]* $(BUILD)/wheel/cairo $(BUILD)/wheel/fonts && tools/copy-libraries.sh $(BUILD)/wheel/libnudge.so $(BUILD)/wheel
	$(Q)tools/copy-cairo.sh $(BUILD)/wheel/cairo $(BUILD)/wheel/fonts
	$(Q)if [ -e $(BUILD)/libnudge-mpi.so ]; then cp $(BUILD)/libnudge-mpi.so $(BUILD)/wheel/ && strip $(BUILD)/wheel/libnudge-mpi.so; fi
# The first Python that can build one.
PYTHON ?= $(or $(shell for p in python3 /usr/bin/python3; do $$p -c 'import setuptools, wheel, pip' 2>/dev/null && echo $$p && break; done),python3)
AUDITWHEEL ?= auditwheel
# The libraries that Cairo needs are in the wheel, and are loaded by their own names (src/plot/cairo.c). auditwheel would add them
# again, under other names.
CARRIED = $$(cat $(BUILD)/wheel/cairo/order 2>/dev/null | sed 's/^/--exclude /')
wheel: wheel-library
	$(Q)mkdir -p dist && NUDGE_WHEEL_LIBRARY='$(abspath $(BUILD))/wheel' $(PYTHON) -m pip wheel -q --no-build-isolation --no-deps --no-index -w dist ./python
	$(Q)if command -v $(AUDITWHEEL) >/dev/null; then $(AUDITWHEEL) repair --exclude 'libmpi*' $(CARRIED) -w dist dist/nudge-$(VERSION)-py3-none-linux_*.whl \
	>$(BUILD)/wheel/log 2>&1 && rm dist/nudge-$(VERSION)-py3-none-linux_*.whl || { cat $(BUILD)/wheel/log; echo '  --   the wheel is for this Linux and newer ones only'; }; fi
	@ls -t dist/nudge-$(VERSION)-*.whl | head -n 1

# A test runs as often as it is compiled, and what takes time in it is the library.
$(BUILD)/tests/%: tests/%.c $(REF_OBJ) $(BUILD)/libnudge.a $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC  )
	$(Q)$(CC) $(ALL_CFLAGS) -O$(if $(SANITIZE)$(DEBUG),0,1) -Itests -MMD -MP -MF $@.d -MT $@ -o $@ $< $(REF_OBJ) $(BUILD)/libnudge.a $(LIBS)

# Without FUZZ=1 by another make with it: the library is compiled once more, by clang. Seeds that no file of the tree holds are written
# by a program.
ifeq (,$(FUZZ))
fuzzers:
	+$(Q)$(MAKE) FUZZ=1 fuzzers
else
fuzzers: $(FUZZERS) $(BUILD)/fuzz/seeds/written
$(FUZZERS): $(BUILD)/fuzz/%: tests/fuzz/%.c $(BUILD)/libnudge.a $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC  )
	$(Q)$(CC) $(ALL_CFLAGS) -fsanitize=fuzzer -MMD -MP -MF $@.d -MT $@ -o $@ $< $(filter %/studies.a,$^) $(BUILD)/libnudge.a $(LIBS)
# Readers of the program that are not in the library.
$(BUILD)/fuzz/fit $(BUILD)/fuzz/report: $(BUILD)/fuzz/studies.a
$(BUILD)/fuzz/studies.a: $(filter $(BUILD)/studies/fit_% $(BUILD)/studies/report_% $(BUILD)/studies/figure.o $(BUILD)/gen/report_texts.o,$(CLI_OBJ))
	@mkdir -p $(@D)
	$(call say,AR  )
	$(Q)rm -f $@ && $(AR) rcs $@ $^
$(BUILD)/fuzz/write-seeds: tests/fuzz/seeds.c $(BUILD)/libnudge.a $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC  )
	$(Q)$(CC) $(ALL_CFLAGS) -Itests -MMD -MP -MF $@.d -MT $@ -o $@ $< $(BUILD)/libnudge.a $(LIBS)
$(BUILD)/fuzz/seeds/written: $(BUILD)/fuzz/write-seeds
	$(call say,GEN )
	$(Q)rm -rf $(@D) && $< $(@D) && touch $@
endif

# Eigenvalues of a large matrix without symmetry are wanted in two tests only. Private: build/flags must not change with them.
$(BUILD)/tests/t529-step-pml-modes: private LIBS += -llapacke
$(BUILD)/tests/t596-step-poles-pml: private LIBS += -llapacke -lblas

tests: $(TESTS)
test: all tests fuzzers
	tests/run.sh $(BUILD)
test-long: all tests fuzzers
	LONG=1 tests/run.sh $(BUILD)

check-layers:
	tools/check-layers.sh

fmt:
	clang-format -i $(LIB_SRC) $(MPI_SRC) $(CXX_SRC) $(REF_SRC) $(CLI_SRC) $(TEST_SRC) $(filter-out $(TEXTS),$(wildcard src/*.h src/*/*.h src/*/*/*.h)) $(wildcard ref/*.h exact/*.h cli/*.h studies/*.h tests/*.h tests/fuzz/*.[ch] tools/*.c include/*.h)

# Manual pages and completions come from the tables of the program, which is run for them.
SHARE = $(DESTDIR)$(PREFIX)/share
COMPLETIONS = bash:bash-completion/completions/nudge zsh:zsh/site-functions/_nudge fish:fish/vendor_completions.d/nudge.fish
PROGRAM = $(BUILD)/nudge
install-share: $(PROGRAM)
	install -d $(SHARE)/man/man1 $(foreach c,$(COMPLETIONS),$(SHARE)/$(dir $(lastword $(subst :, ,$(c)))))
	$(foreach c,$(COMPLETIONS),$(PROGRAM) completion $(firstword $(subst :, ,$(c))) > $(SHARE)/$(lastword $(subst :, ,$(c))) &&) true
	$(PROGRAM) man > $(SHARE)/man/man1/nudge.1
	for c in $$($(PROGRAM) --help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do $(PROGRAM) man $$c > $(SHARE)/man/man1/nudge-$$c.1 || exit 1; done

LIBRARIES = $(DESTDIR)$(PREFIX)/$(LIBDIR)
install: all install-share
	install -d $(DESTDIR)$(PREFIX)/bin $(LIBRARIES) $(DESTDIR)$(PREFIX)/include
	install -m 755 $(BUILD)/nudge $(DESTDIR)$(PREFIX)/bin/
	install -m 644 $(BUILD)/libnudge.a $(LIBRARIES)/
	install -m 755 $(BUILD)/libnudge.so $(LIBRARIES)/libnudge.so.0
	ln -sf libnudge.so.0 $(LIBRARIES)/libnudge.so
	if [ -e $(BUILD)/libnudge-mpi.so ]; then install -m 755 $(BUILD)/libnudge-mpi.so $(LIBRARIES)/; fi
	install -m 644 include/nudge.h $(DESTDIR)$(PREFIX)/include/
	tools/install-dev.sh '$(DESTDIR)$(PREFIX)' '$(PREFIX)' '$(LIBDIR)' libnudge.so.0 $(VERSION) '$(LIBS)'

# What install puts there, and nothing else; folders stay.
uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/nudge $(addprefix $(LIBRARIES)/,libnudge.a libnudge.so libnudge.so.0 libnudge-mpi.so pkgconfig/nudge.pc cmake/nudge/nudge-config.cmake cmake/nudge/nudge-config-version.cmake) \
	    $(DESTDIR)$(PREFIX)/include/nudge.h $(SHARE)/man/man1/nudge.1 $(SHARE)/man/man1/nudge-*.1 \
	    $(foreach c,$(COMPLETIONS),$(SHARE)/$(lastword $(subst :, ,$(c))))

# A folder that works wherever it is unpacked: program, library, header, pages and the libraries that they need.
BUNDLE = nudge-$(VERSION)-$(shell uname -s | tr A-Z a-z)-$(shell uname -m)
bundle: wheel-library
	tools/bundle.sh $(BUILD) $(BUNDLE)

# The bundle and the wheel, for older systems than this one.
portable:
	tools/portable.sh build-portable $(BUNDLE)

# A package of what make install installs, with the shared libraries that it needs as dependencies.
deb: all
	tools/deb.sh $(BUILD) $(VERSION)

clean:
	rm -rf build build-sanitize build-fuzz

-include $(BUILD)/src/comm/mpi.d $(LIB_OBJ:.o=.d) $(REF_OBJ:.o=.d) $(CLI_OBJ:.o=.d) $(TESTS:%=%.d) $(FUZZERS:%=%.d) $(BUILD)/fuzz/write-seeds.d
