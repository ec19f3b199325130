#!/bin/sh
# Records the home of a release for UpgradeTest: one agent, a small tool, and two sessions with tool calls and a file.
#
#   ./gradlew install && daemon/server/src/test/resources/dev/otters/server/record.sh home-V0017.tar.gz
#
# It needs an engine. The recording has no keys, and lacks the layers of the shipped images, which each release brings itself.
set -eu
archive=$(realpath -m "$1")
otters=$(realpath "${OTTERS:-build/otters/bin/otters}")
folder=$(mktemp -d /tmp/recordXXXXXX)
trap 'rm -rf "$folder"' EXIT
export OTTERS_HOME="$folder/home" HOME="$folder" TZ=UTC
cd "$folder"

# A static program that writes "4 items" and ends. That of the other platform has only a header.
python3 - <<'PYTHON'
import struct
def program(machine, code):
    head = b'\x7fELF\2\1\1' + bytes(9) + struct.pack('<HHIQQQIHHHHHH', 2, machine, 1, 0x400078, 64, 0, 0, 64, 56, 1, 0, 0, 0)
    size = 120 + len(code)
    return head + struct.pack('<IIQQQQQQ', 1, 5, 0, 0x400000, 0x400000, size, size, 4096) + code
text = b'4 items\n'
code = bytes.fromhex('b801000000bf01000000488d3513000000ba') + struct.pack('<I', len(text)) + bytes.fromhex('0f05b83c00000031ff0f05') 
code = code[:13] + struct.pack('<i', len(code) - 17) + code[17:] + text
open('count-amd64', 'wb').write(program(62, code))
open('count-arm64', 'wb').write(program(183, b''))
PYTHON
chmod 755 count-*

mkdir -p agent home/scripts
cat > agent/Agentfile <<'AGENTFILE'
FROM scratch
NAME counter
MODEL scripted/counter
LABEL description="Counts items."
ENV GREETING="Hello" "How to greet."
CONTEXT SOUL "Who you are" <<SOUL
You count.
SOUL
BIN count tools/count:1
AGENTFILE
cat > home/scripts/counter.yaml <<'SCRIPT'
rules:
  - when: {user: "(?i)count"}
    call: {tool: count, args: []}
  - when: {result: {tool: count, matches: "([0-9]+) items"}}
    say: "There are ${1} items."
  - say: "I only count."
SCRIPT
printf 'apples\npears\n' > list.txt
chmod 700 home

"$otters" bin build -n count -d 'Counts items.' -t tools/count:1 linux/amd64:count-amd64 linux/arm64:count-arm64
"$otters" build -t counter:1 agent
"$otters" run --name bob -e GREETING=Moin --label team=fruit counter:1
"$otters" prompt -s review bob 'Count the items.'
"$otters" prompt -s review --file list.txt bob 'Count these, too.'
"$otters" prompt -s second bob 'Count again.'
"$otters" stop bob
daemon=$(cat home/ottersd.lock)
kill "$daemon"
while kill -0 "$daemon" 2> /dev/null; do sleep 0.1; done

cd home
rm -rf keys daemon.db-* ottersd.l* start.lock run builds unpacked agents/*/etc/resolv.conf
find registry -type f -size +300k -delete
printf '{"endpoint":"unix:///home/otters.sock","token":"placeholder"}\n' > credentials.json
tar --sort=name --mtime='2025-01-01 00:00:00 UTC' --numeric-owner --format=gnu -cf - . | gzip -n9 > "$archive"
