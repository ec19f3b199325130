package dev.otters.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableTest {
  private static Table table() {
    Table table = new Table("ID", "NAME", "IMAGE");
    table.row("123456789012", "guide", "registry.example.org:5000/team/guide:latest");
    table.row("abcdefabcdef", "a-rather-long-name-of-an-agent", "x");
    return table;
  }

  @Test
  void columnsAreAsWideAsTheirWidestCell() {
    assertThat(table().lines(0))
        .containsExactly(
            "ID             NAME                             IMAGE",
            "123456789012   guide                           "
                + " registry.example.org:5000/team/guide:latest",
            "abcdefabcdef   a-rather-long-name-of-an-agent   x");
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 60, 79, 80, 100})
  void linesFitTheScreen(int columns) {
    assertThat(table().lines(columns))
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(columns));
  }

  @Test
  void wideCharactersTakeTwoColumns() {
    Table table = new Table("NAME", "STATE");
    table.row("水獺水獺水獺", "ok");
    table.row("otter", "e\u0301");
    assertThat(table.lines(0))
        .containsExactly("NAME           STATE", "水獺水獺水獺   ok", "otter          e\u0301");
    assertThat(table.lines(17))
        .containsExactly("NAME        STATE", "水獺水獺…   ok", "otter       e\u0301");
  }

  @Test
  void theAgeOfAnAgentIsWholeOrNotThere() {
    Table table = new Table("ID", "NAME", "IMAGE", "MODEL", "STATUS", "CREATED");
    table.row(
        "123456789012",
        "guide",
        "guide:latest",
        "scripted/guide",
        "ready about an hour",
        "About an hour ago");
    assertThat(table.lines(80).getLast())
        .isEqualTo("123456789012   guide   guide:latest   scripted/guide   ready about an hour");
  }

  @Test
  void theWidestColumnIsCutFirst() {
    assertThat(table().lines(60))
        .containsExactly(
            "ID             NAME                    IMAGE",
            "123456789012   guide                   registr…/guide:latest",
            "abcdefabcdef   a-rather-long-name-o…   x");
  }

  @Test
  void aScreenThatIsTooNarrowGetsTwoColumnsAndNotAnError() {
    assertThat(table().lines(10).get(2)).isEqualTo("abcdefabcdef   a-rathe…");
  }

  @Test
  void columnsThatMatterLeastGoWhereThereIsNoRoom() {
    Table table = new Table("REF", "DIGEST", "PLATFORMS", "SIZE", "CREATED");
    table.row("otters/tools/sh:latest", "fef8adb8b2ca", "linux/amd64", "1.04MB", "2 minutes ago");
    assertThat(table.lines(48))
        .containsExactly(
            "REF                      DIGEST         SIZE",
            "otters/tools/sh:latest   fef8adb8b2ca   1.04MB");
    assertThat(table.lines(44).getLast()).isEqualTo("otters/…ls/sh:latest   fef8adb8b2ca   1.04MB");
    assertThat(table.lines(80).getFirst()).contains("PLATFORMS", "CREATED");
  }

  @Test
  void onlyAScreenCutsAndOnlyWhenNotEverythingIsWanted() {
    Screen screen = Screen.ofTerminal(60, false);
    table().print(screen.console(), false);
    assertThat(screen.out()).contains("…");
    Screen whole = Screen.ofTerminal(60, false);
    table().print(whole.console(), true);
    assertThat(whole.out()).doesNotContain("…");
    Screen script = Screen.ofScript();
    table().print(script.console(), false);
    assertThat(script.out()).doesNotContain("…");
  }

  @Test
  void aCellIsOneLineAndCommandsNoTerminal() {
    Table table = new Table("A");
    table.row("x\ny\tz\u001b[0m");
    assertThat(table.lines(0).get(1)).isEqualTo("x y z·[0m");
  }

  @Test
  void aTableWithoutRowsIsItsHeader() {
    assertThat(new Table("A", "B").lines(80)).containsExactly("A   B");
  }

  @Test
  void aRowWithTheWrongNumberOfCellsIsRefused() {
    assertThatThrownBy(() -> new Table("A", "B").row("x"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
