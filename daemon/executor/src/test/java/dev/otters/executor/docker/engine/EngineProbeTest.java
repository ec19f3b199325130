package dev.otters.executor.docker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.testkit.AnsweringEngine;
import dev.otters.executor.testkit.OrdinaryUser;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EngineProbeTest {
  @TempDir Path temp;
  private Path socket;

  @BeforeEach
  void nameSocket() {
    socket = temp.resolve("engine.sock");
  }

  private Optional<String> problem() {
    return new EngineProbe().problem(URI.create("unix://" + socket));
  }

  private ServerSocketChannel serve(String body) throws IOException {
    return AnsweringEngine.serve(socket, body);
  }

  @Test
  void takesEnginesFrom20On() throws IOException {
    try (ServerSocketChannel _ = serve("{\"ApiVersion\":\"1.41\",\"OSType\":\"linux\"}")) {
      assertThat(problem()).isEmpty();
    }
  }

  @Test
  void saysThatAnEngineRunsInAMachineOfItsOwn() throws IOException {
    String desktop =
        "{\"ApiVersion\":\"1.51\",\"OSType\":\"linux\",\"OperatingSystem\":\"Docker Desktop\"}";
    try (ServerSocketChannel _ = serve(desktop)) {
      assertThat(problem().orElseThrow()).contains("Docker Desktop");
    }
  }

  @Test
  void saysThatAnEngineRunsOtherContainers() throws IOException {
    try (ServerSocketChannel _ = serve("{\"ApiVersion\":\"1.51\",\"OSType\":\"windows\"}")) {
      assertThat(problem().orElseThrow()).contains("windows");
    }
  }

  @Test
  void saysThatAnEngineIsTooOld() throws IOException {
    try (ServerSocketChannel _ = serve("{\"Version\":\"19.03.15\",\"ApiVersion\":\"1.40\"}")) {
      assertThat(problem().orElseThrow())
          .contains("API 1.40 is too old: API 1.41 is needed")
          .contains("Docker Engine 20.10");
    }
  }

  @Test
  void saysThatSomethingElseAnswers() throws IOException {
    try (ServerSocketChannel _ = serve("{}")) {
      assertThat(problem().orElseThrow()).contains("not a container engine");
    }
  }

  @Test
  void saysThatNothingIsThere() {
    assertThat(problem()).contains("does not exist");
  }

  @Test
  void saysThatNobodyListens() throws IOException {
    ServerSocketChannel.open(StandardProtocolFamily.UNIX)
        .bind(UnixDomainSocketAddress.of(socket))
        .close();
    assertThat(problem().orElseThrow()).contains("does not answer").contains("refused");
  }

  @Test
  void saysThatPermissionIsDenied() throws Exception {
    try (ServerSocketChannel _ = serve("{}")) {
      Files.setPosixFilePermissions(temp, PosixFilePermissions.fromString("rwxr-xr-x"));
      Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("---------"));
      OrdinaryUser.run(() -> assertThat(problem()).contains("permission denied"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "tcp://192.0.2.1:2375,another machine",
    "ssh://host/run/docker.sock,kind ssh",
    "npipe:////./pipe/docker,kind npipe",
    "/var/run/docker.sock,kind null",
  })
  void refusesAddressesThatAreNotOfThisMachine(String address, String problem) {
    assertThat(new EngineProbe().problem(URI.create(address)).orElseThrow()).contains(problem);
  }
}
