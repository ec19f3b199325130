package dev.otters.cli.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.api.ApiException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IgnoreRulesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "build          | build              | true",
        "build          | build/a/b          | true",
        "build          | src/build          | false",
        "build/         | build/a            | true",
        "/build         | build              | true",
        "*.log          | a.log              | true",
        "*.log          | x/a.log            | false",
        "**/*.log       | x/y/a.log          | true",
        "**/*.log       | a.log              | true",
        "x/**/z         | x/z                | true",
        "x/**/z         | x/a/b/z            | true",
        "x/**           | x/a                | true",
        "?.txt          | a.txt              | true",
        "?.txt          | ab.txt             | false",
        "a.b            | aXb                | false",
        "# build        | build              | false",
        "# build        | # build            | false",
        "*;!keep        | keep               | false",
        "*;!keep        | other              | true",
        "dir;!dir/in    | dir/in             | false",
        "dir;!dir/in    | dir/out            | true",
        "!a;a           | a                  | true",
        "[x](y)+        | x(y)+              | true",
      })
  void rulesAreThoseOfDockerignore(String rules, String path, boolean ignored) {
    assertThat(IgnoreRules.parse(List.of(rules.split(";", -1))).ignores(path)).isEqualTo(ignored);
  }

  @Test
  void onlyNegationsMakeALeftOutFolderWorthEntering() {
    assertThat(IgnoreRules.parse(List.of("a")).mayKeepBelow()).isFalse();
    assertThat(IgnoreRules.parse(List.of("a", "!a/b")).mayKeepBelow()).isTrue();
  }

  @Test
  void setsAndEscapesAreUnderstood() {
    IgnoreRules rules = IgnoreRules.parse(List.of("[a-c]x", "[!d]y", "\\*z", "open[", "[&]"));

    assertThat(List.of("ax", "cx/below", "ey", "*z", "open[", "&")).allMatch(rules::ignores);
    assertThat(List.of("dx", "dy", "/y", "az", "open")).noneMatch(rules::ignores);
  }

  @Test
  void aBracketAtTheBeginningOfASetBelongsToIt() {
    IgnoreRules rules = IgnoreRules.parse(List.of("[]x]y"));
    assertThat(rules.ignores("]y")).isTrue();
    assertThat(rules.ignores("xy")).isTrue();
    assertThat(rules.ignores("x]y")).isFalse();
  }

  @Test
  void rangesThatRunBackwardsFitNothing() {
    IgnoreRules rules = IgnoreRules.parse(List.of("[z-a]", "[a-]", "[^-]-x"));

    assertThat(List.of("a", "-", "a-x")).allMatch(rules::ignores);
    assertThat(List.of("z", "m", "--x")).noneMatch(rules::ignores);
  }

  @Test
  void aCharacterBeyondSixteenBitsIsOne() {
    assertThat(IgnoreRules.parse(List.of("?", "[🦦]x")).ignores("🦦")).isTrue();
    assertThat(IgnoreRules.parse(List.of("[🦦]x")).ignores("🦦x")).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"*a, *b, a, 100", "**/a/, b, a/, 200", "**a, b, a, 1000"})
  @Timeout(20)
  void noPatternIsSlow(String repeated, String end, String path, int times) {
    IgnoreRules rules = IgnoreRules.parse(List.of(repeated.repeat(times) + end));

    assertThat(rules.ignores(path.repeat(1000))).isFalse();
  }

  @Test
  void aFileThatHoldsNoRulesIsRefused(@TempDir Path folder) throws IOException {
    Path file = folder.resolve(IgnoreRules.FILE);
    Files.write(file, new byte[] {(byte) 0xff, '\n'});
    assertThatThrownBy(() -> IgnoreRules.of(folder))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("is not UTF-8");

    Files.writeString(file, "x".repeat((1 << 20) + 1));
    assertThatThrownBy(() -> IgnoreRules.of(folder))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("is larger than 1 MiB");
  }

  @Test
  void anyRulesIgnoreWhatAPlainReadingOfThemIgnores() {
    Random random = new Random(3);
    for (int i = 0; i < 20_000; i++) {
      List<String> lines = new ArrayList<>();
      for (int line = random.nextInt(4); line >= 0; line--) {
        lines.add((random.nextInt(3) == 0 ? "!" : "") + text(random, "ab*?", 4));
      }
      String path = text(random, "ab", 4);

      assertThat(IgnoreRules.parse(lines).ignores(path))
          .as("%s of %s", path, lines)
          .isEqualTo(plainly(lines, path));
    }
  }

  private static String text(Random random, String characters, int most) {
    StringBuilder text = new StringBuilder();
    for (int segments = random.nextInt(3); segments >= 0; segments--) {
      for (int i = random.nextInt(most); i >= 0; i--) {
        text.append(characters.charAt(random.nextInt(characters.length())));
      }
      text.append(segments > 0 ? "/" : "");
    }
    return text.toString();
  }

  /** The last line that matches the path, or a folder above it, counts. */
  private static boolean plainly(List<String> lines, String path) {
    boolean ignored = false;
    for (String line : lines) {
      String glob = line.startsWith("!") ? line.substring(1) : line;
      for (int end = 1; end <= path.length(); end++) {
        if ((end == path.length() || path.charAt(end) == '/')
            && matches(glob, path.substring(0, end))) {
          ignored = !line.startsWith("!");
        }
      }
    }
    return ignored;
  }

  private static boolean matches(String glob, String path) {
    if (glob.isEmpty()) {
      return path.isEmpty();
    }
    if (glob.startsWith("**/")) {
      return IntStream.rangeClosed(0, path.length())
          .filter(i -> i == 0 || path.charAt(i - 1) == '/')
          .anyMatch(i -> matches(glob.substring(3), path.substring(i)));
    }
    if (glob.startsWith("**")) {
      return IntStream.rangeClosed(0, path.length())
          .anyMatch(i -> matches(glob.substring(2), path.substring(i)));
    }
    if (glob.startsWith("*")) {
      return matches(glob.substring(1), path)
          || (!path.isEmpty() && path.charAt(0) != '/' && matches(glob, path.substring(1)));
    }
    boolean one = !path.isEmpty() && (glob.charAt(0) == path.charAt(0) || glob.charAt(0) == '?');
    return one
        && (glob.charAt(0) == '/' || path.charAt(0) != '/')
        && matches(glob.substring(1), path.substring(1));
  }
}
