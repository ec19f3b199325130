package dev.otters.server.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.api.SourcePlace;
import dev.otters.api.SourceProblem;
import dev.otters.api.model.ProviderList;
import dev.otters.api.model.ProviderView;
import dev.otters.api.system.CheckView;
import dev.otters.api.system.DoctorView;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ModelChecksTest {
  private static final ProviderView WORK =
      new ProviderView("work", "openai", null, "set", List.of(), false, "ready", null);
  private static final Problem REFUSED = Problem.of(ErrorCode.MODEL_AUTH, "wrong key", "New key.");

  private static ProviderList providers(ProviderView... more) {
    return new ProviderList(
        Stream.concat(Stream.of(ProviderView.builtIn("scripted")), Arrays.stream(more)).toList(),
        "/h/providers.yaml",
        null,
        List.of());
  }

  private static List<CheckView> run(
      ProviderList providers,
      Optional<Problem> answer,
      List<String> installed,
      Map<String, String> environment) {
    return new ModelChecks(
            providers, name -> answer, installed, environment, new OllamaProbe(closedPort()))
        .run();
  }

  private static int closedPort() {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void withoutAnyModelTheCommandForALocalOneIsNamed() {
    List<CheckView> checks = run(providers(), Optional.empty(), List.of(), Map.of());
    assertThat(checks)
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.state()).isEqualTo(CheckView.PROBLEM);
              assertThat(it.remedy()).isEqualTo("Run 'otters model pull smollm2-135m'.");
            });
  }

  @Test
  void aLocalModelOrAProviderThatAnswersIsEnough() {
    assertThat(
            DoctorView.of(run(providers(), Optional.empty(), List.of("smollm2-135m"), Map.of()))
                .ready())
        .isTrue();
    List<CheckView> checks = run(providers(WORK), Optional.empty(), List.of(), Map.of());
    assertThat(DoctorView.of(checks).ready()).isTrue();
    assertThat(checks.getFirst()).isEqualTo(CheckView.ok("provider work", "openai answers"));
  }

  @Test
  void aProviderThatDoesNotAnswerIsNotEnough() {
    List<CheckView> checks = run(providers(WORK), Optional.of(REFUSED), List.of(), Map.of());
    assertThat(checks.getFirst())
        .isEqualTo(CheckView.note("provider work", "wrong key", "New key."));
    assertThat(DoctorView.of(checks).ready()).isFalse();
  }

  @Test
  void aKeyOfTheDaemonsEnvironmentIsOfferedWithoutItsValueUnlessItIsUsed() {
    Map<String, String> environment =
        Map.of("OPENAI_API_KEY", "sk-secret", "ANTHROPIC_API_KEY", "sk-other");
    List<CheckView> checks = run(providers(WORK), Optional.empty(), List.of(), environment);
    assertThat(checks)
        .anySatisfy(
            it ->
                assertThat(it.remedy())
                    .isEqualTo(
                        "Run \"otters provider add anthropic --api-key '${ANTHROPIC_API_KEY}'\"."))
        .noneSatisfy(it -> assertThat(it.name()).isEqualTo("key OPENAI_API_KEY"));
    assertThat(checks.toString()).doesNotContain("sk-");
  }

  @Test
  void aBrokenFileIsAProblemWithItsPlaces() {
    SourceProblem finding =
        SourceProblem.of("error", SourcePlace.of("/h/providers.yaml", 3, 5), "bad");
    ProviderList broken =
        new ProviderList(
            List.of(), "/h/providers.yaml", REFUSED.withProblems(List.of(finding)), List.of("w"));
    List<CheckView> checks = run(broken, Optional.empty(), List.of("m"), Map.of());
    assertThat(checks.getFirst().text()).isEqualTo("wrong key\n/h/providers.yaml:3:5: bad");
    assertThat(checks.get(1)).isEqualTo(CheckView.note("providers.yaml", "w", null));
    assertThat(DoctorView.of(checks).ready()).isFalse();
  }

  @Test
  void anOllamaThatAnswersIsOfferedAtItsAddress() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Thread answering = Thread.ofVirtual().start(() -> answer(server, "{\"version\":\"0.12\"}"));
      OllamaProbe probe =
          OllamaProbe.of(Map.of("OLLAMA_HOST", "127.0.0.1:" + server.getLocalPort()));
      List<CheckView> checks =
          new ModelChecks(providers(), name -> Optional.empty(), List.of(), Map.of(), probe).run();
      answering.join();
      assertThat(checks.getFirst().remedy())
          .isEqualTo(
              "Run 'otters provider add ollama --api-base http://127.0.0.1:"
                  + server.getLocalPort()
                  + "/v1'.");
    }
  }

  @Test
  void anythingElseAtThatPortIsNoOllama() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Thread answering = Thread.ofVirtual().start(() -> answer(server, "<html>"));
      assertThat(new OllamaProbe(server.getLocalPort()).base()).isEmpty();
      answering.join();
    }
    assertThat(OllamaProbe.of(Map.of("OLLAMA_HOST", "nonsense")).port()).isEqualTo(11_434);
  }

  private static void answer(ServerSocket server, String body) {
    try (Socket client = server.accept()) {
      client
          .getOutputStream()
          .write(("HTTP/1.0 200 OK\r\n\r\n" + body).getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aFullDiskIsAProblemAndAnAlmostFullOneANote() {
    HomeChecks checks = new HomeChecks(Path.of("/h"));
    assertThat(checks.disk(100L << 20).state()).isEqualTo(CheckView.PROBLEM);
    assertThat(checks.disk(1L << 30).state()).isEqualTo(CheckView.NOTE);
    assertThat(checks.disk(9L << 30).state()).isEqualTo(CheckView.OK);
  }
}
