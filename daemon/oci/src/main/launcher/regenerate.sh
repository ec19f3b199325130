#!/bin/sh
# Compiles launcher.c with `gcc` and `objcopy`, or those in $CC and $OBJCOPY, and writes the code as hexadecimal digits.
#   usage: regenerate.sh >../resources/dev/otters/oci/bin/launcher-amd64.hex
set -eu

here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/layout" <<'LAYOUT'
SECTIONS {
  .text : { *(.text.start) *(.text*) *(.rodata*) . = ALIGN(4); end = .; }
  /DISCARD/ : { *(.comment) *(.eh_frame) *(.note*) }
}
LAYOUT
${CC:-gcc -fcf-protection=none} -Os -ffreestanding -fno-pie -fno-stack-protector -fno-asynchronous-unwind-tables \
  -fno-tree-loop-distribute-patterns -nostdlib -static -Wl,--build-id=none -Wl,-T,"$work/layout" -o "$work/program" "$here/launcher.c"
${OBJCOPY:-objcopy} -O binary -j .text "$work/program" "$work/code"
od -An -v -tx1 "$work/code" | tr -d ' '
