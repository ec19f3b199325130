#!/bin/sh
# Starts @program@ on Java 25: that of OTTERS_JAVA_HOME, or else the one that came with Otters, that of JAVA_HOME, one in
# the usual places, or java on the PATH. @options@ holds more options for it. Forks as little as it can.
set -u

die() {
  echo "@program@: $*" >&2
  exit 1
}

self=$0
while [ -h "$self" ]; do
  link=$(readlink "$self")
  case $link in
    /*) self=$link ;;
    *) self=${self%/*}/$link ;;
  esac
done
dist=$(CDPATH='' cd -- "${self%/*}/.." && pwd -P) || die "cannot find its own folder"
lib=$dist/lib/@lib@

is25() {
  [ -x "$1/bin/java" ] && [ -r "$1/release" ] || return 1
  while IFS= read -r line; do
    case $line in
      'JAVA_VERSION="25"' | 'JAVA_VERSION="25.'*) return 0 ;;
    esac
  done <"$1/release"
  return 1
}

home_of_path() {
  program=$(command -v java) && program=$(readlink -f "$program") && echo "${program%/bin/java}"
}

java_home=
if [ -n "${OTTERS_JAVA_HOME:-}" ]; then
  is25 "$OTTERS_JAVA_HOME" || die "OTTERS_JAVA_HOME is $OTTERS_JAVA_HOME, which is no Java 25"
  java_home=$OTTERS_JAVA_HOME
else
  for home in "$dist/jre" "${JAVA_HOME:-}" /usr/lib/jvm/*25* /Library/Java/JavaVirtualMachines/*25*/Contents/Home \
    "${HOME:-}"/.sdkman/candidates/java/25*; do
    if [ -n "$home" ] && is25 "$home"; then
      java_home=$home
      break
    fi
  done
  if [ -z "$java_home" ]; then
    home=$(home_of_path) && is25 "$home" && java_home=$home
  fi
fi
[ -n "$java_home" ] || die "needs Java 25. Install one, and set OTTERS_JAVA_HOME to its folder if it is in an unusual place."

# The cache knows the classes of these very jars: one that is older than a jar is not used.
class_path=
cache=$lib/@lib@.aot
[ -r "$cache" ] || cache=
for jar in "$lib"/*.jar; do
  class_path=$class_path${class_path:+:}$jar
  [ -z "$cache" ] || [ ! "$jar" -nt "$cache" ] || cache=
done

# The largest heap: Java must know it before it starts, so 'heap' in ottersd.yaml is read here.
heap=@heap@
if [ -n "$heap" ]; then
  home=${OTTERS_HOME:-}
  [ -n "$home" ] || home=${HOME:-}/.otters
  previous=
  for word in "$@"; do
    [ "$previous" != --home ] || home=$word
    previous=$word
  done
  config=$home/ottersd.yaml
  if [ -f "$config" ] && [ -r "$config" ]; then
    key=
    while IFS=': 	' read -r key value _ || [ -n "$key" ]; do
      if [ "$key" = heap ]; then
        heap=${value%[[:cntrl:]]}
        heap=${heap#[\"\']}
        heap=${heap%[\"\']}
      fi
      key=
    done <"$config"
  fi
  number=${heap%[mMgG]}
  case $number in
    "$heap" | '' | 0* | *[!0-9]* | ??????*) number=0 ;;
  esac
  case $heap in
    *[mM]) [ "$number" -ge 64 ] || number=0 ;;
    *) [ "$number" -lt 1000 ] || number=0 ;;
  esac
  [ "$number" != 0 ] || die "$config: heap is '$heap'. Write a size of at least 64m, such as 512m or 2g."
fi

# Neither program writes its memory, where tokens are, to a file.
ulimit -c 0 2>/dev/null || :

# A stream that is closed would be given to the first file that Java opens, which would then be read or written.
{ true 9<&0; } 2>/dev/null || exec </dev/null
{ true 9>&1; } 2>/dev/null || exec >/dev/null
true 9>&2 || exec 2>/dev/null

terminals=
screen=
[ ! -t 0 ] || terminals=0
[ ! -t 1 ] || terminals=${terminals}1
[ ! -t 2 ] || terminals=${terminals}2
case $terminals in
  *[12]*) screen=$(stty size 2>/dev/null </dev/tty) || screen= ;;
esac

# What the virtual machine itself has to say does not belong to the results; a cache of another machine's Java is passed over.
unset JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS
# shellcheck disable=SC2086 # the options are words
exec "$java_home/bin/java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 @flags@ ${heap:+"-Xmx$heap"} ${cache:+"-XX:AOTCache=$cache"} \
  -Xlog:disable -Xlog:all=warning:stderr '-Xlog:aot*=off:stderr' '-Xlog:cds*=off:stderr' \
  --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow \
  ${@options@:-} "-Dotters.dist=$dist" "-Dotters.terminals=$terminals" "-Dotters.screen=$screen" \
  -cp "$class_path" @main@ "$@"
