package dev.otters.executor.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.Sandbox;
import dev.otters.executor.system.machine.Machine;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Tries to escape from a sandbox as an agent would. */
class BubblewrapEscapeTest extends BubblewrapTest {
  private static final Machine MACHINE = new Machine(Path.of("/"), Map.of());

  /** Tries to write to all files of the kernel except those of the walking processes. */
  private static final String WRITE_EVERYTHING =
      """
      /bin/busybox find /proc /sys -type f >/tmp/all 2>/dev/null
      while IFS= read -r f; do
        case $f in /proc/[0-9]*|/proc/self/*|/proc/thread-self/*) continue ;; esac
        (echo 1 >"$f") 2>/dev/null && echo "wrote $f"
        (echo '|/tmp/x' >>"$f") 2>/dev/null && echo "appended to $f"
        /bin/busybox chmod 666 "$f" 2>/dev/null && echo "opened $f"
      done </tmp/all
      echo walked $(/bin/busybox wc -l </tmp/all)
      """;

  @Test
  void writesToNoFileOfTheKernel() throws IOException {
    Map<String, String> first = settings();
    Map<String, String> before = settings();
    before.entrySet().retainAll(first.entrySet());

    List<String> output = output(WRITE_EVERYTHING);

    assertThat(output).hasSize(1).first().asString().startsWith("walked ");
    assertThat(Integer.parseInt(output.getFirst().substring(7))).isGreaterThan(1000);
    Map<String, String> after = settings();
    assertThat(before).containsKeys("/proc/sys/kernel/core_pattern", "/proc/sys/kernel/panic");
    before.entrySet().removeAll(after.entrySet());
    assertThat(before).as("changed settings").isEmpty();
  }

  /** Returns the machine's readable settings. */
  private static Map<String, String> settings() throws IOException {
    Map<String, String> settings = new TreeMap<>();
    Files.walkFileTree(
        Path.of("/proc/sys"),
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            // A value that depends on the reading program or the moment is not a setting.
            if (!file.toString()
                .matches(
                    ".*(random|ns_last_pid|-nr|-state|-negative|/net/|/nr|/quota/|sample_rate).*")) {
              settings.put(file.toString(), MACHINE.text(file.toString()).orElse("unreadable"));
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE;
          }
        });
    return settings;
  }

  @Test
  void cannotLoosenItself() throws IOException {
    String script =
        """
        try() { if "$@" 2>/dev/null; then echo "could: $*"; fi; }
        b=/bin/busybox
        try $b unshare -r $b true
        try $b unshare -U $b true
        try $b unshare -m $b true
        try $b unshare -n $b true
        try $b mount -t tmpfs none /tmp
        try $b mount -t proc none /tmp
        try $b mount -o remount,rw /
        try $b mount -o remount,rw,bind /etc/passwd
        try $b umount /proc/sys
        try $b umount -l /etc/data
        try $b chroot / $b true
        try $b pivot_root / /tmp
        try $b mknod /tmp/disk b 254 0
        try $b mknod /tmp/mem c 1 1
        try $b hostname other
        $b date -s 2001-01-01 >/dev/null 2>&1; [ $($b date +%Y) = 2001 ] && echo 'could: date'
        try $b chown 0 /tmp
        try $b dmesg
        try $b swapoff -a
        try $b nsenter -t 1 -m $b true
        try $b nice -n -5 $b cat /proc/1/mem
        (echo 0 >/proc/1/oom_score_adj; echo -500 >/proc/self/oom_score_adj) 2>/dev/null \
          && echo 'could: oom'
        (echo "0 0 1" >/proc/self/uid_map) 2>/dev/null && echo 'could: map'
        $b mkdir /tmp/s; $b cp $b /tmp/s/ && $b chmod 6755 /tmp/s/busybox
        /tmp/s/busybox grep Uid: /proc/self/status
        """;
    int uid = folders.user().uid();
    assertThat(output(script))
        .map(line -> line.replaceAll("\\s+", " "))
        .containsExactly("Uid: " + (uid + " ").repeat(4).strip());
  }

  @Test
  void seesNoProcessOutside() throws IOException {
    String script =
        """
        for p in /proc/[0-9]*; do
          echo ${p##*/} $(/bin/busybox cat $p/comm 2>/dev/null)
        done
        /bin/busybox kill -9 1
        echo still here
        /bin/busybox kill -9 -1
        """;
    Sandbox sandbox = run(script);
    List<String> output = texts();
    assertThat(output).startsWith("1 bwrap", "2 sh").endsWith("still here").hasSizeLessThan(6);
    assertThat(sandbox.pid().getAsInt()).isGreaterThan(2);
    assertThat(executor.status(agent).flatMap(Sandbox::exit).orElseThrow().code()).isEqualTo(137);
  }

  @Test
  void reachesNoFileOfTheMachine() throws IOException {
    Path secret = Files.writeString(temp.resolve("secret"), "x");
    String script =
        """
        for root in /proc/1/root /proc/self/root /proc/2/cwd /proc/1/cwd; do
          [ -e $root%s ] && echo "found through $root"
          for up in .. ../.. ../../..; do
            [ -e $root/$up%s ] && echo "found above $root"
          done
        done
        for fd in /proc/1/fd/* /proc/self/fd/*; do
          [ -e $fd/..%s ] && echo "found through $fd"
        done
        /bin/busybox find / -xdev -name secret 2>/dev/null
        /bin/busybox find /dev -type b
        /bin/busybox find /dev -type c | /bin/busybox sort
        [ -e /mnt ] && echo stage
        (: </dev/tty) 2>/dev/null && echo terminal
        [ -s /proc/keys ] && echo keys
        [ -s /proc/timer_list ] && echo timers
        exit 0
        """
            .formatted(secret, secret, secret);
    assertThat(output(script))
        .containsExactly(
            "/dev/full",
            "/dev/null",
            "/dev/pts/ptmx",
            "/dev/random",
            "/dev/tty",
            "/dev/urandom",
            "/dev/zero");
  }

  @Test
  void reachesNoSocketOfTheMachine() throws IOException {
    Path socket = folders.workspace().resolve("../../outside.sock").normalize();
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(socket));
      String script =
          """
          /bin/busybox nc -w 1 local:%s </dev/null && echo connected
          /bin/busybox wget -q -T 1 -O- http://127.0.0.1:22/ && echo port
          /bin/busybox grep -c @ /proc/net/unix
          exit 0
          """
              .formatted(socket);
      assertThat(output(script)).filteredOn(l -> l.matches("connected|port|[1-9].*")).isEmpty();
    }
  }
}
