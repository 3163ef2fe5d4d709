# Everything a person does with this tree. Each target sets up what it needs (tools/packages.txt),
# says what it does and ends with one clear line. `make help` lists them.
SHELL       := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := build
PREFIX      ?= /usr/local
FUZZ_SECONDS ?= 30
JOBS        := $(shell nproc)

.PHONY: help build demo test test-sim test-asan test-tsan test-clang tidy bench fuzz static coverage \
        demo-kube kube-up kube-down test-kube install clean

help: ## list the targets
	@awk -F':.*## ' '/^[a-z-]+:.*## /{ printf "  make %-11s %s\n", $$1, $$2 }' Makefile

# make_preset PRESET [TARGET]: configures once, then builds what changed.
define make_preset
	@[ -f build/$(1)/build.ninja ] || cmake --preset $(1) >build-$(1).log 2>&1 || { cat build-$(1).log; rm -f build-$(1).log; exit 1; }
	@rm -f build-$(1).log
	@echo "Building $(1) ..."
	@cmake --build build/$(1) -j$(JOBS) $(if $(2),--target $(2)) -- --quiet
endef

build: ## build/release/lockstep, optimised and hardened
	@tools/install-packages build
	$(call make_preset,release)
	@echo "Built build/release/lockstep"

demo: ## run the main job on this machine, nothing else needed
	@tools/install-packages build
	$(call make_preset,release)
	@tools/demo build/release/lockstep

test: ## build and run every test; ends with `N passed, N failed`
	@tools/install-packages build test
	$(call make_preset,release)
	@echo "Running the tests ..."
	@tests/run build/release

test-sim: ## all states of small worlds, every fault on every scenario; prints the counts
	@tools/install-packages build test
	$(call make_preset,release,sim_matrix sim_small)
	@tests/small-worlds build/release
	@build/release/tests/sim_matrix

test-asan: ## the same under the address and undefined-behaviour sanitizers
	@tools/install-packages build test
	$(call make_preset,asan)
	@tests/run build/asan

test-tsan: ## the programs that start threads, under the thread sanitizer
	@tools/install-packages build test
	$(call make_preset,tsan,threaded)
	@tests/run build/tsan $(shell grep -v '^\#' tests/threaded.txt)

# The warnings of a second compiler are the point, so all is compiled. Run are the programs below the
# rollout, where what the standard leaves open shows first; the rest runs in release and under asan.
test-clang: ## everything built by clang, and the lower folders' tests run
	@tools/install-packages build test check
	$(call make_preset,clang)
	@tests/run build/clang test_base test_value test_expr test_net test_health test_kube test_runtime

tidy: ## the rules of the house: ladder, sizes, format, clang-tidy, cppcheck
	@tools/install-packages build test check
	@tests/tidy
	@tools/lint

fuzz: ## each fuzz target for FUZZ_SECONDS (30)
	@tools/install-packages build test check
	$(call make_preset,fuzz)
	@tools/fuzz build/fuzz $(FUZZ_SECONDS)

coverage: ## which lines the tests reach
	@tools/install-packages build test check
	$(call make_preset,coverage)
	@tests/run build/coverage
	@gcovr -r . --filter src/ build/coverage | tail -n 60

bench: ## the figures of docs/design, measured here
	@tools/install-packages build test bench
	$(call make_preset,bench)
	$(call make_preset,bench-static,bench_kube)
	@bench/run build/bench

static: ## build/static/lockstep, which needs only glibc
	@tools/install-packages build
	$(call make_preset,static)
	@echo "Built build/static/lockstep"

demo-kube: ## the same on a real Kubernetes, which is started for it
	@tools/install-packages build
	$(call make_preset,release)
	@tests/kube/build
	@tools/demo-kube build/release/lockstep

kube-up: ## start a real Kubernetes on loopback (builds it once)
	@tests/kube/build
	@tests/kube/cluster up

kube-down: ## stop it
	@tests/kube/cluster down

test-kube: ## the tests on a real Kubernetes; ends with `N passed, N failed`
	@tools/install-packages build test
	$(call make_preset,release)
	@tests/kube/run

install: ## install to PREFIX (/usr/local), below DESTDIR if given
	@tools/install-packages build
	$(call make_preset,release)
	@DESTDIR="$(DESTDIR)" cmake --install build/release --prefix "$(PREFIX)"
	@echo "Installed $(DESTDIR)$(PREFIX)/bin/lockstep"

clean: ## remove build/
	@rm -rf build
