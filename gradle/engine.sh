#!/bin/sh
# A private container engine for tests, from Debian's packages: nothing of it is installed on the system.
#
#   gradle/engine.sh start [28|20|podman]    starts it unless it runs, prints DOCKER_HOST=unix://...
#   gradle/engine.sh status [28|20|podman]   prints the same where it runs, else exits with 1
#   gradle/engine.sh stop [28|20|podman]     stops it; images stay for the next start
#   gradle/engine.sh clean [28|20|podman]    stops it and removes everything
#
# Needs Debian 12 or later and root. Files lie in OTTERS_ENGINE_DIR (a folder of the
# user's cache by default: outside the project, which agents may mount), sockets in /run,
# because a socket's path has at most 107 bytes. Every engine has a bridge and a /16 of its own, and no packet rules:
# containers reach each other and the host, ports are published by docker-proxy, and there is no way out. Podman has a network
# namespace of its own.
set -eu

usage() {
    sed -n 's/^#   //p' "$0" >&2
    exit 2
}

die() {
    echo "engine: $*" >&2
    exit 1
}

verb=${1:-}
version=${2:-28}
case $verb in start | stop | status | clean) ;; *) usage ;; esac
case $version in
28 | 20) engine="Engine $version" ;;
podman) engine=Podman ;;
*) usage ;;
esac

root=$(cd "$(dirname "$0")/.." && pwd -P)
# shellcheck source=gradle/apt.sh
. "$root/gradle/apt.sh"
cache=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}
base=${OTTERS_ENGINE_DIR:-$cache/otters/engine-$(printf %s "$root" | md5sum | cut -c 1-8)}
if [ "$verb" = start ]; then
    mkdir -p "$base/$version"
elif [ ! -d "$base/$version" ]; then
    [ "$verb" != status ] || exit 1
    exit 0
fi
state=$(cd "$base/$version" && pwd -P)
name=otters$(printf %s "$state" | md5sum | cut -c 1-8)
run=/run/$name
socket=$run/docker.sock
packages=$state/packages
PATH=$packages/bin:$PATH:/usr/sbin:/sbin
export PATH

# ---- Packages ----

# The folders with the libraries of unpacked packages.
libraries() {
    echo "$1/lib/$(uname -m)-linux-gnu:$1/usr/lib/$(uname -m)-linux-gnu"
}

fetch() {
    programs='dockerd docker docker-init docker-proxy containerd containerd-shim-runc-v2 runc'
    case $version in
    28) wanted='docker.io/forky docker-cli/forky tini-static/forky containerd/bookworm runc/bookworm' suites='bookworm forky' ;;
    20) wanted='docker.io/bookworm tini/bookworm containerd/bookworm runc/bookworm libdevmapper1.02.1/bookworm' suites=bookworm ;;
    podman)
        wanted='podman conmon runc catatonit netavark golang-github-containers-common libgpgme11 libassuan0 libdevmapper1.02.1
            libsubid4 libseccomp2 libglib2.0-0 iptables libip4tc2 libip6tc2 libxtables12 libmnl0 libnftnl11
            libnetfilter-conntrack3 libnfnetlink0 patchelf'
        suites=bookworm
        programs='podman conmon runc catatonit netavark iptables patchelf'
        ;;
    esac
    echo "engine: fetching $engine" >&2
    # shellcheck disable=SC2086 # a list of words
    unpack_packages "$packages.new" "$suites" $wanted || die "the packages of $engine cannot be fetched"
    mkdir -p "$packages.new/bin"
    # The engine finds its helpers on PATH, under these names.
    (
        cd "$packages.new/bin"
        for program in ../usr/bin/* ../usr/sbin/* ../sbin/* ../usr/libexec/docker/* ../usr/lib/podman/*; do
            [ ! -f "$program" ] || ln -sf "$program" .
        done
        if [ "$version" = podman ]; then
            ln -sf ../usr/sbin/xtables-nft-multi iptables
            ln -sf ../usr/sbin/xtables-nft-multi ip6tables
        else
            [ -e docker-init ] || ln -s ../usr/bin/tini-static docker-init
            [ -e docker-init ] || ln -sf ../usr/bin/tini docker-init
        fi
        for program in $programs; do
            [ -x "$program" ] || die "the packages of $engine have no $program"
        done
        # Podman and runc start themselves and each other without the variable that names their libraries.
        if [ "$version" = podman ]; then
            for program in podman conmon runc iptables; do
                file=$(readlink -f "$program")
                LD_LIBRARY_PATH="$(libraries "$packages.new")" ./patchelf --force-rpath --set-rpath "$(libraries "$packages")" "$file" ||
                    die "cannot name the libraries of $program"
            done
        fi
    )
    rm -rf "$packages"
    mv "$packages.new" "$packages"
}

install_missing() {
    # runc loses LD_LIBRARY_PATH when it starts itself again, so its one library has to be the system's.
    [ -n "$(find /lib/*/ /usr/lib/*/ -maxdepth 1 -name 'libseccomp.so.2' 2>/dev/null)" ] || set -- "$@" libseccomp2
    command -v ip >/dev/null || set -- "$@" iproute2
    [ $# = 0 ] || {
        apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "$@"
    } >&2 || die "cannot install $*"
}

# ---- Network ----

# The first 10.N.0.0/16, N from 128, that no other engine holds and no route touches.
make_bridge() {
    (
        flock 8
        slot=128
        while grep -qsx "$slot" /run/otters*/slot || ip -4 route | grep -q "^10\.$slot\."; do
            slot=$((slot + 1))
            [ "$slot" -lt 255 ] || die "no private network is free"
        done
        echo "$slot" >"$run/slot"
        # An engine that was killed with its folder in /run leaves its bridge.
        ip link del "$name" 2>/dev/null || true
        ip link add "$name" type bridge
        ip addr add "10.$slot.0.1/24" brd + dev "$name"
        ip link set "$name" up
    ) 8>/run/otters-engine.lock
    # The engine remembers its networks, and would give the bridge the address of the last time.
    rm -f "$state/data/network/files/local-kv.db"
}

# The engine's own bridge, and those of its users' networks.
remove_bridges() {
    ip link del "$name" 2>/dev/null || true
    [ -f "$run/slot" ] || return 0
    slot=$(cat "$run/slot")
    ip -o -4 addr | awk -v net="10.$slot." '$2 ~ /^br-/ && index($4, net) == 1 { print $2 }' | while read -r device; do
        ip link del "$device" 2>/dev/null || true
    done
}

# ---- Processes ----

# pid_of PROGRAM: the process in its pid file, where it still is ours.
pid_of() {
    pid=$(cat "$run/$1.pid" 2>/dev/null) || return 1
    [ -n "$pid" ] && [ -r "/proc/$pid/cmdline" ] && tr '\0' ' ' <"/proc/$pid/cmdline" | grep -qF "$run/" || return 1
    echo "$pid"
}

# client ARGUMENT...: the engine's own client.
client() {
    case $version in
    podman) podman --remote --url "unix://$socket" "$@" ;;
    *) docker -H "unix://$socket" "$@" ;;
    esac
}

answers() {
    [ -S "$socket" ] && client version --format '{{.Server.Version}}' >/dev/null 2>&1
}

# end PROGRAM SECONDS: asks it to stop, then makes it.
end() {
    victim=$(pid_of "$1") || return 0
    kill "$victim" 2>/dev/null || return 0
    tries=$(($2 * 20))
    while [ $tries -gt 0 ] && pid_of "$1" >/dev/null; do
        sleep 0.05
        tries=$((tries - 1))
    done
    kill -9 "$victim" 2>/dev/null || true
}

start_docker() {
    make_bridge
    slot=$(cat "$run/slot")
    features='{}'
    [ "$version" = 20 ] || features='{"features": {"containerd-snapshotter": true}}'
    echo "$features" >"$run/daemon.json"
    # A containerd of its own: left to itself dockerd would silently take the system's where one runs.
    cat >"$run/containerd.toml" <<CONF
version = 2
root = "$state/containerd"
state = "$run/containerd"
disabled_plugins = ["io.containerd.grpc.v1.cri"]
[grpc]
  address = "$run/containerd.sock"
CONF
    LD_LIBRARY_PATH=$(libraries "$packages")
    export LD_LIBRARY_PATH
    setsid containerd --config "$run/containerd.toml" >"$state/containerd.log" 2>&1 </dev/null 9>&- &
    echo $! >"$run/containerd.pid"
    set -- --config-file "$run/daemon.json" --containerd "$run/containerd.sock" \
        --data-root "$state/data" --exec-root "$run/exec" --pidfile "$run/dockerd.pid" -H "unix://$socket" --group root \
        --bridge "$name" --default-address-pool "base=10.$slot.0.0/16,size=24" \
        --iptables=false --ip6tables=false --ip-masq=false --ip-forward=false
    tries=0
    while [ ! -S "$run/containerd.sock" ] && [ $tries -lt 200 ]; do
        sleep 0.05
        tries=$((tries + 1))
    done
    setsid dockerd "$@" >"$state/dockerd.log" 2>&1 </dev/null 9>&- &
    started=$!
}

# Podman starts a program for each end of a container, which knows only the files that containers.conf names.
start_podman() {
    mkdir -p "$state/tmp" "$state/home/.config/containers"
    cat >"$run/containers.conf" <<CONF
[containers]
seccomp_profile = "$packages/usr/share/containers/seccomp.json"
[network]
network_backend = "netavark"
network_config_dir = "$state/networks"
[engine]
cgroup_manager = "cgroupfs"
conmon_path = ["$packages/bin/conmon"]
events_logger = "file"
helper_binaries_dir = ["$packages/bin"]
image_copy_tmp_dir = "$state/tmp"
init_path = "$packages/bin/catatonit"
runtime = "runc"
tmp_dir = "$run/libpod"
[engine.runtimes]
runc = ["$packages/bin/runc"]
CONF
    cat >"$run/storage.conf" <<CONF
[storage]
driver = "overlay"
graphroot = "$state/data"
runroot = "$run/storage"
CONF
    echo '{"default": [{"type": "insecureAcceptAnything"}]}' >"$state/home/.config/containers/policy.json"
    : >"$run/registries.conf"
    (
        cd "$state/tmp"
        export HOME="$state/home" TMPDIR="$state/tmp" CONTAINERS_CONF="$run/containers.conf" \
            CONTAINERS_STORAGE_CONF="$run/storage.conf" CONTAINERS_REGISTRIES_CONF="$run/registries.conf" \
            XTABLES_LIBDIR="$packages/usr/lib/$(uname -m)-linux-gnu/xtables"
        unset XDG_RUNTIME_DIR XDG_CONFIG_HOME XDG_DATA_HOME
        exec setsid unshare --net podman system service --time 0 "unix://$socket"
    ) >"$state/podman.log" 2>&1 </dev/null 9>&- &
    started=$!
    echo $started >"$run/podman.pid"
}

start() {
    if answers; then
        return 0
    fi
    [ "$(id -u)" = 0 ] || die "a private engine needs root"
    [ -f /etc/debian_version ] && command -v apt-get >/dev/null || die "a private engine needs Debian"
    [ -d "$packages" ] || fetch
    halt
    [ "$version" = podman ] || install_missing
    mkdir -p "$run"
    chmod 700 "$run"
    if [ "$version" = podman ]; then
        start_podman
    else
        start_docker
    fi
    tries=0
    until answers; do
        if [ $tries -ge 600 ] || ! kill -0 $started 2>/dev/null; then
            tail -n 20 "$state"/*.log >&2
            halt
            die "$engine did not start; its logs are in $state"
        fi
        sleep 0.1
        tries=$((tries + 1))
    done
}

# Ends every process, mount and network device of the engine; also after a crash.
halt() {
    [ -d "$run" ] || return 0
    if answers; then
        containers=$(client ps -q)
        # shellcheck disable=SC2086 # a list of words
        [ -z "$containers" ] || client kill $containers >/dev/null 2>&1 || true
        client network prune -f >/dev/null 2>&1 || true
    fi
    end dockerd 15
    end podman 15
    for file in "$run"/containerd/io.containerd.runtime.v2.task/moby/*/init.pid \
        "$run"/storage/overlay-containers/*/userdata/pidfile; do
        [ -f "$file" ] && kill -9 "$(cat "$file")" 2>/dev/null || true
    done
    end containerd 5
    for process in /proc/[0-9]*; do
        if { tr '\0' ' ' <"$process/cmdline"; } 2>/dev/null |
            grep -qF -e "-address $run/containerd.sock" -e "$packages/bin/conmon "; then
            kill -9 "${process#/proc/}" 2>/dev/null || true
        fi
    done
    # Newest mount first; the engine leaves its data root mounted on itself.
    awk -v state="$state/" -v run="$run/" '
        { path = $5; gsub(/\\040/, " ", path) }
        index(path, state) == 1 || index(path, run) == 1 { line[++count] = path }
        END { while (count) print line[count--] }' /proc/self/mountinfo | while read -r mount; do
        umount "$mount" 2>/dev/null || umount -l "$mount" || true
    done
    remove_bridges
    rm -rf "$run"
}

exec 9>"$state/lock"
if [ "$verb" != status ]; then
    flock 9
fi
case $verb in
start)
    start
    echo "DOCKER_HOST=unix://$socket"
    ;;
status)
    answers || exit 1
    echo "DOCKER_HOST=unix://$socket"
    ;;
stop) halt ;;
clean)
    halt
    rm -rf "$state"
    ;;
esac
