package dev.otters.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.agents.image.MemoryRegistry;
import dev.otters.agents.image.RuntimeChoice;
import dev.otters.agents.image.TestImages;
import dev.otters.agents.image.Transfers;
import dev.otters.api.image.Transfer;
import dev.otters.credentials.Credentials;
import dev.otters.credentials.HostCredentials;
import dev.otters.oci.OciException;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import dev.otters.oci.registry.Registry;
import dev.otters.oci.registry.RegistrySettings;
import dev.otters.oci.store.OciStore;
import dev.otters.server.http.RegistryOperations.Caller;
import dev.otters.server.http.RegistryOperations.Pull;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegistryCallsTest {
  private static final Credentials.Password LOGIN = new Credentials.Password("me", "canary-1");
  private static final Caller NOBODY = new Caller(List.of(), false);

  @TempDir Path folder;
  private final MemoryRegistry server = new MemoryRegistry();
  private Registry registry;
  private RegistryCalls calls;
  private TestImages images;

  @BeforeEach
  void aRegistryThatWantsALogin() throws IOException {
    server.wants(LOGIN.basic());
    registry =
        new Registry(RegistrySettings.ofEnvironment(Map.of("DOCKER_CONFIG", folder.toString())));
    OciStore store = OciStore.open(folder.resolve("store"));
    images = new TestImages(store, Files.createDirectory(folder.resolve("context")));
    images.runtime();
    calls =
        new RegistryCalls(
            registry,
            new Transfers(
                store,
                Platform.ofThisMachine(),
                new RuntimeChoice(TestImages.RUNTIME, List.of(), store)));
  }

  @AfterEach
  void close() {
    registry.close();
    server.close();
  }

  private Caller caller(String host, String password) {
    Credentials.Password login = new Credentials.Password("me", password);
    return new Caller(List.of(new HostCredentials(host, login)), false);
  }

  private Caller me() {
    return caller(server.host(), "canary-1");
  }

  @Test
  void aLoginIsAskedOfTheRegistryAndARefusalSaysWhatToDo() {
    calls.login(me());
    assertThatThrownBy(() -> calls.login(caller(server.host(), "canary-2")))
        .isInstanceOfSatisfying(
            OciException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(OciException.Reason.DENIED);
              assertThat(e.remedy()).contains("otters login " + server.host());
            })
        .hasMessageContaining(server.host() + " rejects this user and password")
        .hasMessageNotContaining("canary");
  }

  @Test
  void credentialsAreForTheirRegistryAndForOneRequest() {
    String guide = server.host() + "/guide:1";
    images.agent(guide, "FROM scratch\nNAME guide\nMODEL a/b\n");
    Caller stranger = caller("registry.example.com", "canary-1");
    assertThatThrownBy(() -> calls.push(guide, stranger, Progress.NONE))
        .isInstanceOf(OciException.class);
    calls.push(guide, me(), Progress.NONE);
    assertThat(calls.tags(server.host() + "/guide", me()).tags()).containsExactly("1");
    assertThatThrownBy(() -> calls.tags(server.host() + "/guide", NOBODY))
        .isInstanceOf(OciException.class);
    assertThatThrownBy(() -> calls.inspect(guide, NOBODY)).isInstanceOf(OciException.class);
    assertThat(calls.inspect(guide, me()).artifactType()).contains("agent");
  }

  @Test
  void aPullOfAllNamesTheWantedImageFirst() {
    String guide = server.host() + "/guide:1";
    String tool = server.host() + "/sh:1";
    images.tool("sh", tool);
    images.agent(guide, "FROM scratch\nNAME guide\nMODEL a/b\nBIN sh " + tool + " \"A.\"\n");
    calls.push(tool, me(), Progress.NONE);
    calls.push(guide, me(), Progress.NONE);
    Pull all = new Pull(guide, true, Optional.of(Platform.ofThisMachine()));
    assertThat(calls.pull(all, me(), Progress.NONE).images())
        .extracting(Transfer::ref)
        .containsExactly(guide, TestImages.RUNTIME.toString(), tool);
  }
}
