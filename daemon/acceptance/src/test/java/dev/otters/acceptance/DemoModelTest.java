package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Asks the demo which model it takes, on machines that differ in what `otters` says there. */
@Timeout(60)
class DemoModelTest {
  private static final Path ROOT = Path.of(System.getProperty("otters.root"));
  private static final String SMALL = "smollm2-135m local 98MB Apache-2.0 8192 ";
  private static final String LARGE = "qwen2.5-coder-1.5b local 1GB Apache-2.0 32768 ";

  @TempDir Path machine;

  /** What stands in for otters says what lies in a file named like its first words. */
  @BeforeEach
  void fakeOtters() throws IOException {
    Path bin = Files.createDirectory(machine.resolve("bin"));
    Path otters =
        Files.writeString(
            bin.resolve("otters"),
            """
            #!/bin/sh
            echo "otters $*" >>"$MACHINE/asked"
            case "$*" in 'model ls -q') exec cat "$MACHINE/model-ls-q" ;; esac
            exec cat "$MACHINE/$1-$2"
            """);
    Files.setPosixFilePermissions(otters, PosixFilePermissions.fromString("rwxr-xr-x"));
    says("model-ls", SMALL + "available\n" + LARGE + "available\n");
  }

  private void says(String command, String text) throws IOException {
    Files.writeString(machine.resolve(command), text);
  }

  private String chosen(String wanted, Map<String, String> environment) throws Exception {
    String script =
        ". gradle/demo/model.sh; choose_model \"$1\" >/dev/null 2>&1 || exit 1;"
            + " echo \"$model|$chat|$why\"";
    ProcessBuilder shell = new ProcessBuilder("/bin/sh", "-euc", script, "sh", wanted);
    shell.directory(ROOT.toFile()).redirectErrorStream(true).environment().clear();
    shell.environment().put("MACHINE", machine.toString());
    shell.environment().put("PATH", machine.resolve("bin") + ":" + System.getenv("PATH"));
    shell.environment().putAll(environment);
    Process process = shell.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() + " " + said.strip();
  }

  @Test
  void aKeyComesFirstAndIsNeverOnACommandLine() throws Exception {
    says("provider-add", "");
    says("provider-test", "");
    says("model-ls-q", "ollama/llama\n");

    assertThat(chosen("", Map.of("ANTHROPIC_API_KEY", "k3y", "ANTHROPIC_MODEL", "m")))
        .isEqualTo("0 anthropic/m||ANTHROPIC_API_KEY is set");
    assertThat(Files.readString(machine.resolve("asked"))).doesNotContain("k3y");
  }

  @Test
  void anOllamaComesBeforeALocalModel() throws Exception {
    says("provider-add", "");
    says("model-ls-q", "local/smollm2-135m\nollama/llama\n");
    says("model-ls", LARGE + "installed\n");

    assertThat(chosen("", Map.of())).startsWith("0 ollama/llama||");
  }

  @Test
  void theLargeModelIsTakenWhereItIsAndElseTheSmallOneIsFetchedToChat() throws Exception {
    says("model-pull", "");
    assertThat(chosen("", Map.of())).startsWith("0 |local/smollm2-135m|no key, no Ollama");

    says("model-ls", SMALL + "installed\n" + LARGE + "installed\n");
    assertThat(chosen("", Map.of())).startsWith("0 local/qwen2.5-coder-1.5b||");
  }

  @Test
  void withNothingInReachTheScriptStaysAndTheReasonIsSaid() throws Exception {
    assertThat(chosen("", Map.of()))
        .isEqualTo("0 ||no key, no Ollama, and no weights could be fetched");
  }

  @Test
  void whoNamesAModelGetsThatOneOrAnError() throws Exception {
    assertThat(chosen("openai/x", Map.of())).isEqualTo("0 openai/x||it was asked for");
    assertThat(chosen("qwen2.5-coder-1.5b", Map.of())).isEqualTo("1 ");

    says("model-pull", "");
    assertThat(chosen("qwen2.5-coder-1.5b", Map.of()))
        .isEqualTo("0 local/qwen2.5-coder-1.5b||it was asked for");
    assertThat(chosen("smollm2-135m", Map.of()))
        .isEqualTo("0 |local/smollm2-135m|it was asked for");
  }
}
