package dev.otters.agents.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.image.Transfer;
import dev.otters.oci.Digest;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import dev.otters.oci.bin.BinImage;
import dev.otters.oci.registry.Registry;
import dev.otters.oci.registry.RegistrySettings;
import dev.otters.oci.store.OciStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An agent whose tools have no registry goes to another home. */
@Timeout(60)
class PushAllTest {
  private static final Platform HERE = Platform.ofThisMachine();

  @TempDir Path folder;
  private final MemoryRegistry server = new MemoryRegistry();
  private final List<String> notices = new ArrayList<>();
  private Registry registry;
  private OciStore mine;
  private OciStore theirs;
  private TestImages images;
  private Digest tool;

  @BeforeEach
  void anAgentWithALocalTool() throws IOException {
    registry = new Registry(RegistrySettings.ofEnvironment(Map.of("DOCKER_CONFIG", "/nowhere")));
    mine = OciStore.open(folder.resolve("mine"));
    theirs = OciStore.open(folder.resolve("theirs"));
    images = new TestImages(mine, Files.createDirectory(folder.resolve("context")));
    images.runtime();
    new TestImages(theirs, folder.resolve("context")).runtime();
    tool = images.tool("hello", "t/hello:1").digest();
    agent("team/guide:1", "t/hello:1");
  }

  @AfterEach
  void close() {
    registry.close();
    server.close();
  }

  private void agent(String name, String tool) {
    images.agent(at(name), "FROM scratch\nMODEL a/b\nBIN hello " + tool + " \"Greets.\"\n");
  }

  private String at(String name) {
    return server.host() + "/" + name;
  }

  private Transfers of(OciStore store) {
    return new Transfers(store, HERE, new RuntimeChoice(TestImages.RUNTIME, List.of(), store));
  }

  private Transfer pushAll(String name) {
    return of(mine)
        .pushAll(
            registry,
            at(name),
            (item, _, _, status) -> {
              if (status.equals("notice")) {
                notices.add(item);
              }
            });
  }

  private BinImage toolOf(String agent) {
    ImageSource source =
        TestImages.source(
            theirs,
            (reference, scope, access, progress) ->
                registry.pull(reference, theirs, scope, progress));
    var found = source.agent(at(agent), PullPolicy.MISSING, Progress.NONE);
    return source.partsOf(found).bin("t/hello:1", PullPolicy.MISSING, Progress.NONE);
  }

  @Test
  void anotherHomeFindsTheToolsBesideTheAgent() {
    Transfer pushed = pushAll("team/guide:1");

    assertThat(pushed.ref()).isEqualTo(at("team/guide:1"));
    assertThat(notices).containsExactly("t/hello:1 was pushed as " + at("team/t/hello:1"));
    assertThat(toolOf("team/guide:1").name()).isEqualTo("hello");
    assertThat(mine.list()).as("no further names here").hasSize(3);
    List<Transfer> all =
        of(theirs).pullAll(registry, at("team/guide:1"), Optional.of(HERE), Progress.NONE);
    assertThat(all)
        .extracting(Transfer::ref, Transfer::digest)
        .contains(tuple(at("team/t/hello:1"), tool.toString()));
  }

  @Test
  void withoutThemTheErrorSaysWhoseToolIsMissing() {
    of(mine).push(registry, at("team/guide:1"), Progress.NONE);

    ApiException missing = catchThrowableOfType(ApiException.class, () -> toolOf("team/guide:1"));

    assertThat(missing.problem().code()).isEqualTo(ErrorCode.BIN_NOT_FOUND);
    assertThat(missing.problem().title())
        .isEqualTo(
            "there is no image t/hello:1 in the local store, which the agent %s needs, and none at %s"
                .formatted(at("team/guide:1"), at("team/t/hello:1")));
    assertThat(missing.problem().remedy()).contains("otters push --all " + at("team/guide:1"));
  }

  @Test
  void nothingIsSentWhenAToolIsNotHere() {
    agent("guide:2", "missing:1");

    ApiException missing = catchThrowableOfType(ApiException.class, () -> pushAll("guide:2"));

    assertThat(missing.problem().title()).contains("guide:2 needs missing:1");
    assertThat(server.requests()).isEmpty();
  }

  @Test
  void aToolDoesNotReplaceTheAgentInTheRegistry() {
    agent("t/hello:1", "hello:1");
    images.tool("hello", "hello:1");

    ApiException clash = catchThrowableOfType(ApiException.class, () -> pushAll("t/hello:1"));

    assertThat(clash.problem().title())
        .isEqualTo("hello:1 and the agent have the same name in the registry");
    assertThat(server.requests()).isEmpty();
  }
}
