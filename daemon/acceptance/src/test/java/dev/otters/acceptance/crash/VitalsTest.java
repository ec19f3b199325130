package dev.otters.acceptance.crash;

import static dev.otters.acceptance.crash.Vitals.KIB;
import static dev.otters.acceptance.crash.Vitals.MIB;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Soaks of a hundred measurements, in which one thing grows. */
class VitalsTest {
  private static Vitals.Sample steady(int number) {
    long wal = (1 + number % 4) * MIB;
    long database = number * 200L * KIB;
    return new Vitals.Sample(
        number * 20L, number < 50 ? 1 : 2, 150 * MIB, 150, database, wal, 10 * database);
  }

  private static Vitals soak(UnaryOperator<Vitals.Sample> change) {
    Vitals vitals = new Vitals();
    for (int number = 0; number < 100; number++) {
      vitals.add(change.apply(steady(number)));
    }
    return vitals;
  }

  @Test
  void whatStaysIsBounded() {
    assertThat(soak(it -> it).violations()).isEmpty();
    assertThat(soak(it -> it).summary())
        .isEqualTo(
            "RSS max 150 MiB, files max 150, database 19 MiB (10 KiB a prompt), WAL max 4 MiB,"
                + " home 193 MiB");
  }

  @Test
  void aFileThatEachPromptLeavesOpenIsFound() {
    UnaryOperator<Vitals.Sample> leak =
        it ->
            new Vitals.Sample(
                it.prompts(),
                it.daemon(),
                it.memory(),
                it.files() + Math.max(0, it.prompts() - 1000),
                it.database(),
                it.wal(),
                it.home());

    assertThat(soak(leak).violations())
        .containsExactly("the number of open files grew from 630 to 1130 in the last quarter");
  }

  @Test
  void aDatabaseThatGrowsWithTheSquareOfThePromptsIsFound() {
    UnaryOperator<Vitals.Sample> square =
        it ->
            new Vitals.Sample(
                it.prompts(),
                it.daemon(),
                it.memory(),
                it.files(),
                it.prompts() * it.prompts() * 20,
                it.wal(),
                it.home());

    assertThat(soak(square).violations())
        .containsExactly("the database grew by 29600 bytes a prompt, then by 69600");
  }

  @Test
  void aDaemonThatEndsWithoutAStrikeIsFound() {
    UnaryOperator<Vitals.Sample> end =
        it ->
            new Vitals.Sample(
                it.prompts(),
                it.prompts() > 1800 ? 3 : it.daemon(),
                it.memory(),
                it.files(),
                it.database(),
                it.wal(),
                it.home());

    assertThat(soak(end).violations()).containsExactly("the daemon ended by itself");
  }
}
