package dev.otters.executor.docker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Reads files such as those of the kernel. */
@Timeout(60)
class MemoryKillsTest {
  private static final int PID = 7;
  private static final String CONTAINER = "0123456789ab";

  @TempDir Path root;
  private final BlockingQueue<String> found = new LinkedBlockingQueue<>();
  @AutoClose private MemoryKills kills;

  @BeforeEach
  void open() {
    kills = new MemoryKills(root, found::add);
  }

  private void group(String container, String hierarchy, String file, int count)
      throws IOException {
    Path process = Files.createDirectories(root.resolve("proc/" + PID));
    Files.writeString(process.resolve("cgroup"), hierarchy + ":/libpod-" + container + "\n");
    Path groups = root.resolve("sys/fs/cgroup");
    Path group = hierarchy.endsWith("memory") ? groups.resolve("memory") : groups;
    Path folder = Files.createDirectories(group.resolve("libpod-" + container));
    Files.writeString(folder.resolve("memory.usage_in_bytes"), "1");
    Files.writeString(folder.resolve("memory.current"), "1");
    Files.writeString(folder.resolve(file), "under_oom 0\noom_kill " + count + "\n");
  }

  @Test
  void reportsAContainerOfWhichAProcessWasKilled() throws Exception {
    group(CONTAINER, "4:memory", "memory.oom_control", 0);
    kills.watchNew(CONTAINER, PID);
    group(CONTAINER, "4:memory", "memory.oom_control", 1);
    assertThat(found.poll(30, TimeUnit.SECONDS)).isEqualTo(CONTAINER);
  }

  @Test
  void countsEarlierKillsOfANewContainerAndNotOfAKnownOne() throws Exception {
    group("known", "0:", "memory.events", 1);
    kills.watchKnown("known", PID);
    group("fresh", "0:", "memory.events", 1);
    kills.watchNew("fresh", PID);
    assertThat(found.poll(30, TimeUnit.SECONDS)).isEqualTo("fresh");
    group("known", "0:", "memory.events", 2);
    assertThat(found.poll(30, TimeUnit.SECONDS)).isEqualTo("known");
  }

  @Test
  void reportsAKillOnce() throws Exception {
    group("first", "0:", "memory.events", 1);
    kills.watchNew("first", PID);
    assertThat(found.poll(30, TimeUnit.SECONDS)).isEqualTo("first");
    group("other", "0:", "memory.events", 1);
    kills.watchNew("other", PID);
    assertThat(found.poll(30, TimeUnit.SECONDS)).isEqualTo("other");
    group("other", "0:", "memory.events", 2);
    assertThat(found.poll(30, TimeUnit.SECONDS)).isEqualTo("other");
  }

  @Test
  void passesOverAContainerThatHasEnded() throws Exception {
    kills.watchNew("gone", PID + 1);
    group(CONTAINER, "0:", "memory.events", 1);
    kills.watchNew(CONTAINER, PID);
    assertThat(found.poll(30, TimeUnit.SECONDS)).isEqualTo(CONTAINER);
  }
}
