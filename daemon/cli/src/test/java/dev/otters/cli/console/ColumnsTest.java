package dev.otters.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnsTest {
  @ParameterizedTest
  @CsvSource({"a, 1", "é, 1", "…, 1", "·, 1", "水, 2", "한, 2", "！, 2", "🦦, 2", "́, 0", "‍, 0"})
  void aCharacterTakesSoManyColumns(String character, int columns) {
    assertThat(Columns.of(character.codePointAt(0))).isEqualTo(columns);
  }

  @Test
  void theMarkStandsBelowWhatItMarks() {
    assertThat(Columns.mark("NAME -", 5, 1)).isEqualTo("     ^");
    assertThat(Columns.mark("LABEL a=\"水🦦\" x", 13, 1)).isEqualTo("               ^");
    assertThat(Columns.mark("\tNAME\tbad name", 6, 3)).isEqualTo("\t    \t^~~");
    assertThat(Columns.mark("ADD 水.txt", 4, 5)).isEqualTo("    ^~~~~~");
  }

  @Test
  void aMarkStaysWithinTheLine() {
    assertThat(Columns.mark("NAME", 4, 1)).isEqualTo("    ^");
    assertThat(Columns.mark("NAME", 99, 99)).isEqualTo("    ^");
    assertThat(Columns.mark("NAME x", 5, 99)).isEqualTo("     ^");
    assertThat(Columns.mark("a\tb", 0, 3)).isEqualTo("^");
  }
}
