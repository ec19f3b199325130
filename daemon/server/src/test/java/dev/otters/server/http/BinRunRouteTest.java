package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.otters.api.ErrorCode;
import dev.otters.api.agent.ExecFrame;
import dev.otters.api.agent.ExecFrame.Kind;
import dev.otters.api.agent.MountRequest;
import dev.otters.api.agent.RequestedLimits;
import dev.otters.api.agent.RequestedSandbox;
import dev.otters.api.bin.BinRunRequest;
import dev.otters.executor.LogLine.Stream;
import dev.otters.home.ProcessUser;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class BinRunRouteTest {
  @TempDir Path folder;
  @AutoClose private ApiKit kit;

  @BeforeEach
  void open() throws IOException {
    kit = new ApiKit(folder);
  }

  private Http ask(BinRunRequest request) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    ExecFrame.json(Kind.START, request).write(new DataOutputStream(body));
    new ExecFrame(Kind.INPUT, new byte[0]).write(new DataOutputStream(body));
    return kit.ask(
        "POST /v1/bins/run", "Content-Type: " + ExecFrame.MEDIA_TYPE + "\n", body.toByteArray());
  }

  private static BinRunRequest request(
      String ref, Map<String, String> env, List<MountRequest> mounts, @Nullable Long seconds) {
    return new BinRunRequest(
        ref,
        List.of("-c", "ls"),
        env,
        mounts,
        RequestedLimits.DEFAULT,
        RequestedSandbox.DEFAULT,
        null,
        seconds);
  }

  private ErrorCode refusal(BinRunRequest request) throws IOException {
    try (Http answer = ask(request)) {
      return ApiKit.problem(answer).code();
    }
  }

  private List<Path> roots() throws IOException {
    try (var roots = Files.list(kit.daemon.home.runs())) {
      return roots.toList();
    }
  }

  @Test
  void aToolRunsWithItsArgumentsAndVariablesAndLeavesNothing() throws IOException {
    kit.daemon.engine.execProgram(
        program -> {
          program.print(Stream.STDOUT, String.join(" ", program.spec().command()));
          program.print(Stream.STDERR, program.spec().environment() + " " + roots().size());
          return 3;
        });
    try (Http answer = ask(request("tools/sh:1", Map.of("A", "b"), List.of(), null))) {
      assertThat(answer.status()).isEqualTo(200);
      DataInputStream in =
          new DataInputStream(
              new ByteArrayInputStream(answer.body().getBytes(StandardCharsets.UTF_8)));
      assertThat(ExecFrame.read(in).orElseThrow().text()).isEqualTo("/opt/bin-images/sh/sh -c ls");
      assertThat(ExecFrame.read(in).orElseThrow().text()).isEqualTo("{A=b} 1");
      assertThat(ExecFrame.read(in).orElseThrow().numbers().getInt()).isEqualTo(3);
    }
    assertThat(roots()).isEmpty();
    assertThat(kit.daemon.engine.sandbox(kit.bob)).as("the agent's sandbox").isPresent();
  }

  @Test
  void theNextToolGetsTheUserOfOneThatEnded() throws IOException {
    assumeTrue(ProcessUser.current().isRoot(), "only root can choose users");
    List<Object> users = new CopyOnWriteArrayList<>();
    kit.daemon.engine.execProgram(
        _ -> {
          users.add(Files.getAttribute(roots().getFirst().resolve("tmp"), "unix:uid"));
          return 0;
        });

    for (int run = 1; run <= 2; run++) {
      try (Http answer = ask(request("tools/sh:1", Map.of(), List.of(), null))) {
        assertThat(answer.body()).isNotEmpty();
      }
    }

    assertThat(users).hasSize(2);
    assertThat(users.getLast()).isEqualTo(users.getFirst());
  }

  @ParameterizedTest
  @CsvSource({"1, 200", "604800, 200", "604801, 400"})
  void aToolMayRunForUpToSevenDays(long seconds, int status) throws IOException {
    kit.daemon.engine.execProgram(_ -> 0);

    try (Http answer = ask(request("tools/sh:1", Map.of(), List.of(), seconds))) {
      assertThat(answer.status()).isEqualTo(status);
    }
  }

  @Test
  void aRequestThatCannotBeMetIsRefusedAndLeavesNothing() throws IOException {
    MountRequest missing = new MountRequest(folder.resolve("absent").toString(), "src", null, true);
    assertThat(refusal(request("absent:1", Map.of(), List.of(), null)))
        .isEqualTo(ErrorCode.BIN_NOT_FOUND);
    assertThat(refusal(request("", Map.of(), List.of(), null)))
        .isEqualTo(ErrorCode.INVALID_REQUEST);
    assertThat(refusal(request("tools/sh:1", Map.of("a=b", ""), List.of(), null)))
        .isEqualTo(ErrorCode.INVALID_REQUEST);
    assertThat(refusal(request("tools/sh:1", Map.of(), List.of(), 0L)))
        .isEqualTo(ErrorCode.INVALID_REQUEST);
    assertThat(refusal(request("tools/sh:1", Map.of(), List.of(), 1L << 40)))
        .isEqualTo(ErrorCode.INVALID_REQUEST);
    assertThat(refusal(request("tools/sh:1", Map.of(), List.of(missing), null)))
        .isEqualTo(ErrorCode.MOUNT_INVALID);
    assertThat(roots()).isEmpty();
  }
}
