package dev.otters.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.home.text.Secrets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The daemon's own log, whatever agents, images and registries give it to write down. */
class LogLayoutTest {
  private static final String FORGED = "1\n2026-01-01T00:00:00.000Z INFO Daemon: forged";

  @TempDir Path folder;

  private List<String> logged(String what) throws Exception {
    Path log = folder.resolve("ottersd.log");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Dotters.log=" + log,
                "-Dotters.stderr=OFF",
                "-Dlogback.configurationFile=" + layout(),
                "-cp",
                System.getProperty("java.class.path"),
                Writer.class.getName(),
                what)
            .inheritIO()
            .start();
    assertThat(process.waitFor()).isZero();
    return Files.readAllLines(log);
  }

  private static String layout() throws IOException {
    return Objects.requireNonNull(LogLayoutTest.class.getResource("/logback.xml")).toString();
  }

  @Test
  void noValueBeginsALineOrReachesTheTerminal() throws Exception {
    assertThat(logged("value"))
        .singleElement()
        .asString()
        .contains("version=", "forged", "tail")
        .doesNotContainPattern("[\\p{Cc}\\p{Cf}\\x{2028}\\x{2029}]");
  }

  @Test
  void noMessageOfAFailureLooksLikeAnotherLine() throws Exception {
    List<String> lines = logged("failure");
    assertThat(lines).filteredOn(line -> line.startsWith("20")).hasSize(1);
    assertThat(lines.get(1)).startsWith("java.lang.IllegalStateException: ").contains("forged");
    assertThat(lines).anyMatch(line -> line.startsWith("Caused by: java.io.IOException: "));
    assertThat(lines).anyMatch(line -> line.startsWith("\tat dev.otters.server.LogLayoutTest"));
    assertThat(String.join("", lines)).doesNotContain("\u001b", "\r", "\u202e");
  }

  @Test
  void noSecretIsWritten() throws Exception {
    String log = String.join("\n", logged("secret"));
    assertThat(log).contains("key=\"(secret)\"", "said (secret)", "Exception: (secret)");
    assertThat(log).doesNotContain(Writer.SECRET);
  }

  static final class Writer {
    static final String SECRET = "sk-0123456789";
    private static final String VALUE = FORGED + "\r\u001b[2J\u202e\u2028\u0085 tail";

    private Writer() {}

    static void main(String[] words) {
      Logger logger = LoggerFactory.getLogger(Writer.class);
      switch (words[0]) {
        case "value" ->
            logger.atInfo().addKeyValue("version", VALUE).log("A runtime said {}", VALUE);
        case "secret" -> {
          new Secrets(UnaryOperator.identity()).keys(List.of(SECRET));
          logger
              .atInfo()
              .addKeyValue("key", SECRET)
              .setCause(new IllegalStateException(SECRET))
              .log("It said {}", SECRET);
        }
        default ->
            logger
                .atError()
                .setCause(new IllegalStateException(VALUE, new IOException(VALUE)))
                .log("Failed");
      }
    }
  }
}
