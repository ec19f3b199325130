package dev.otters.executor.docker;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.Frame;
import dev.otters.executor.BinMount;
import dev.otters.executor.BinMounts;
import dev.otters.executor.Executor;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.ImagePin;
import dev.otters.executor.docker.engine.EngineConnection;
import dev.otters.executor.docker.engine.EngineFinder;
import dev.otters.executor.docker.engine.EngineProbe;
import dev.otters.executor.root.TreeRemover;
import dev.otters.executor.testkit.TestImages;
import dev.otters.executor.testkit.ToolsContract;
import dev.otters.oci.Progress;
import dev.otters.oci.Samples;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Mounts images if the engine can, and binds unpacked ones. */
@Tag("docker")
@Tag("engine20")
@Tag("podman")
class DockerToolsTest extends ToolsContract {
  private static final String WAIT = "while :; do /bin/busybox sleep 1; done";

  @Override
  protected Executor open() {
    return DockerFixture.open(home, temp);
  }

  @Override
  protected TestImages images() {
    return DockerFixture.IMAGES;
  }

  @Override
  protected List<BinMounts> ways() {
    Path userHome = Path.of(System.getProperty("user.home"));
    URI endpoint = new EngineFinder(System.getenv(), userHome, new EngineProbe()).find().endpoint();
    try (EngineConnection engine = EngineConnection.open(endpoint)) {
      return engine.hasImageMounts()
          ? List.of(BinMounts.IMAGE, BinMounts.BIND)
          : List.of(BinMounts.AUTO);
    }
  }

  private EngineConnection engine() {
    return EngineConnection.open(URI.create(executor.info().endpoint()));
  }

  private static BinMount tool(String content) {
    ImagePin image =
        // Engine 20 logs a line with an end at once, and one without only when the sandbox ends.
        DockerFixture.IMAGES.layers("tool", Samples.tar(Samples.file("tool", content + "\n")));
    return new BinMount("tool", image, "/");
  }

  private Path unpacked(BinMount bin) {
    return temp.resolve("unpacked").resolve(bin.image().digest().hex());
  }

  private ExecutorException refusalThatLeavesNothing(ThrowingCallable call) {
    ExecutorException refused = refusal(call);
    assertThat(executor.list()).isEmpty();
    return refused;
  }

  @Test
  void mountsImagesOrSaysThatTheEngineIsTooOldForIt() throws IOException {
    var spec = spec(BinMounts.IMAGE, "exit", tool("1"));
    if (ways().contains(BinMounts.IMAGE)) {
      executor.create(spec, Progress.NONE);
      assertThat(temp.resolve("unpacked")).doesNotExist();
      return;
    }
    ExecutorException refused =
        refusalThatLeavesNothing(() -> executor.create(spec, Progress.NONE));
    assertThat(refused.reason()).isEqualTo(Reason.UNSUPPORTED);
    assertThat(refused.remedy()).contains("--bin-mounts bind").contains("Docker Engine 28");
  }

  @Test
  void unpacksAgainWhatWasDeletedOrChanged() throws IOException {
    BinMount bin = tool("unique " + agent);
    String script = "/bin/busybox cat /opt/bin-images/tool/tool";
    assertThat(output(BinMounts.BIND, script, bin)).containsExactly("unique " + agent);
    TreeRemover.remove(unpacked(bin));
    assertThat(output(BinMounts.BIND, script, bin)).containsExactly("unique " + agent);
    Files.writeString(unpacked(bin).resolve("root/tool"), "evil");
    assertThat(output(BinMounts.BIND, script, bin)).containsExactly("unique " + agent);
  }

  @Test
  void findsOutThatAnUnpackedImageWasSwapped() throws IOException {
    BinMount bin = tool("swapped " + agent);
    executor.create(spec(BinMounts.BIND, WAIT, bin), Progress.NONE);
    Files.move(unpacked(bin).resolve("root"), unpacked(bin).resolve("before"));
    Files.createDirectory(unpacked(bin).resolve("root"));
    ExecutorException refused = refusalThatLeavesNothing(() -> executor.start(agent));
    assertThat(refused.reason()).as(refused.getMessage()).isEqualTo(Reason.TAMPERED);
    assertThat(refused).hasMessageContaining("/opt/bin-images/tool is not ");
  }

  @Test
  void isReadOnlyForRootInTheSandboxToo() throws IOException {
    BinMount bin = tool("fixed");
    for (BinMounts way : ways()) {
      executor.create(spec(way, WAIT, bin), Progress.NONE);
      executor.start(agent);
      assertThat(asRoot("/bin/busybox id -u; : >>/opt/bin-images/tool/tool"))
          .contains("0\n", "Read-only file system");
      assertThat(asRoot("/bin/busybox mount -o remount,rw /opt/bin-images/tool"))
          .containsAnyOf("denied", "not permitted");
    }
  }

  /** Runs a script in the sandbox as root, and returns its output. */
  private String asRoot(String script) {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try (EngineConnection engine = engine()) {
      String exec =
          engine
              .calls()
              .execCreateCmd(executor.status(agent).orElseThrow().id())
              .withUser("0:0")
              .withCmd("/bin/sh", "-c", script)
              .withAttachStdout(true)
              .withAttachStderr(true)
              .exec()
              .getId();
      engine
          .calls()
          .execStartCmd(exec)
          .exec(
              new ResultCallback.Adapter<Frame>() {
                @Override
                public void onNext(Frame frame) {
                  printed.writeBytes(frame.getPayload());
                }
              })
          .awaitCompletion();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }
}
