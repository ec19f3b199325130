package dev.otters.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExitCodesTest {
  @Test
  void everyCodeOfTheApiIsInTheTable() {
    for (ErrorCode code : ErrorCode.values()) {
      assertThat(Reference.exitTable().get(code.exitCode())).contains("`" + code + "`");
    }
    assertThat(Reference.exitTable().firstEntry()).isEqualTo(Map.entry(0, "done"));
    assertThat(Reference.exitTable().get(3)).startsWith("not found: `not_found`");
    assertThat(Reference.exitTable().get(30)).startsWith("executor: ");
  }
}
