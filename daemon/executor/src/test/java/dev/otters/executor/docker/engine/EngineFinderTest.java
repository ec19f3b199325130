package dev.otters.executor.docker.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.oci.Digest;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineFinderTest {
  @TempDir Path userHome;
  private final List<URI> tried = new ArrayList<>();

  /** Finds an engine where only one address is usable. */
  private EngineCandidate find(Map<String, String> environment, String usable) {
    EngineProbe probe =
        new EngineProbe() {
          @Override
          Optional<String> problem(URI endpoint) {
            tried.add(endpoint);
            return endpoint.toString().equals(usable)
                ? Optional.empty()
                : Optional.of("does not exist");
          }
        };
    return new EngineFinder(environment, userHome, probe).find();
  }

  private ExecutorException failure(Map<String, String> environment) {
    ExecutorException failure =
        catchThrowableOfType(ExecutorException.class, () -> find(environment, "nothing"));
    assertThat(failure.reason()).isEqualTo(Reason.UNREACHABLE);
    return failure;
  }

  private void context(String name, String host) throws IOException {
    String key = Digest.of(name.getBytes(StandardCharsets.UTF_8)).hex();
    Path folder = Files.createDirectories(userHome.resolve(".docker/contexts/meta/" + key));
    Files.writeString(
        folder.resolve("meta.json"),
        "{\"Name\":\"%s\",\"Endpoints\":{\"docker\":{\"Host\":\"%s\"}}}".formatted(name, host));
  }

  private void current(String text) throws IOException {
    Files.createDirectories(userHome.resolve(".docker"));
    Files.writeString(userHome.resolve(".docker/config.json"), text);
  }

  @Test
  void takesDockerHostAndNothingElse() {
    assertThat(find(Map.of("DOCKER_HOST", "unix:///mine.sock"), "unix:///mine.sock"))
        .isEqualTo(new EngineCandidate("DOCKER_HOST", URI.create("unix:///mine.sock")));

    assertThat(failure(Map.of("DOCKER_HOST", "unix:///other.sock")))
        .hasMessageContaining("DOCKER_HOST unix:///other.sock: does not exist")
        .hasMessageNotContaining("/var/run/docker.sock");
    assertThat(failure(Map.of("DOCKER_HOST", "no address")))
        .hasMessageContaining("DOCKER_HOST \"no address\": not a valid address such as unix://");
  }

  @Test
  void takesTheContextThatTheEnvironmentNames() throws IOException {
    context("mine", "unix:///context.sock");
    assertThat(find(Map.of("DOCKER_CONTEXT", "mine"), "unix:///context.sock").origin())
        .isEqualTo("DOCKER_CONTEXT mine");
    assertThat(failure(Map.of("DOCKER_CONTEXT", "absent")))
        .hasMessageContaining("docker has no context \"absent\"");
  }

  @Test
  void triesTheCurrentContextBeforeTheUsualSockets() throws IOException {
    context("mine", "unix:///context.sock");
    current("{\"currentContext\":\"mine\"}");
    assertThat(find(Map.of(), "unix:///context.sock").origin()).isEqualTo("docker context mine");
    assertThat(find(Map.of(), "unix:///var/run/docker.sock").origin()).isEqualTo("usual socket");
  }

  @Test
  void findsTheConfigurationWhereDockerConfigSays() throws IOException {
    context("mine", "unix:///context.sock");
    current("{\"currentContext\":\"mine\"}");
    Path moved = userHome.resolve("moved");
    Files.move(userHome.resolve(".docker"), moved);
    assertThat(find(Map.of("DOCKER_CONFIG", moved.toString()), "unix:///context.sock")).isNotNull();
  }

  @Test
  void triesTheSocketsOfTheSystemAndOfTheUser() {
    Map<String, String> environment = Map.of("XDG_RUNTIME_DIR", "/run/user/7");
    ExecutorException failure = failure(environment);
    for (String socket :
        List.of(
            "/var/run/docker.sock",
            "/run/user/7/docker.sock",
            userHome + "/.docker/run/docker.sock",
            userHome + "/.colima/default/docker.sock",
            "/run/podman/podman.sock",
            "/run/user/7/podman/podman.sock")) {
      assertThat(failure).hasMessageContaining("usual socket unix://" + socket + ": ");
      assertThat(find(environment, "unix://" + socket).endpoint())
          .isEqualTo(URI.create("unix://" + socket));
    }
    assertThat(failure.remedy()).contains("Docker Engine 20.10").contains("DOCKER_HOST");
  }

  @Test
  void goesOnWhereTheConfigurationIsBroken() throws IOException {
    current("{");
    assertThat(find(Map.of(), "unix:///var/run/docker.sock")).isNotNull();
    assertThat(failure(Map.of())).hasMessageContaining("config.json is not valid JSON");
    current("{\"currentContext\":\"default\"}");
    assertThat(failure(Map.of())).hasMessageNotContaining("context");
  }
}
