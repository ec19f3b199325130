package dev.otters.worker.egress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.worker.log.Log;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProxiedProgramTest {
  @TempDir private Path folder;
  private final Queue<String> log = new ConcurrentLinkedQueue<>();

  private int run(String... command) throws InterruptedException {
    return ProxiedProgram.run(List.of(command), 0, folder.resolve("e.sock"), new Log(log::add));
  }

  @Test
  void theProgramFindsTheProxyAndItsCodeIsKept() throws Exception {
    Path found = folder.resolve("found");
    assertThat(run("/bin/sh", "-c", "echo $https_proxy > " + found + "; exit 7")).isEqualTo(7);
    assertThat(Files.readString(found)).isEqualTo("http://127.0.0.1:3128\n");
    assertThat(run("/bin/sh", "-c", "kill -9 $$")).isEqualTo(137);
    assertThat(log).isEmpty();
  }

  @Test
  void aProgramThatIsNotThereEndsAsInAShell() throws Exception {
    assertThat(run(folder.resolve("gone").toString())).isEqualTo(127);
    assertThat(log).singleElement().asString().contains("cannot run " + folder.resolve("gone"));
  }
}
