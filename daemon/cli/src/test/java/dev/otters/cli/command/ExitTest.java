package dev.otters.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExitTest {
  @Test
  void everyCodeOfTheApiIsInTheTable() {
    for (ErrorCode code : ErrorCode.values()) {
      assertThat(Exit.table().get(code.exitCode())).contains("`" + code + "`");
    }
    assertThat(Exit.table().firstEntry()).isEqualTo(Map.entry(0, "done"));
    assertThat(Exit.table().get(3)).startsWith("not found: `not_found`");
    assertThat(Exit.table().get(30)).startsWith("executor: ");
  }
}
