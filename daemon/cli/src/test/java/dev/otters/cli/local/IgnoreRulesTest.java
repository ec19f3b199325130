package dev.otters.cli.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
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
        "*;!keep        | keep               | false",
        "*;!keep        | other              | true",
        "dir;!dir/in    | dir/in             | false",
        "dir;!dir/in    | dir/out            | true",
        "!a;a           | a                  | true",
        "[x](y)+        | [x](y)+            | true",
      })
  void rulesAreThoseOfDockerignore(String rules, String path, boolean ignored) {
    assertThat(IgnoreRules.parse(List.of(rules.split(";", -1))).ignores(path)).isEqualTo(ignored);
  }

  @Test
  void onlyNegationsMakeALeftOutFolderWorthEntering() {
    assertThat(IgnoreRules.parse(List.of("a")).mayKeepBelow()).isFalse();
    assertThat(IgnoreRules.parse(List.of("a", "!a/b")).mayKeepBelow()).isTrue();
  }
}
