package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What docs/providers.md says, done; and where the key is afterwards: in one file. */
@Tag("docker")
class DocumentedProvidersTest extends VendorPage {
  @Override
  void prepare() {
    otters.with("WORK_KEY", FakeVendor.KEY);
  }

  @Test
  void everyCommandOfThePageDoesWhatThePageSays() {
    int count = DocumentedCommands.of("docs/providers.md").run(otters);

    assertThat(count).isGreaterThan(15);
    assertThat(vendor.heard()).anySatisfy(body -> assertThat(body).contains("\"small\""));
  }

  @Test
  void theKeyIsInItsFileAndNowhereElse() throws IOException {
    Run added = vendor.add(otters, "work", FakeVendor.KEY);
    Run wrong = vendor.add(otters, "bad", "sk-wrong-0123456789-abcdef");
    List<Run> runs =
        List.of(
            added,
            wrong,
            otters.run("provider", "ls", "--output", "json"),
            otters.run("provider", "test", "work", "--model", "small"),
            otters.run("provider", "test", "bad", "--model", "small", "--debug"),
            otters.run("info", "--output", "json"),
            otters.run("doctor", "--output", "json"));

    assertThat(added.ok()).contains("key      set");
    assertThat(runs.get(4).code()).isEqualTo(45);
    assertThat(runs)
        .allSatisfy(
            run ->
                assertThat(run.out() + run.err())
                    .doesNotContain(FakeVendor.KEY, "sk-wrong-0123456789-abcdef"));
    Path file = otters.home().resolve("providers.yaml");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(holding(FakeVendor.KEY)).containsExactly(file);
    assertThat(processes()).noneSatisfy(line -> assertThat(line).contains(FakeVendor.KEY));
  }

  @Test
  void aHomeWithoutSuchProvidersLoadsNothingOfTheirs() {
    Path log = otters.files().resolve("classes.log");
    otters.with("OTTERSD_JAVA_OPTS", "-Xlog:class+load:file=" + log);
    otters.run("provider", "ls").ok();
    otters.run("info").ok();

    assertThat(Otters.read(log)).contains("ConfiguredProviders").doesNotContain("dev.langchain4j");

    otters.run("provider", "add", "ollama", "--api-base", vendor.base()).ok();
    otters.run("provider", "test", "ollama", "--model", "small").ok();
    assertThat(Otters.read(log)).contains("dev.langchain4j");
  }

  @Test
  void anAgentLosesItsProviderOnlyByForceAndIsToldAtItsNextPrompt() throws IOException {
    vendor.add(otters, "work", FakeVendor.KEY);
    String context = otters.agentWithShell("asker", "work/small").toString();
    otters.run("run", context).ok();

    assertThat(otters.run("prompt", "asker", "Are you there?").ok()).contains("ready");
    assertThat(otters.inspect("asker").toString()).doesNotContain(FakeVendor.KEY);
    assertThat(otters.containers()).hasSize(1);
    assertThat(otters.run("provider", "rm", "work").failed(4)).contains("asker", "-f");

    otters.run("provider", "rm", "-f", "work").ok();
    Run lost = otters.run("prompt", "asker", "And now?");
    assertThat(lost.code()).as("%s", lost).isBetween(40, 49);
    assertThat(lost.err()).contains("work");
    assertThat(otters.run("run", "--name", "second", context).failed(40))
        .contains("work", "otters provider add");
    assertThat(holding(FakeVendor.KEY)).isEmpty();
  }

  private List<Path> holding(String text) throws IOException {
    try (Stream<Path> files = Files.walk(otters.home())) {
      return files.filter(Files::isRegularFile).filter(file -> holds(file, text)).toList();
    }
  }

  private static boolean holds(Path file, String text) {
    try {
      byte[] bytes = Files.readAllBytes(file);
      return new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1).contains(text);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> processes() {
    return ProcessHandle.allProcesses()
        .map(process -> process.info().commandLine().orElse(""))
        .toList();
  }
}
