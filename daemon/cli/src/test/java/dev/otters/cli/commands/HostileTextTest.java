package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.api.Progress;
import dev.otters.api.RemovalResult;
import dev.otters.api.agent.AgentList;
import dev.otters.api.agent.AgentView;
import dev.otters.api.bin.BinList;
import dev.otters.api.bin.BinView;
import dev.otters.api.image.BuildResult;
import dev.otters.api.image.FsckResult;
import dev.otters.api.image.ImageList;
import dev.otters.api.image.ImageView;
import dev.otters.api.image.PruneResult;
import dev.otters.api.image.RemoteImageView;
import dev.otters.api.image.TagList;
import dev.otters.api.image.Transfer;
import dev.otters.api.image.TransferList;
import dev.otters.api.model.ModelList;
import dev.otters.api.model.ModelSummary;
import dev.otters.api.model.ProviderChange;
import dev.otters.api.model.ProviderList;
import dev.otters.api.model.ProviderTestResult;
import dev.otters.api.session.SessionFsckResult;
import dev.otters.api.session.SessionList;
import dev.otters.api.session.SessionSummary;
import dev.otters.api.system.DoctorView;
import dev.otters.api.system.InfoView;
import dev.otters.api.system.VersionView;
import dev.otters.api.trace.NextRequest;
import dev.otters.api.trace.TraceContext;
import dev.otters.api.trace.TraceDetail;
import dev.otters.api.trace.TraceList;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Nothing that comes from an image, a registry, a model or a provider commands the terminal. */
class HostileTextTest extends CommandTest {
  private static final String TEXT = "a\u001b]0;gone\u0007b";

  static Stream<Arguments> answers() {
    return Stream.of(
        arguments("ps -a", "GET /v1/agents", AgentList.class),
        arguments("inspect a", "GET /v1/agents/a", AgentView.class),
        arguments("session ls", "GET /v1/sessions", SessionList.class),
        arguments("session ls -q", "GET /v1/sessions", SessionList.class),
        arguments("session show a s", "GET /v1/agents/a/sessions/s", SessionSummary.class),
        arguments("context a s", "GET /v1/agents/a/sessions/s/context", NextRequest.class),
        arguments("trace a s", "GET /v1/agents/a/sessions/s/traces", TraceList.class),
        arguments("trace a s 1", "GET /v1/agents/a/sessions/s/traces/1", TraceDetail.class),
        arguments(
            "trace a s 1 --context",
            "GET /v1/agents/a/sessions/s/traces/1/context",
            TraceContext.class),
        arguments("image ls", "GET /v1/images", ImageList.class),
        arguments("bin ls", "GET /v1/bins", BinList.class),
        arguments("image inspect x", "GET /v1/images/inspect", ImageView.class),
        arguments("image history x", "GET /v1/images/inspect", ImageView.class),
        arguments("bin inspect x", "GET /v1/bins/inspect", BinView.class),
        arguments("image prune", "POST /v1/images/prune", PruneResult.class),
        arguments("rmi x", "DELETE /v1/images", RemovalResult.class),
        arguments("model ls", "GET /v1/models", ModelList.class),
        arguments("provider ls", "GET /v1/providers", ProviderList.class),
        arguments("provider test p", "POST /v1/providers/p/test", ProviderTestResult.class),
        arguments("provider edit p --model m", "PUT /v1/providers/p", ProviderChange.class),
        arguments("provider rm p", "DELETE /v1/providers/p", ProviderChange.class),
        arguments("info", "GET /v1/info", InfoView.class),
        arguments("version", "GET /v1/version", VersionView.class));
  }

  @ParameterizedTest
  @MethodSource("answers")
  void anAnswerIsHarmlessOnATerminal(String words, String request, Class<?> type) {
    daemon.answer(request, of(type));
    isHarmless(bench.terminal(200).run(words.split(" ", -1)), 0);
  }

  static Stream<Arguments> works() {
    return Stream.of(
        arguments("run x", "POST /v1/agents", AgentView.class),
        arguments("start a", "POST /v1/agents/a/start", AgentView.class),
        arguments("image build .", "POST /v1/images/build", BuildResult.class),
        arguments(
            "image inspect --remote r.io/x", "GET /v1/registry/inspect", RemoteImageView.class),
        arguments("image tags r.io/x", "GET /v1/registry/tags", TagList.class),
        arguments("pull r.io/x", "POST /v1/images/pull", TransferList.class),
        arguments("push r.io/x", "POST /v1/images/push", Transfer.class),
        arguments("image copy x r.io/x", "POST /v1/registry/copy", Transfer.class),
        arguments("image fsck", "POST /v1/system/fsck", FsckResult.class),
        arguments("session fsck", "POST /v1/sessions/fsck", SessionFsckResult.class),
        arguments("model pull m", "POST /v1/models/pull", ModelSummary.class));
  }

  @ParameterizedTest
  @MethodSource("works")
  void workAndItsResultAreHarmlessOnATerminal(String words, String request, Class<?> type)
      throws IOException {
    Files.writeString(bench.folder().resolve("Agentfile"), "FROM scratch\n");
    daemon.work(
        request,
        of(type),
        new Progress(TEXT, "notice", 0, 0),
        new Progress(TEXT, "model", 0, 0),
        new Progress(TEXT, TEXT, 5, 9));
    isHarmless(bench.terminal(200).run(words.split(" ", -1)), 0);
    isHarmless(bench.terminal(30).run(words.split(" ", -1)), 0);
  }

  @Test
  void aDiagnosisIsHarmlessOnATerminal() {
    daemon
        .answer("GET /v1/version", of(VersionView.class))
        .answer("GET /v1/doctor", of(DoctorView.class))
        .answer("GET /v1/providers", of(ProviderList.class));
    isHarmless(bench.terminal(200).run("doctor"), 1);
  }

  @Test
  void aRefusalIsHarmlessOnATerminal() {
    Problem hostile = (Problem) of(Problem.class);
    daemon.refuse(
        "GET /v1/agents",
        new Problem(
            500,
            ErrorCode.INVALID_REQUEST,
            hostile.title(),
            hostile.detail(),
            hostile.remedy(),
            hostile.problems(),
            hostile.candidates(),
            null));
    isHarmless(bench.terminal(200).run("ps"), 2);
  }

  @Test
  void aWrongCommandLineIsHarmlessOnATerminal() {
    isHarmless(bench.terminal(200).run(TEXT), 2);
    isHarmless(bench.terminal(200).run("ps", "--" + TEXT), 2);
    isHarmless(bench.terminal(200).run("run", "-v", TEXT, "x"), 2);
  }

  private static void isHarmless(Bench.Run run, int exit) {
    assertThat(run.exit()).as(run.err()).isEqualTo(exit);
    assertThat(run.out() + run.err()).contains("gone").doesNotContain("\u001b", "\u0007");
  }

  /** Makes a value of a type, all of whose texts are hostile. */
  private static Object of(Type type) {
    if (type instanceof ParameterizedType generic) {
      Type last = generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
      return generic.getRawType() == List.class ? List.of(of(last)) : Map.of(TEXT, of(last));
    }
    Class<?> plain = (Class<?>) type;
    if (plain == String.class || plain == Object.class) {
      return TEXT;
    }
    if (plain.isEnum()) {
      return plain.getEnumConstants()[0];
    }
    if (plain.isRecord()) {
      return make(plain);
    }
    return switch (plain.getSimpleName()) {
      case "boolean" -> true;
      case "int", "Integer" -> 2;
      case "long", "Long" -> 2L;
      case "double", "Double" -> 2.0;
      case "Instant" -> Instant.EPOCH;
      default -> throw new IllegalArgumentException(plain.getName());
    };
  }

  private static Object make(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      Constructor<?> constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor.newInstance(
          Arrays.stream(components).map(it -> of(it.getGenericType())).toArray());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(type.getName(), e);
    }
  }
}
