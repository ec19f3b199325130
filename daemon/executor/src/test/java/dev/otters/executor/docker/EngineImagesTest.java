package dev.otters.executor.docker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.BinMount;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.ImagePin;
import dev.otters.executor.SandboxSpec;
import dev.otters.executor.testkit.Busybox;
import dev.otters.executor.testkit.Specs;
import dev.otters.executor.testkit.TestImages;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EngineImagesTest extends DockerTest {
  /** Returns a runtime image with a file of this name, which no other test has. */
  private ImagePin unique(String name) throws IOException {
    byte[] busybox = Files.readAllBytes(Busybox.binary());
    return DockerFixture.IMAGES.image(
        name,
        Platform.ofThisMachine(),
        Map.of("bin/busybox", busybox, "bin/sh", busybox, name, TestImages.text("#!" + home)),
        Map.of("Labels", Map.of("unique", home.toString())));
  }

  private String tag(ImagePin pin) {
    return EngineImages.tag(EngineImages.Kind.RUNTIME, pin.digest());
  }

  private void forget(String tag) {
    engine.calls().removeImageCmd(tag).withForce(true).exec();
  }

  @Test
  void loadsAnImageOnceAndAgainWhenItIsGone() throws IOException {
    ImagePin pin = unique("once");
    runtime = pin;
    List<String> first = new ArrayList<>();
    executor.create(spec("exit"), (_, _, _, phase) -> first.add(phase));
    assertThat(first).isNotEmpty().containsOnly("load");
    String id = engine.calls().inspectImageCmd(tag(pin)).exec().getId();

    List<String> second = new ArrayList<>();
    executor.create(spec("exit"), (_, _, _, phase) -> second.add(phase));
    assertThat(second).isEmpty();

    executor.remove(agent);
    forget(tag(pin));
    assertThat(output("/bin/busybox cat /once")).containsExactly("#!" + home);
    assertThat(engine.calls().inspectImageCmd(tag(pin)).exec().getId()).isEqualTo(id);
  }

  /** Another client can move the name between the lookup and the creation of the container. */
  @Test
  void createsFromTheImageThatWasFoundAndNotFromItsName() throws IOException {
    runtime = unique("found");
    executor.create(spec("exit"), Progress.NONE);

    var container = engine.calls().inspectContainerCmd(executor.list().getFirst().id()).exec();
    assertThat(container.getConfig().getImage())
        .isEqualTo(engine.calls().inspectImageCmd(tag(runtime)).exec().getId())
        .isEqualTo(container.getImageId());
  }

  @Test
  void doesNotTakeAnotherImageUnderTheSameName() throws IOException {
    ImagePin pin = unique("real");
    ImagePin other = unique("other");
    for (ImagePin image : List.of(other, pin)) {
      runtime = image;
      executor.create(spec("exit"), Progress.NONE);
      executor.remove(agent);
    }
    forget(tag(pin));
    String[] parts = tag(pin).split(":", -1);
    engine.calls().tagImageCmd(tag(other), parts[0], parts[1]).exec();

    assertThat(output("/bin/busybox ls /real")).containsExactly("/real");
  }

  @Test
  void refusesAnImageForAnotherProcessor() throws IOException {
    String other = Platform.ofThisMachine().architecture().equals("amd64") ? "arm64" : "amd64";
    ImagePin pin =
        DockerFixture.IMAGES.image(
            "foreign", new Platform("linux", other), Map.of("f", new byte[1]), Map.of());
    bins = List.of(new BinMount("foreign", pin, "/"));

    var refused = refusal(() -> executor.create(spec("exit"), Progress.NONE));

    assertThat(refused.reason()).isEqualTo(Reason.IMAGE);
    assertThat(refused).hasMessageContaining("linux/" + other);
    assertThat(executor.list()).isEmpty();
  }

  @Test
  void refusesARuntimeImageWithVolumes() throws IOException {
    ImagePin pin = DockerFixture.IMAGES.runtime(Map.of("Volumes", Map.of("/data", Map.of())));
    SandboxSpec bad = Specs.withRuntime(spec("exit"), pin);
    var refused = refusal(() -> executor.create(bad, Progress.NONE));
    assertThat(refused.reason()).isEqualTo(Reason.IMAGE);
    assertThat(refused).hasMessageContaining("/data");
    assertThat(executor.list()).isEmpty();
  }
}
