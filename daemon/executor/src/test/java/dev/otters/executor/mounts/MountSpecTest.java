package dev.otters.executor.mounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.executor.ExecutorException.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MountSpecTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "/src:/workspace/src|/src|/workspace/src|''|false",
        "/src:/workspace/src:ro|/src|/workspace/src|''|true",
        "/src:/workspace/src:rw|/src|/workspace/src|''|false",
        "/src:/workspace/src:Project source|/src|/workspace/src|Project source|false",
        "/src:/workspace/src:Project source:ro|/src|/workspace/src|Project source|true",
        "/src:/workspace/src:a: b::c:ro|/src|/workspace/src|a: b::c|true",
        "/src:/workspace/src::ro|/src|/workspace/src|''|true",
        "/src:/workspace/src:ro:|/src|/workspace/src|ro:|false",
        "/src:/workspace/src:RO|/src|/workspace/src|RO|false",
        "/src:ro:ro|/src|ro|''|true",
        "/data/customers.csv:/workspace/data/customers.csv:ro|/data/customers.csv|/workspace/data/customers.csv|''|true",
      })
  void splitsWhatAnOperatorWrites(
      String text, String source, String target, String description, boolean readOnly) {
    assertThat(MountSpec.parse(text))
        .isEqualTo(new MountSpec(source, target, description, readOnly));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", ":", "/src", "/src:", ":/workspace/src", "/src:ro", "ro", ":ro", "/src::text"})
  void refusesWhatHasNoHostOrNoTarget(String text) {
    assertThatThrownBy(() -> MountSpec.parse(text))
        .isInstanceOfSatisfying(
            MountException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(Reason.MOUNT);
              assertThat(e.problems()).hasSize(1);
              assertThat(e).hasMessageContaining("HOST:TARGET[:DESCRIPTION][:ro|rw]");
              assertThat(e.remedy()).contains("/workspace/src");
            });
  }

  @Test
  void showsNoControlCharacters() {
    assertThatThrownBy(() -> MountSpec.parse("/a\n\u001b[2J"))
        .hasMessageContaining("\"/a??[2J\"")
        .hasMessageNotContaining("\n");
  }
}
