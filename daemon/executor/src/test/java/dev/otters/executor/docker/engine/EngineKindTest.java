package dev.otters.executor.docker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.dockerjava.api.model.Version;
import org.junit.jupiter.api.Test;

class EngineKindTest {
  private static EngineKind of(String json) throws JsonProcessingException {
    return EngineKind.of(new ObjectMapper().readValue(json, Version.class));
  }

  @Test
  void podmanNamesItselfAmongItsComponents() throws JsonProcessingException {
    EngineKind podman = of("{\"Components\":[{\"Name\":\"Podman Engine\"},{\"Name\":\"Conmon\"}]}");
    assertThat(podman).isEqualTo(EngineKind.PODMAN);
    assertThat(podman.reportsOutOfMemory()).isFalse();
    assertThat(podman.streamsAllOutput()).isFalse();
    assertThat(podman.leavesProcessesUnlimited()).isFalse();
  }

  @Test
  void anyOtherEngineIsTakenForDocker() throws JsonProcessingException {
    assertThat(of("{\"Components\":[{\"Name\":\"Engine\"}]}")).isEqualTo(EngineKind.DOCKER);
    assertThat(of("{}")).isEqualTo(EngineKind.DOCKER);
    assertThat(EngineKind.DOCKER.createsAsAsked()).isTrue();
    assertThat(EngineKind.DOCKER.keepsPids()).isTrue();
  }
}
