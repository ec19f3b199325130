package dev.otters.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExitCodesTest {
  @Test
  void everyCodeOfTheApiIsInTheTable() {
    for (ErrorCode code : ErrorCode.values()) {
      assertThat(ExitCodes.table().get(code.exitCode())).contains("`" + code + "`");
    }
    assertThat(ExitCodes.table().firstEntry()).isEqualTo(Map.entry(0, "done"));
    assertThat(ExitCodes.table().get(3)).startsWith("not found: `not_found`");
    assertThat(ExitCodes.table().get(30)).startsWith("executor: ");
  }
}
