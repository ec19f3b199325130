package dev.otters.home.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowTest {
  @TempDir Path folder;

  @Test
  void aColumnHasItsValueOrIsEmpty() {
    try (Database database = Database.open(folder.resolve("a.db"), List.of(SampleTable.FIRST))) {
      long rows =
          database.read(
              it ->
                  it.list(
                          "SELECT 2 AS two, 0 AS zero, NULL AS absent, x'0102' AS bytes",
                          RowTest::check)
                      .size());
      assertThat(rows).isOne();
    }
  }

  private static boolean check(Row row) {
    assertThat(row.flag("two")).isTrue();
    assertThat(row.flag("zero")).isFalse();
    assertThat(row.maybeNumber("absent")).isEmpty();
    assertThat(row.maybeText("absent")).isEmpty();
    assertThat(row.maybeTime("absent")).isEmpty();
    assertThat(row.maybeTime("two")).contains(Instant.ofEpochMilli(2));
    assertThat(row.maybeBytes("absent")).isEmpty();
    assertThat(row.bytes("bytes")).containsExactly(1, 2);
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> row.flag("absent"))
        .withMessageContaining("column absent is NULL");
    return true;
  }
}
