#!/bin/sh
# Fetches packages of this machine's own Debian release and unpacks each into DIR/<package>. DIR/packages lists their
# names, versions, SHA-256 and addresses; apt verifies them with Debian's keys. With --libraries, the libraries that they
# depend on are fetched too. Versions and SHA-256 are those of debian.lock next to this script; what the mirror no longer
# has in its version there is taken in the newest one, with a note. --lock writes debian.lock from a folder that was
# filled without one. Needs no root and changes nothing of the system: apt works in a private folder, with the
# system's own sources and keys.
#   usage: gradle/debian.sh [--libraries] DIR PACKAGE...
#          gradle/debian.sh --lock DIR
set -eu

lock=$(cd "$(dirname "$0")" && pwd)/debian.lock
machine() {
  echo "# $(. /etc/os-release && echo "$ID $VERSION_ID") $(dpkg --print-architecture)"
}
if [ "$1" = --lock ]; then
  { machine && cut -f 1-3 "$2/packages" | LC_ALL=C sort; } >"$lock.next"
  mv "$lock.next" "$lock"
  exit
fi

libraries=false
if [ "$1" = --libraries ]; then
  libraries=true
  shift
fi
dir=$1
shift
if ! command -v apt-get >/dev/null 2>&1 || ! command -v dpkg >/dev/null 2>&1; then
  echo "debian.sh: the images are made from Debian packages ($*), and there is no apt-get here." >&2
  echo "           Build them on Debian or Ubuntu, or in a Debian container." >&2
  exit 1
fi

mkdir -p "$dir/apt/state/lists/partial" "$dir/apt/cache/archives/partial"
dir=$(cd "$dir" && pwd)
: >"$dir/apt/status"
cat >"$dir/apt/apt.conf" <<CONF
Dir::State "$dir/apt/state";
Dir::State::status "$dir/apt/status";
Dir::Cache "$dir/apt/cache";
APT::Sandbox::User "root";
Acquire::Retries "3";
Acquire::Languages "none";
CONF
APT_CONFIG=$dir/apt/apt.conf
export APT_CONFIG

apt-get -qq update
if $libraries; then
  # Of what the packages depend on, programs need the shared libraries and the parts of Python.
  files=$(apt-get -qq --print-uris --no-install-recommends install "$@" | sed -n "s/^'\([^']*\)' \([^ ]*\) .*/\2 \1/p" |
    while read -r file url; do
      name=${file%%_*}
      case " $* " in *" $name "*) name=lib ;; esac
      case $name in
      *-perl | libperl*) ;;
      lib* | zlib1g | python3* | gcc-*-base) echo "$file $url" ;;
      esac
    done)
else
  files=$(apt-get -qq --print-uris download "$@" | sed -n "s/^'\([^']*\)' \([^ ]*\) .*/\2 \1/p")
fi

# The versions of the lock, where the mirror has them.
: >"$dir/locked"
if [ -f "$lock" ] && [ "$(head -n 1 "$lock")" != "$(machine)" ]; then
  echo "debian.sh: note: debian.lock is for '$(head -n 1 "$lock")', so the newest packages are taken" >&2
elif [ -f "$lock" ]; then
  grep -v '^#' "$lock" >"$dir/locked"
fi
names=$(printf '%s\n' "$files" | sed 's/_.*//')
chosen=$(apt-cache madison $names | tr -d ' ' | tr '|' '\t' | awk '
  locked { want[$1] = $2; next }
  { seen[$1]; if ($2 == want[$1]) here[$1] }
  END {
    for (name in seen) {
      print (name in here) ? name "=" want[name] : name
      if (want[name] != "" && !(name in here))
        print "debian.sh: note: the mirror has no " name " " want[name] ", so the newest is taken" >"/dev/stderr"
    }
  }' locked=1 "$dir/locked" locked=0 -)
files=$(apt-get -qq --print-uris download $chosen | sed -n "s/^'\([^']*\)' \([^ ]*\) .*/\2 \1/p")

mkdir -p "$dir/debs"
# apt skips the files that are here already.
(cd "$dir/debs" && apt-get -qq download $chosen)
printf '%s\n' "$files" | while read -r file url; do
  name=${file%%_*}
  rm -rf "$dir/${name:?}"
  dpkg -x "$dir/debs/$file" "$dir/$name"
  dpkg-deb -f "$dir/debs/$file" Version >"$dir/$name.version"
  version=$(cat "$dir/$name.version")
  sha256=$(sha256sum "$dir/debs/$file" | cut -d ' ' -f 1)
  wanted=$(awk -v name="$name" -v version="$version" '$1 == name && $2 == version { print $3 }' "$dir/locked")
  if [ -n "$wanted" ] && [ "$wanted" != "$sha256" ]; then
    echo "debian.sh: $file has the SHA-256 $sha256, but debian.lock has $wanted." >&2
    echo "           Check the mirror, or update debian.lock (docs/tools.md)." >&2
    exit 1
  fi
  printf '%s\t%s\t%s\t%s\n' "$name" "$version" "$sha256" "$url"
done >"$dir/packages.next"
mv "$dir/packages.next" "$dir/packages"
