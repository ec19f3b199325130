#!/bin/sh
# Runs a Java program, such as the tests, beside a Podman of an ordinary user.
#
#   OTTERS_JAVA=JAVA gradle/rootless.sh [OPTION...] -cp CLASSPATH [ARGUMENT...]
#
# Needs Debian 12 or later and root, which becomes a user with ranges of further ids. The user, the ranges and the programs exist only
# for this script: /etc is changed in its own mount namespace, and the packages are unpacked to OTTERS_ROOTLESS_DIR.
set -eu

die() {
    echo "rootless: $*" >&2
    exit 1
}

root=$(cd "$(dirname "$0")/.." && pwd -P)
if [ "${OTTERS_ROOTLESS_STAGE:-}" != inside ]; then
    [ "$(id -u)" = 0 ] || die "needs root"
    export OTTERS_ROOTLESS_STAGE=inside
    exec unshare --mount --propagation private "$0" "$@"
fi

# shellcheck source=gradle/apt.sh
. "$root/gradle/apt.sh"
user=64123
base=${OTTERS_ROOTLESS_DIR:-/var/tmp/otters-rootless}
home=$base/home
run=/run/otters-rootless
packages=$base/podman/packages
mkdir -p "$base"
chmod 755 "$base"
exec 9>"$base/lock"
flock 9

# Podman expects shared mounts. They are shared with its sandboxes only.
mount --make-rshared /

# ---- Programs ----

if [ ! -d "$packages" ]; then
    OTTERS_ENGINE_DIR="$base" "$root/gradle/engine.sh" start podman >/dev/null
    OTTERS_ENGINE_DIR="$base" "$root/gradle/engine.sh" stop podman
fi
[ -d "$base/uidmap" ] || unpack_packages "$base/uidmap" bookworm uidmap || die "the package uidmap cannot be fetched"

# ---- The user ----

mkdir -p "$base/etc" "$base/work"
mount -t overlay overlay -o "lowerdir=/etc,upperdir=$base/etc,workdir=$base/work" /etc || die "cannot change /etc for the test"
grep -q '^rootless:' /etc/passwd || echo "rootless:x:$user:$user::$home:/bin/sh" >>/etc/passwd
grep -q '^rootless:' /etc/group || echo "rootless:x:$user:" >>/etc/group
echo "rootless:1000000:65536" >/etc/subuid
echo "rootless:1000000:65536" >/etc/subgid
rm -rf "$run"
mkdir -p "$run" "$home" "$base/classes" "$base/tmp"
chown "$user:$user" "$run" "$home" "$base/tmp"
chmod 700 "$run"

as_user() {
    setpriv --reuid "$user" --regid "$user" --clear-groups env -i HOME="$home" TMPDIR="$base/tmp" XDG_RUNTIME_DIR="$run" \
        PATH="$base/uidmap/usr/bin:$packages/bin:/usr/sbin:/usr/bin:/sbin:/bin" CONTAINERS_CONF="$run/containers.conf" \
        CONTAINERS_STORAGE_CONF="$run/storage.conf" CONTAINERS_REGISTRIES_CONF="$run/registries.conf" \
        OTTERS_TEST_ENGINE=podman DOCKER_HOST="unix://$run/podman.sock" "$@"
}

# ---- Podman ----

cat >"$run/containers.conf" <<CONF
[containers]
seccomp_profile = "$packages/usr/share/containers/seccomp.json"
[network]
network_backend = "netavark"
[engine]
cgroup_manager = "cgroupfs"
conmon_path = ["$packages/bin/conmon"]
events_logger = "file"
helper_binaries_dir = ["$packages/bin"]
init_path = "$packages/bin/catatonit"
runtime = "runc"
[engine.runtimes]
runc = ["$packages/bin/runc"]
CONF
cat >"$run/storage.conf" <<CONF
[storage]
driver = "overlay"
graphroot = "$home/data"
runroot = "$run/storage"
CONF
: >"$run/registries.conf"
as_user mkdir -p "$home/.config/containers"
echo '{"default": [{"type": "insecureAcceptAnything"}]}' >"$home/.config/containers/policy.json"

# Ends every process of the user, and removes the images.
finish() {
    for process in /proc/[0-9]*; do
        if grep -qsE "^Uid:[[:space:]]+$user[[:space:]]" "$process/status"; then
            kill -9 "${process#/proc/}" 2>/dev/null || true
        fi
    done
    rm -rf "$run" "$home" "$base/classes" "$base/tmp" "$base/etc" "$base/work" || true
}
trap finish EXIT INT TERM

as_user podman system service --time 0 "unix://$run/podman.sock" >"$base/podman.log" 2>&1 9>&- &
tries=0
until as_user podman --remote --url "unix://$run/podman.sock" version >/dev/null 2>&1; do
    [ $tries -lt 300 ] || die "Podman did not start: $(tail -n 5 "$base/podman.log")"
    sleep 0.1
    tries=$((tries + 1))
done

# ---- The program ----

# The user can neither read nor write root's folders, so the class path and the reports are copied. The tests find their program in
# a folder of the same layout as the project.
packed=$base/project/build/test-packages
[ -e "$packed/busybox-static.version" ] || "$root/gradle/debian.sh" "$packed" busybox-static >&2
copied=
next=
count=0
reports=
for argument in "$@"; do
    shift
    case $next$argument in
    path*)
        for entry in $(echo "$argument" | tr ':' ' '); do
            [ -e "$entry" ] || continue
            count=$((count + 1))
            cp -rL "$entry" "$base/classes/$count-${entry##*/}"
            copied=$copied:$base/classes/$count-${entry##*/}
        done
        argument=${copied#:}
        ;;
    -Dotters.root=*)
        argument=-Dotters.root=$base/project
        ;;
    --reports-dir=*)
        reports=${argument#*=}
        argument=--reports-dir=$base/tmp/reports
        ;;
    esac
    next=
    [ "$argument" != -cp ] || next=path
    set -- "$@" "$argument"
done
chmod -R a+rX "$base/classes"
cd "$base/tmp"
result=0
as_user "${OTTERS_JAVA:-java}" "$@" || result=$?
if [ -n "$reports" ] && [ -d "$base/tmp/reports" ]; then
    mkdir -p "$reports"
    cp -r "$base/tmp/reports/." "$reports"
fi
exit $result
