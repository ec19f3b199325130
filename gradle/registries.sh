#!/bin/sh
# Registries and tools of other projects, from Debian's packages: docker-registry, the registry of crane, skopeo, crane
# and oras. They are not installed on the system, and need no root.
#
#   gradle/registries.sh fetch    gets the programs, and prints REGISTRIES=<folder>
#
# The folder has a start script for each. Files are in OTTERS_REGISTRIES_DIR (by default a folder of the user's cache).
# Exits with 3 if the packages are not available here.
set -eu

[ "${1:-}" = fetch ] || {
    sed -n 's/^#   //p' "$0" >&2
    exit 2
}

cache=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}
base=${OTTERS_REGISTRIES_DIR:-$cache/otters/registries}
suite=forky
programs='crane docker-registry oras skopeo'
libraries='libc6 libgpgme45 libassuan9 libgpg-error0 libsqlite3-0'
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=gradle/apt.sh
. "$here/apt.sh"

# Each program runs with the loader and the libraries of its own Debian release.
write_starters() {
    loader=$(find "$base/$suite/usr/lib" -name 'ld-linux-*.so.*' | head -n 1)
    mkdir "$base/$suite/new"
    for program in $programs; do
        printf '#!/bin/sh\nexec %s --library-path %s %s "$@"\n' \
            "$loader" "$(dirname "$loader")" "$base/$suite/usr/bin/$program" >"$base/$suite/new/$program"
        chmod 755 "$base/$suite/new/$program"
    done
    mv "$base/$suite/new" "$base/$suite/starters"
}

mkdir -p "$base"
exec 9>"$base/lock"
flock 9
if [ ! -d "$base/$suite/starters" ]; then
    # shellcheck disable=SC2086 # lists of words
    unpack_packages "$base/$suite" $suite $programs $libraries || {
        echo "registries: the packages cannot be fetched" >&2
        exit 3
    }
    write_starters
fi
exec 9>&-
echo "REGISTRIES=$base/$suite/starters"
