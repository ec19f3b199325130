package dev.otters.models.provider.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.otters.models.chat.ToolSchema;
import java.util.List;
import org.junit.jupiter.api.Test;

class ToolNamesTest {
  @Test
  void toolsWhoseNamesAVendorCannotTellApartKeepNamesOfTheirOwn() {
    String longest = "x".repeat(64);
    List<String> tools = List.of("a.b", "a_b", "a b", longest + "1", longest + "2");
    ToolNames names = ToolNames.of(tools.stream().map(ToolNamesTest::tool).toList());

    assertThat(names.specifications())
        .extracting(ToolSpecification::name)
        .containsExactly("a_b", "a_b_2", "a_b_3", longest, "x".repeat(60) + "_2");
    assertThat(tools).allSatisfy(tool -> assertThat(names.mean(names.tell(tool))).isEqualTo(tool));
  }

  @Test
  void examplesForSmallModelsAreNotSent() {
    String usage = "A shell.\n\nQ: Roses?\n{\"args\":[\"-c\",\"ls\"]}\n| 7\nA: Seven.\n";

    assertThat(ToolNames.of(List.of(new ToolSchema("sh", usage, "{}"))).specifications())
        .extracting(ToolSpecification::description)
        .containsExactly("A shell.");
  }

  private static ToolSchema tool(String name) {
    return new ToolSchema(name, "", "{}");
  }
}
