package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agents.image.MemoryRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Kills the daemon in the middle of work on images: what is there is whole, and the next try works.
 */
@Tag("bubblewrap")
class ImageCrashTest {
  private MemoryRegistry registry;
  private Otters otters;
  private String remote;

  @BeforeEach
  void aBuiltImage() throws IOException {
    registry = new MemoryRegistry();
    otters = Otters.freshWithBubblewrap();
    remote = registry.host() + "/guide:1";
    Path context =
        otters.agentfile(
            "guide",
            """
            FROM scratch
            NAME guide
            MODEL scripted/guide
            ADD data data "Much."
            """);
    Otters.write(context.resolve("data"), "x".repeat(4 << 20));
    otters.run("build", "-t", remote, context.toString()).ok();
  }

  @AfterEach
  void close() throws IOException {
    otters.close();
    registry.close();
  }

  @Test
  void aPushThatLosesItsDaemonIsPushedAgain() {
    killedAt("PUT /v2/guide/blobs/", "push", remote);
    assertThat(otters.run("image", "tags", remote).ok()).isEqualTo("1\n");
  }

  @Test
  void aPullThatLosesItsDaemonIsPulledAgain() {
    otters.run("push", remote).ok();
    otters.run("rmi", remote).ok();
    killedAt("GET /v2/guide/blobs/", "pull", remote);
    assertThat(otters.run("images").ok()).contains(remote);
  }

  @Test
  void aUserWhoGivesUpEndsThePullInTheDaemonToo() throws Exception {
    otters.run("push", remote).ok();
    otters.run("rmi", remote).ok();
    registry.stallAt(request -> request.startsWith("GET /v2/guide/blobs/"));
    Run.Started pull = otters.start("pull", remote);
    Eventually.is("the registry is asked for content", registry::stalls);
    Run.start(otters.files(), Map.of(), "", List.of("/bin/kill", "-INT", "" + pull.process().pid()))
        .await()
        .ok();
    Run ended = pull.await();
    assertThat(ended.code()).as(ended.err()).isEqualTo(130);
    Path staging = otters.home().resolve("registry/staging");
    Eventually.is("nothing is being fetched", () -> folders(staging) == 0);
    registry.resume();
    assertThat(otters.json("images").toString()).doesNotContain(remote);
    otters.run("pull", remote).ok();
  }

  @Test
  void aBuildThatLosesItsDaemonIsBuiltAgain() throws IOException {
    Path builds = otters.home().resolve("builds");
    Path context = otters.files().resolve("contexts/guide");
    Otters.write(context.resolve("data"), "y".repeat(32 << 20));
    Run.Started build = otters.start("build", "-t", "guide:2", context.toString());
    Eventually.is("the build began", () -> Files.isDirectory(builds) && folders(builds) > 0);
    otters.killDaemon();
    assertThat(build.await().code()).isIn(0, 6);
    otters.run("build", "-t", "guide:2", context.toString()).ok();
    sound();
  }

  @Test
  void aPruneThatLosesItsDaemonLeavesWhatIsNeeded() {
    otters.run("tag", remote, "guide:2").ok();
    Run.Started prune = otters.start("image", "prune", "-a");
    otters.killDaemon();
    assertThat(prune.await().code()).isIn(0, 6);
    otters.run("image", "prune", "-a").ok();
    assertThat(otters.run("images").ok()).doesNotContain("guide");
    sound();
  }

  private void killedAt(String request, String... command) {
    registry.stallAt(line -> line.startsWith(request));
    Run.Started started = otters.start(command);
    Eventually.is("the registry is asked: " + request, registry::stalls);
    otters.killDaemon();
    registry.resume();
    assertThat(started.await().code()).isEqualTo(6);
    sound();
    otters.run(command).ok();
    sound();
  }

  private void sound() {
    assertThat(otters.run("image", "fsck").ok()).contains("no damage");
  }

  private static long folders(Path folder) {
    try (var files = Files.list(folder)) {
      return files.filter(Files::isDirectory).count();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
