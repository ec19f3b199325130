package dev.otters.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.Json;
import dev.otters.api.agent.AgentStatus;
import dev.otters.cli.testing.Given;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class YamlTest {
  private final Random random = new Random(11);

  @Test
  void aRecordHasTheMembersOfItsJson() {
    String yaml = Yaml.write(List.of(Given.summary("bob", AgentStatus.READY, null)));
    assertThat(yaml)
        .startsWith("- id: \"86106816-1a2b-")
        .contains("\n  name: bob\n")
        .doesNotContain("exit");
  }

  @Test
  void listsInListsAndEmptyOnesAreWritten() {
    assertThat(Yaml.write(List.of(List.of(1, Map.of("a", List.of())), Map.of())))
        .isEqualTo("- - 1\n  - a: []\n- {}");
    assertThat(Yaml.write(List.of())).isEqualTo("[]");
    assertThat(Yaml.write(Map.of())).isEqualTo("{}");
  }

  /** A YAML parser reads what a JSON parser reads from the same data. */
  @Test
  void yamlReadsAsTheSameDataAsJson() {
    for (int i = 0; i < 3000; i++) {
      Object data = map(4);
      Object expected = Json.read(Json.write(data), Map.class);
      String yaml = Yaml.write(data);
      assertThat(new org.yaml.snakeyaml.Yaml().<Object>load(yaml).toString())
          .describedAs(yaml)
          .isEqualTo(String.valueOf(expected));
    }
  }

  private Object value(int depth) {
    return switch (random.nextInt(depth == 0 ? 3 : 6)) {
      case 0 -> random.nextInt(2000) - 1000;
      case 1 -> random.nextBoolean();
      case 2, 3 -> text();
      case 4 -> map(depth - 1);
      default -> {
        List<Object> list = new ArrayList<>();
        for (int n = random.nextInt(4); n > 0; n--) {
          list.add(value(depth - 1));
        }
        yield list;
      }
    };
  }

  private Map<String, Object> map(int depth) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int n = random.nextInt(5); n > 0; n--) {
      map.put(text(), value(depth));
    }
    return map;
  }

  private String text() {
    List<String> words =
        List.of(
            "",
            "a",
            "true",
            "No",
            "null",
            "~",
            "1",
            "0x1F",
            "1e3",
            "-",
            "- a",
            "a: b",
            "#",
            "a #b",
            "é",
            "\u0085",
            "\u202e",
            "\t",
            "a\nb",
            "\"",
            "'",
            "{",
            "[",
            "*",
            "&",
            "!",
            "%",
            "@",
            "2026-01-01",
            "12:30",
            "guide:latest",
            "/x/y",
            ".",
            "=",
            "<<",
            "𝄞",
            "y",
            "Off",
            "a-",
            "_");
    String word = words.get(random.nextInt(words.size()));
    return random.nextInt(3) == 0 ? word + words.get(random.nextInt(words.size())) : word;
  }
}
