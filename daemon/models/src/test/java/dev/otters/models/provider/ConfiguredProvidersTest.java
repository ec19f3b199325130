package dev.otters.models.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.api.Problem;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfiguredProvidersTest {
  @TempDir Path folder;

  private ProviderKit kit(String text) throws IOException {
    write(text);
    return new ProviderKit(folder);
  }

  private void write(String text) throws IOException {
    Path file = folder.resolve("providers.yaml");
    Path draft = folder.resolve("draft");
    Files.writeString(draft, text);
    Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rw-------"));
    Files.move(draft, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
  }

  private static Reason reason(ProviderKit kit, String name) {
    try {
      kit.providers.find(name);
      throw new AssertionError(name + " can be used");
    } catch (ModelException e) {
      assertThat(e.remedy()).contains("otters provider edit " + name);
      return e.reason();
    }
  }

  @Test
  void withoutAFileThereIsWhatIsAlwaysThere() {
    ProviderKit kit = new ProviderKit(folder);
    assertThat(kit.providers.names()).containsExactly("scripted");
    assertThat(kit.providers.find("openai")).isEmpty();
    assertThat(kit.opened).isEmpty();
  }

  @Test
  void theKeysOfAllProvidersAreKnownBeforeTheirFirstUse() throws IOException {
    ProviderKit kit =
        kit(
            """
            providers:
            - {name: a, kind: anthropic, api-key: '${GOOD_KEY}'}
            - {name: b, kind: openai, api-key: '${MISSING}'}
            - {name: c, kind: openai, api-key: sk-written}
            - {name: d, kind: ollama}
            """);

    assertThat(kit.keys).containsExactly(ProviderKit.SECRET, "sk-written");
    assertThat(kit.opened).isEmpty();
  }

  @Test
  void aProviderIsConnectedWhenItIsFirstAskedAndOnce() throws IOException {
    ProviderKit kit = kit("providers: [{name: a, kind: anthropic, api-key: '${GOOD_KEY}'}]");
    assertThat(kit.providers.names()).containsExactly("a", "scripted");
    assertThat(kit.opened).isEmpty();
    assertThat(kit.providers.find("a")).isEqualTo(kit.providers.find("a"));
    assertThat(kit.opened).hasSize(1);
    ProviderConfig config = kit.opened.getFirst();
    assertThat(config.apiKey().map(Secret::reveal)).contains(ProviderKit.SECRET);
    assertThat(config.apiBase()).isEmpty();
    assertThat(config.toString()).doesNotContain(ProviderKit.SECRET);
  }

  @ParameterizedTest
  @CsvSource({
    "ollama, http://127.0.0.1:11434/v1",
    "openrouter, https://openrouter.ai/api/v1",
    "vllm, http://127.0.0.1:8000/v1",
    "llama-server, http://127.0.0.1:8080/v1"
  })
  void aPresetIsTheCommonApiAtItsUsualAddress(String kind, String base) throws IOException {
    ProviderKit kit = kit("providers: [{name: p, kind: " + kind + ", api-key: k}]");
    assertThat(kit.providers.find("p")).isPresent();
    assertThat(kit.opened.getFirst().kind()).isEqualTo("openai");
    assertThat(kit.opened.getFirst().apiBase()).hasToString("Optional[" + base + "]");
  }

  @Test
  void aChangeOfTheFileIsSeenAtTheNextUse() throws IOException {
    ProviderKit kit = kit("providers: [{name: a, kind: vllm}]");
    var first = kit.providers.find("a");
    write("providers: [{name: a, kind: vllm, api-base: '${BASE}'}, {name: b, kind: ollama}]");
    assertThat(kit.providers.names()).containsExactly("a", "b", "scripted");
    assertThat(kit.providers.find("a")).isPresent().isNotEqualTo(Optional.empty());
    assertThat(kit.opened).hasSize(2);
    assertThat(kit.opened.getLast().apiBase()).hasToString("Optional[https://x.example/v1]");
    assertThat(first).isPresent();
    Files.delete(kit.file);
    assertThat(kit.providers.names()).containsExactly("scripted");
  }

  @Test
  void aBrokenFileLeavesWhatWasThereAndSaysWhatIsWrong() throws IOException {
    ProviderKit kit = kit("providers: [{name: a, kind: vllm}]");
    write("providers:\n  - name: A\n  - kind: x\n");
    assertThat(kit.providers.names()).containsExactly("a", "scripted");
    Problem problem = Optional.ofNullable(kit.providers.admin().list().problem()).orElseThrow();
    assertThat(problem.title()).contains(kit.file.toString(), "errors");
    assertThat(problem.problems()).hasSizeGreaterThan(1);
    assertThat(problem.problems().getFirst().place().line()).isEqualTo(2);
    write("providers: [{name: b, kind: vllm}]");
    assertThat(kit.providers.names()).containsExactly("b", "scripted");
    assertThat(Optional.ofNullable(kit.providers.admin().list().problem())).isEmpty();
  }

  @Test
  void aFileThatCannotBeReadLeavesWhatWasThere() throws IOException {
    ProviderKit kit = kit("providers: [{name: a, kind: vllm}]");
    Files.write(kit.file, new byte[] {(byte) 0xff, (byte) 0xfe, 'x'});
    assertThat(kit.providers.names()).contains("a");
    assertThat(Optional.ofNullable(kit.providers.admin().list().problem()).orElseThrow().title())
        .contains("not UTF-8");
    Files.delete(kit.file);
    Files.createDirectory(kit.file);
    assertThat(kit.providers.names()).contains("a");
    assertThat(Optional.ofNullable(kit.providers.admin().list().problem()).orElseThrow().title())
        .contains("cannot be read");
  }

  @Test
  @Timeout(30)
  void aPipeInPlaceOfTheFileIsNotWaitedFor() throws Exception {
    ProviderKit kit = kit("providers: [{name: a, kind: vllm}]");
    Files.delete(kit.file);
    assertThat(new ProcessBuilder("mkfifo", kit.file.toString()).start().waitFor()).isZero();
    assertThat(kit.providers.names()).contains("a");
    assertThat(Optional.ofNullable(kit.providers.admin().list().problem()).orElseThrow().title())
        .contains("not a file");
  }

  @Test
  void aFileThatOthersMayReadIsNarrowedAndSaidSo() throws IOException {
    write("providers: [{name: a, kind: vllm}]");
    Path file = folder.resolve("providers.yaml");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    ProviderKit kit = new ProviderKit(folder);
    assertThat(kit.admin.list().warnings())
        .singleElement()
        .satisfies(it -> assertThat(it).contains("rw-r--r--", "0600", "Renew"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void aMissingVariableNamesItselfAndTheProcess() throws IOException {
    ProviderKit kit = kit("providers: [{name: a, kind: anthropic, api-key: '${NO_KEY}'}]");
    assertThatThrownBy(() -> kit.providers.find("a"))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("NO_KEY")
        .hasMessageContaining("pid 4711")
        .hasMessageContaining("2026-01-02T03:04:05Z");
    assertThat(reason(kit, "a")).isEqualTo(Reason.AUTH);
    assertThat(kit.opened).isEmpty();
  }

  @Test
  void whatAVariableHoldsIsCheckedToo() throws IOException {
    ProviderKit kit =
        kit(
            """
            providers:
              - {name: a, kind: openai, api-key: '${ODD_KEY}'}
              - {name: b, kind: openai, api-key: k, api-base: '${BAD}'}
              - {name: c, kind: openai, api-key: k, api-base: '${NONE}/v1'}
              - {name: d, kind: openai}
            """);
    assertThatThrownBy(() -> kit.providers.find("a")).hasMessageContaining("${ODD_KEY}");
    assertThatThrownBy(() -> kit.providers.find("b")).hasMessageContaining("https://");
    assertThat(reason(kit, "c")).isEqualTo(Reason.BAD_REQUEST);
    assertThat(reason(kit, "d")).isEqualTo(Reason.AUTH);
  }

  @Test
  void onlyTheChosenModelsPass() throws IOException {
    ProviderKit kit = kit("providers: [{name: a, kind: vllm, models: [one, two]}]");
    var provider = kit.providers.find("a").orElseThrow();
    provider.check("two");
    assertThatThrownBy(() -> provider.check("three"))
        .hasMessageContaining("one, two")
        .isInstanceOfSatisfying(
            ModelException.class, e -> assertThat(e.reason()).isEqualTo(Reason.MODEL_UNKNOWN));
    assertThat(kit.opened.getFirst().models()).isEqualTo(List.of("one", "two"));
  }
}
