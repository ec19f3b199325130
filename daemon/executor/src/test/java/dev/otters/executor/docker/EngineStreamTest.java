package dev.otters.executor.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.github.dockerjava.api.exception.DockerException;
import dev.otters.executor.docker.engine.EngineConnection;
import dev.otters.executor.testkit.AnsweringEngine;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class EngineStreamTest {
  @TempDir Path temp;
  private Path socket;

  @BeforeEach
  void nameSocket() {
    socket = temp.resolve("engine.sock");
  }

  private EngineConnection engine() throws IOException {
    try (ServerSocketChannel _ = AnsweringEngine.serve(socket, "{\"ApiVersion\":\"1.41\"}")) {
      return EngineConnection.open(URI.create("unix://" + socket));
    } finally {
      Files.delete(socket);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 404, 500})
  void anErrorOfTheEngineIsNoStream(int status) throws IOException {
    try (EngineConnection engine = engine();
        ServerSocketChannel _ = AnsweringEngine.serve(socket, status + " Refused", "not now")) {
      assertThatExceptionOfType(DockerException.class)
          .isThrownBy(() -> EngineStream.post(engine, "/containers/x/attach", ""))
          .satisfies(e -> assertThat(e.getHttpStatus()).isEqualTo(status));
    }
  }

  @Test
  void theBytesAfterTheHeadAreTheStream() throws IOException {
    try (EngineConnection engine = engine();
        ServerSocketChannel _ =
            AnsweringEngine.serve(socket, "101 UPGRADED", "the output of a program");
        EngineStream stream = EngineStream.post(engine, "/containers/x/attach", "")) {
      assertThat(stream.input().readAllBytes())
          .asString(StandardCharsets.UTF_8)
          .isEqualTo("the output of a program");
    }
  }
}
