package dev.otters.oci.agent;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SkillManualTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "---\nname: a-1\ndescription: One two.\n---\n# Text\n---\n",
        "---\r\nname: a-1\r\ndescription: One two.\r\n---\r\n",
        "--- \nlicense: MIT\nname: 'a-1'\ndescription: >\n  One\n  two.\nmetadata:\n  a: [b]\n---",
        "---\ndescription: \"One\\ttwo.\"\nname: a-1\nallowed-tools: Bash(git:*) Read\n---\n",
        "---\nx: &x a-1\nname: *x\ndescription: |\n  One\n  two.\n---\n",
      })
  void theNameAndTheDescriptionAreRead(String text) throws BuildContext.Refused {
    assertThat(SkillManual.of(text.getBytes(UTF_8))).isEqualTo(new SkillManual("a-1", "One two."));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "# Text | without front matter",
        "---|without front matter",
        "'---\nname: a\ndescription: b' | without front matter",
        "' ---\nname: a\ndescription: b\n---' | without front matter",
        "'---\n---' | is not a list of 'key: value' lines",
        "'---\n- a\n---' | is not a list of 'key: value' lines",
        "'---\na: [\n---' | not valid YAML, line 3",
        "'---\na: \u0001\n---' | not valid YAML",
        "'---\nname: a\n---' | without a description",
        "'---\ndescription: a\n---' | without a name",
        "'---\nname: [a]\ndescription: a\n---' | whose name is not text",
        "'---\nname: a\ndescription: {a: b}\n---' | whose description is not text",
        "'---\nname: a\nname: b\ndescription: b\n---' | has a key twice: \"name\"",
        "'---\nname: A\ndescription: b\n---' | with the name \"A\", which must be 1 to 64",
        "'---\nname: a--b\ndescription: b\n---' | with the name \"a--b\"",
        "'---\nname: -b\ndescription: b\n---' | with the name \"-b\"",
        "'---\nname: ../b\ndescription: b\n---' | with the name \"../b\"",
        "'---\nname: \ndescription: b\n---' | with the name \"\"",
        "'---\nname: a\ndescription: \"  \"\n---' | whose description is empty or longer",
        "'---\nname: a\ndescription: \"\\e[31m\"\n---' | whose description has control characters",
        "'---\nname: a\ndescription: \"\\uD800\"\n---' | whose description has control characters",
      })
  void aTextThatBreaksTheConventionIsRefused(String text, String why) {
    assertRefused(text, why);
  }

  @Test
  void lengthsAreLimited() throws BuildContext.Refused {
    String longest = "x".repeat(1024);
    assertThat(SkillManual.of(front("a".repeat(64), longest).getBytes(UTF_8)).description())
        .isEqualTo(longest);
    assertRefused(front("a".repeat(65), "d"), "which must be 1 to 64");
    assertRefused(front("a", longest + "x"), "empty or longer than 1024 characters");
    assertRefused(front("a", "d") + "x".repeat(SkillManual.LARGEST), "larger than 1 MiB");
    assertRefused("---\n" + "# comment\n".repeat(2000) + front("a", "d"), "in at most 16 KiB");
  }

  @Test
  void bombsAreRefused() {
    StringBuilder laughs = new StringBuilder("---\nx0: &x0 [lol]\n");
    for (int i = 1; i < 60; i++) {
      laughs.append("x%d: &x%d [%s]\n".formatted(i, i, ("*x" + (i - 1) + ",").repeat(10)));
    }
    laughs.append("name: a\ndescription: d\n---\n");
    assertRefused(laughs.toString(), "not valid YAML");
    assertRefused("---\na: " + "[".repeat(5000) + "\n---\n", "not valid YAML");
    assertRefused("---\na: !!javax.script.ScriptEngineManager [x]\n---\n", "not valid YAML");
  }

  @Test
  void anyBytesAreASkillOrRefused() {
    Random random = new Random(13);
    String valid = front("a", "\"d\"\nx: &y [1, {b: *y}]\nz: |\n  t");
    for (int i = 0; i < 20_000; i++) {
      byte[] damaged = valid.getBytes(ISO_8859_1);
      for (int j = random.nextInt(4); j >= 0; j--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      }
      try {
        assertThat(SkillManual.of(damaged).name()).isNotEmpty();
      } catch (BuildContext.Refused e) {
        assertThat(e).hasMessageStartingWith("has a SKILL.md");
      }
    }
  }

  private static String front(String name, String description) {
    return "---\nname: " + name + "\ndescription: " + description + "\n---\n";
  }

  private static void assertRefused(String text, String why) {
    assertThatExceptionOfType(BuildContext.Refused.class)
        .isThrownBy(() -> SkillManual.of(text.getBytes(UTF_8)))
        .withMessageStartingWith("has a SKILL.md")
        .withMessageContaining(why);
  }
}
