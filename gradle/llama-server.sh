#!/bin/sh
# llama.cpp's model server from Debian's packages, with the weights of SmolLM2 135M.
# It is not installed on the system, and needs no root.
#
#   gradle/llama-server.sh fetch          gets the program and the weights
#   gradle/llama-server.sh start DIR      starts one on a free port, keeps its pid and log in DIR, prints LLAMA_SERVER=http://...
#   gradle/llama-server.sh stop DIR       stops it
#
# Files are in OTTERS_LLAMA_DIR (by default a folder of the user's cache), weights in the folder of weights.sh.
# Exits with 3 if the packages are not available here.
set -eu

usage() {
    sed -n 's/^#   //p' "$0" >&2
    exit 2
}

die() {
    echo "llama-server: $*" >&2
    exit 1
}

lacking() {
    echo "llama-server: $*" >&2
    exit 3
}

verb=${1:-}
case $verb in fetch | start | stop) ;; *) usage ;; esac
[ "$verb" = fetch ] || [ -n "${2:-}" ] || usage

cache=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}
base=${OTTERS_LLAMA_DIR:-$cache/otters/llama-server}
wanted='llama.cpp-tools libllama0 libggml0 libc6 libgcc-s1 libstdc++6 libssl3t64 libgomp1 libzstd1 zlib1g'
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=gradle/apt.sh
. "$here/apt.sh"

# ---- Packages ----

fetch_program() {
    [ ! -x "$base/root/usr/bin/llama-server" ] || return 0
    [ "$(uname -m)" = x86_64 ] || lacking "the packages are for x86_64"
    # shellcheck disable=SC2086 # a list of words
    unpack_packages "$base/root.new" forky $wanted || lacking "the packages of llama.cpp cannot be fetched"
    rm -rf "$base/root"
    mv "$base/root.new" "$base/root"
}

fetch() {
    mkdir -p "$base"
    exec 9>"$base/lock"
    flock 9
    fetch_program
    weights=$("$here/weights.sh") || lacking "the weights cannot be fetched"
    exec 9>&-
}

# ---- Processes ----

free_port() {
    port=$((20000 + $$ % 20000))
    while grep -qi ":$(printf %04X $port) " /proc/net/tcp; do
        port=$((port + 1))
    done
    echo $port
}

answers() {
    bash -c 'exec 3<>"/dev/tcp/127.0.0.1/$1" && printf "GET /health HTTP/1.0\r\n\r\n" >&3 && head -n 1 <&3 | grep -q " 200 "' \
        answers "$1" 2>/dev/null
}

start() {
    fetch
    mkdir -p "$run"
    root=$base/root
    lib=$root/usr/lib/x86_64-linux-gnu
    port=$(free_port)
    level=sse42
    ! grep -q '^flags.* avx2' /proc/cpuinfo || level=haswell
    engine=$(find "$root/usr/lib" -name "libggml-cpu-$level.so" | head -n 1)
    GGML_BACKEND_PATH=$engine setsid "$(find "$root" -name ld-linux-x86-64.so.2 | head -n 1)" \
        --library-path "$lib:$lib/llama:$(dirname "$engine"):$root/lib/x86_64-linux-gnu" "$root/usr/bin/llama-server" \
        -m "$weights" --alias smollm2-135m --host 127.0.0.1 --port "$port" -c 2048 -t 2 -np 1 --jinja >"$run/log" 2>&1 </dev/null &
    echo $! >"$run/pid"
    tries=0
    until answers "$port"; do
        if [ $tries -ge 1200 ] || ! kill -0 "$(cat "$run/pid")" 2>/dev/null; then
            tail -n 20 "$run/log" >&2
            stop
            die "the server did not start; its log is $run/log"
        fi
        sleep 0.1
        tries=$((tries + 1))
    done
    echo "LLAMA_SERVER=http://127.0.0.1:$port"
}

# The pid in the file, where it still is ours.
is_ours() {
    [ -r "/proc/$1/cmdline" ] && tr '\0' ' ' <"/proc/$1/cmdline" | grep -qF "$base/root/usr/bin/llama-server"
}

# Asks it to stop and waits; one that answers a request takes its time, and is made to.
stop() {
    pid=$(cat "$run/pid" 2>/dev/null) || return 0
    rm -f "$run/pid"
    is_ours "$pid" || return 0
    kill "$pid" 2>/dev/null || true
    tries=0
    while is_ours "$pid"; do
        [ $tries -lt 50 ] || kill -9 "$pid" 2>/dev/null || true
        sleep 0.1
        tries=$((tries + 1))
    done
}

run=${2:-}
$verb
