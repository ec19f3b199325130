#!/bin/sh
# Registries that others wrote, for tests: Debian's docker-registry, and the one in crane (Go module proxy, pinned).
# Nothing of it is installed on the system, and no root is needed.
#
#   gradle/registries.sh fetch    gets the programs, and prints REGISTRIES=<folder>
#
# The folder holds `docker-registry`, and `crane` where Go is on the PATH or in /usr/local/go. Files lie in
# OTTERS_REGISTRIES_DIR (a folder of the user's cache by default). Exits with 3 where docker-registry cannot be had here.
set -eu

crane=v0.20.3

[ "${1:-}" = fetch ] || {
    sed -n 's/^#   //p' "$0" >&2
    exit 2
}

cache=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}
base=${OTTERS_REGISTRIES_DIR:-$cache/otters/registries}
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=gradle/apt.sh
. "$here/apt.sh"

mkdir -p "$base/bin"
exec 9>"$base/lock"
flock 9

if [ ! -x "$base/bin/docker-registry" ]; then
    suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
    unpack_packages "$base/root" "$suite" docker-registry || {
        echo "registries: docker-registry cannot be fetched" >&2
        exit 3
    }
    mv "$base/root/usr/bin/docker-registry" "$base/bin/docker-registry"
fi

go=$(command -v go || echo /usr/local/go/bin/go)
if [ ! -x "$base/bin/crane" ] && [ -x "$go" ]; then
    # The checksum database vouches for the version.
    GOBIN=$base/bin GOFLAGS=-mod=mod "$go" install "github.com/google/go-containerregistry/cmd/crane@$crane" >&2 ||
        echo "registries: crane cannot be built here" >&2
fi
echo "REGISTRIES=$base/bin"
