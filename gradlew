#!/bin/sh
# Starts Gradle. POSIX sh, no wrapper jar: the distribution that gradle/wrapper/gradle-wrapper.properties names
# where it is cached, else `gradle` from PATH (4.4 or later), else a verified download, else Debian's package.
# Gradle runs on JDK 17 or 21; JDK 25, for javac and the tests, goes to the build as OTTERS_JDK25.
set -eu

die() {
    echo "gradlew: $*" >&2
    exit 1
}

root=$(cd "$(dirname "$0")" && pwd -P)
properties=$root/gradle/wrapper/gradle-wrapper.properties

property() {
    sed -n "s/^$1=//p" "$properties" | sed 's/\\:/:/g' | head -n 1
}

debian_root() {
    [ -f /etc/debian_version ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null
}

apt_updated=
install_package() {
    echo "gradlew: installing $*" >&2
    if [ -z "$apt_updated" ]; then
        apt-get update -qq >&2 || true
        apt_updated=yes
    fi
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >&2
}

# ---- Java ----

# java_version HOME: the feature version of a JDK, empty where there is none.
java_version() {
    [ -x "$1/bin/java" ] && [ -f "$1/release" ] || return 0
    sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release"
}

# find_jdk VERSION HOME...: the first folder that holds a compiler of that version.
find_jdk() {
    wanted=$1
    shift
    for home in "$@"; do
        if [ -n "$home" ] && [ -x "$home/bin/javac" ] && [ "$(java_version "$home")" = "$wanted" ]; then
            echo "$home"
            return 0
        fi
    done
    return 1
}

# find_java VERSION HOME...: the same where a runtime is enough.
find_java() {
    wanted=$1
    shift
    for home in "$@"; do
        if [ -n "$home" ] && [ "$(java_version "$home")" = "$wanted" ]; then
            echo "$home"
            return 0
        fi
    done
    return 1
}

java_on_path() {
    program=$(command -v java) || return 0
    dirname "$(dirname "$(readlink -f "$program")")"
}

find_jdk25() {
    find_jdk 25 "${OTTERS_JDK25:-}" "${JDK25_HOME:-}" "${JAVA_HOME:-}" "$(java_on_path)" \
        /usr/lib/jvm/*25* /Library/Java/JavaVirtualMachines/*25*/Contents/Home "$HOME"/.sdkman/candidates/java/25*
}

jdk25=$(find_jdk25) || {
    if debian_root && apt-cache show openjdk-25-jdk-headless >/dev/null 2>&1; then
        install_package openjdk-25-jdk-headless
    fi
    jdk25=$(find_jdk25) || die "no JDK 25 found. Install one and set OTTERS_JDK25 to its folder."
}
export OTTERS_JDK25="$jdk25"

find_gradle_java() {
    for version in 17 21; do
        find_java $version "${JAVA_HOME:-}" "$(java_on_path)" /usr/lib/jvm/*"$version"* \
            /Library/Java/JavaVirtualMachines/*"$version"*/Contents/Home "$HOME"/.sdkman/candidates/java/"$version"* &&
            return 0
    done
    return 1
}

# ---- Gradle ----

url=$(property distributionUrl)
checksum=$(property distributionSha256Sum)
zip=${url##*/}
name=${zip%.zip}

user_home=${GRADLE_USER_HOME:-$HOME/.gradle}
expect_home=
for argument in "$@"; do
    if [ -n "$expect_home" ]; then
        user_home=$argument
        expect_home=
    fi
    case $argument in
    -g | --gradle-user-home) expect_home=yes ;;
    -Dgradle.user.home=*) user_home=${argument#-Dgradle.user.home=} ;;
    --gradle-user-home=*) user_home=${argument#--gradle-user-home=} ;;
    esac
done

# The wrapper's own folder name: the MD5 of the address as an unsigned number in base 36.
base36_md5() {
    if command -v md5sum >/dev/null; then
        printf %s "$1" | md5sum
    else
        printf %s "$1" | md5 -r
    fi | awk '{
        count = length($1)
        for (i = 1; i <= count; i++) digit[i] = index("0123456789abcdef", substr($1, i, 1)) - 1
        text = ""
        start = 1
        while (start <= count) {
            rest = 0
            for (i = start; i <= count; i++) {
                value = rest * 16 + digit[i]
                digit[i] = int(value / 36)
                rest = value % 36
            }
            text = substr("0123456789abcdefghijklmnopqrstuvwxyz", rest + 1, 1) text
            while (start <= count && digit[start] == 0) start++
        }
        print text
    }'
}

store=$user_home/wrapper/dists/$name/$(base36_md5 "$url")

cached_gradle() {
    [ -f "$store/$zip.ok" ] || return 1
    for program in "$store"/*/bin/gradle; do
        if [ -x "$program" ]; then
            echo "$program"
            return 0
        fi
    done
    return 1
}

# The version comes from the jars beside the program, so that no JVM has to start for it.
path_gradle() {
    program=$(command -v gradle) || return 1
    lib=$(dirname "$(dirname "$(readlink -f "$program")")")/lib
    for jar in "$lib"/gradle-launcher-*.jar "$lib"/gradle-gradle-cli-main-*.jar /usr/share/gradle/lib/gradle-launcher-*.jar; do
        [ -e "$jar" ] || continue
        version=$(basename "$jar" .jar | sed 's/^.*-\([0-9][0-9.]*\).*$/\1/')
        major=${version%%.*}
        minor=${version#*.}
        minor=${minor%%.*}
        if [ "$major" -gt 4 ] || { [ "$major" = 4 ] && [ "$minor" -ge 4 ]; }; then
            echo "$program"
            return 0
        fi
    done
    return 1
}

sha256() {
    if command -v sha256sum >/dev/null; then
        sha256sum "$1"
    else
        shasum -a 256 "$1"
    fi | cut -d ' ' -f 1
}

download_gradle() {
    command -v unzip >/dev/null || return 1
    [ -n "$checksum" ] || return 1
    mkdir -p "$store" || return 1
    part=$store/$zip.part.$$
    echo "gradlew: downloading $zip" >&2
    if command -v curl >/dev/null; then
        curl -fsSL --connect-timeout 5 --speed-limit 1024 --speed-time 15 -o "$part" "$url" || { rm -f "$part"; return 1; }
    elif command -v wget >/dev/null; then
        wget -q --tries=1 --timeout=10 -O "$part" "$url" || { rm -f "$part"; return 1; }
    else
        return 1
    fi
    if [ "$(sha256 "$part")" != "$checksum" ]; then
        rm -f "$part"
        die "the checksum of $zip is not the one in gradle-wrapper.properties"
    fi
    unpacked=$store/unpack.$$
    mkdir "$unpacked"
    unzip -q "$part" -d "$unpacked"
    [ -d "$store/${name%-bin}" ] || mv "$unpacked/${name%-bin}" "$store/"
    rm -rf "$unpacked"
    mv "$part" "$store/$zip"
    : >"$store/$zip.ok"
    cached_gradle
}

package_gradle() {
    debian_root || return 1
    install_package gradle || return 1
    path_gradle
}

gradle=$(cached_gradle || path_gradle || download_gradle || package_gradle) ||
    die "no Gradle: neither cached, nor on PATH, nor downloadable. Install Gradle 4.4 or later, or unpack $name into $store."

java_home=$(find_gradle_java) || {
    if debian_root; then
        install_package openjdk-17-jre-headless || true
    fi
    java_home=$(find_gradle_java) || java_home=$jdk25
}
export JAVA_HOME="$java_home"

# As properties too: a Gradle daemon that runs already has the environment of who started it.
exec "$gradle" ${DOCKER_HOST:+"-PdockerHost=$DOCKER_HOST"} ${CI:+"-Pci=$CI"} "$@"
