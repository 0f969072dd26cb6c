# make            build/nudge, build/libnudge.so, build/libnudge.a
# make test       the default tests          make test-long   the long ones too
# make install    PREFIX=/usr/local DESTDIR=
# Options: SANITIZE=1 (address + undefined, in build-sanitize)  DEBUG=1 (-O0 -g)  CC=clang  MARCH=native
#
# Every .c under src/ belongs to the library, every .c under cli/ to the program, every tests/tNNN-*.c or .sh is a test.

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

CC     ?= cc
AR     ?= ar
PREFIX ?= /usr/local
BUILD  ?= $(if $(SANITIZE),build-sanitize,build)

include tools/deps.mk

, := ,
WARN     := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wvla -Wno-unknown-warning-option
OPTIMIZE := $(if $(DEBUG),-O0 -g,-O2 -g)
SAN      := $(if $(SANITIZE),-fsanitize=address$(,)undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
CFLAGS   ?=
ALL_CFLAGS := -std=gnu17 $(OPTIMIZE) $(WARN) $(SAN) -fPIC -fvisibility=hidden -fopenmp -Iinclude -Isrc -I$(BUILD)/gen \
              $(DEPS_CFLAGS) $(CFLAGS)
LIBS     := $(SAN) -fopenmp $(DEPS_LIBS) -lz -ldl -lm

LIB_SRC := $(sort $(wildcard src/*.c src/*/*.c))
CLI_SRC := $(sort $(wildcard cli/*.c))
TEST_SRC := $(sort $(wildcard tests/t[0-9]*.c))
TEXTS   := src/kernel/dialect.h $(sort $(wildcard src/kernel/*.knl src/law/*.law))

LIB_OBJ := $(LIB_SRC:%.c=$(BUILD)/%.o) $(BUILD)/gen/texts.o
CLI_OBJ := $(CLI_SRC:%.c=$(BUILD)/%.o)
TESTS   := $(TEST_SRC:tests/%.c=$(BUILD)/tests/%)

.PHONY: all test test-long install clean fmt check-layers
all: $(BUILD)/nudge $(BUILD)/libnudge.so $(BUILD)/libnudge.a

$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/gen/%.o: $(BUILD)/gen/%.c
	$(CC) $(ALL_CFLAGS) -c -o $@ $<

# Rebuild everything when the compiler or its flags change.
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(CC) $(ALL_CFLAGS) $(LIBS)' | cmp -s - $@ || echo '$(CC) $(ALL_CFLAGS) $(LIBS)' > $@
FORCE:

# Kernel and law texts travel inside the library.
$(BUILD)/embed: tools/embed.c
	@mkdir -p $(@D)
	$(CC) -std=gnu17 -O1 -o $@ $<
$(BUILD)/gen/texts.c: $(BUILD)/embed $(TEXTS)
	@mkdir -p $(@D)
	$(BUILD)/embed $(TEXTS) > $@

$(BUILD)/libnudge.a: $(LIB_OBJ)
	rm -f $@ && $(AR) rcs $@ $^
$(BUILD)/libnudge.so: $(LIB_OBJ)
	$(CC) -shared -Wl,-soname,libnudge.so.0 -o $@ $^ $(LIBS)
	ln -sf libnudge.so $(BUILD)/libnudge.so.0
$(BUILD)/nudge: $(CLI_OBJ) $(BUILD)/libnudge.a
	$(CC) -o $@ $^ $(LIBS)

$(BUILD)/tests/%: tests/%.c $(BUILD)/libnudge.a tests/test.h $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -Itests -MMD -MP -o $@ $< $(BUILD)/libnudge.a $(LIBS)

tests: $(TESTS)
test: all tests
	tests/run.sh $(BUILD)
test-long: all tests
	LONG=1 tests/run.sh $(BUILD)

check-layers:
	tools/check-layers.sh

fmt:
	clang-format -i $(LIB_SRC) $(CLI_SRC) $(TEST_SRC) $(wildcard src/*/*.h tests/*.h tools/*.c include/*.h)

install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib/pkgconfig $(DESTDIR)$(PREFIX)/include
	install -m 755 $(BUILD)/nudge $(DESTDIR)$(PREFIX)/bin/
	install -m 644 $(BUILD)/libnudge.a $(DESTDIR)$(PREFIX)/lib/
	install -m 755 $(BUILD)/libnudge.so $(DESTDIR)$(PREFIX)/lib/libnudge.so.0
	ln -sf libnudge.so.0 $(DESTDIR)$(PREFIX)/lib/libnudge.so
	install -m 644 include/nudge.h $(DESTDIR)$(PREFIX)/include/
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBS@|$(LIBS)|' tools/nudge.pc.in > $(DESTDIR)$(PREFIX)/lib/pkgconfig/nudge.pc

clean:
	rm -rf build build-sanitize

-include $(LIB_OBJ:.o=.d) $(CLI_OBJ:.o=.d) $(TESTS:%=%.d)
