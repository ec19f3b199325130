package dev.otters.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FigureTest {
  private static final Figure TEN = Figure.of("ten", ms(8, 10, 12));

  private static Quantity ms(double... values) {
    return new Quantity(Samples.of(values), Unit.MILLISECONDS);
  }

  @Test
  void theRatioIsThatOfTheMedians() {
    assertThat(TEN.against("other", ms(4, 5, 90)).ratio()).contains(2.0);
    assertThat(TEN.ratio()).isEmpty();
  }

  @Test
  void aLimitIsReachedExactlyAndNotAbove() {
    assertThat(TEN.goal(new Goal.AtMost(10)).verdict()).isEqualTo(Figure.Verdict.MET);
    assertThat(TEN.goal(new Goal.AtMost(9.9)).verdict()).isEqualTo(Figure.Verdict.MISSED);
  }

  @Test
  void aShareOfTheBaselineIsEnoughAndLessIsNot() {
    Figure half = TEN.against("other", ms(20));
    assertThat(half.goal(new Goal.ShareOfBaseline(0.5)).verdict()).isEqualTo(Figure.Verdict.MET);
    assertThat(half.goal(new Goal.ShareOfBaseline(0.6)).verdict()).isEqualTo(Figure.Verdict.MISSED);
  }

  @Test
  void oneMissedGoalIsEnough() {
    Figure figure =
        TEN.against("other", ms(5)).goal(new Goal.AtMost(10), new Goal.TimesBaseline(1.9));
    assertThat(figure.verdict()).isEqualTo(Figure.Verdict.MISSED);
  }

  @Test
  void withoutAGoalOrABaselineThereIsNoVerdict() {
    assertThat(TEN.verdict()).isEqualTo(Figure.Verdict.OPEN);
    assertThat(TEN.goal(new Goal.TimesBaseline(1)).verdict()).isEqualTo(Figure.Verdict.OPEN);
  }

  @Test
  void goalsAreWrittenWithTheUnitOfTheFigure() {
    assertThat(new Goal.AtMost(8).text(Unit.MILLISECONDS)).isEqualTo("≤ 8 ms");
    assertThat(new Goal.AtMost(2.5).text(Unit.MEGABYTES)).isEqualTo("≤ 2.5 MB");
    assertThat(new Goal.TimesBaseline(1.4).text(Unit.MILLISECONDS)).isEqualTo("≤ 1.4×");
    assertThat(new Goal.ShareOfBaseline(0.6).text(Unit.MILLISECONDS)).isEqualTo("≥ 0.6×");
  }

  @Test
  void numbersHaveAsManyDigitsAsMeanSomething() {
    assertThat(Unit.MILLISECONDS.text(1.239)).isEqualTo("1.24 ms");
    assertThat(Unit.MILLISECONDS.text(12.39)).isEqualTo("12.4 ms");
    assertThat(Unit.MILLISECONDS.text(1239.6)).isEqualTo("1240 ms");
  }
}
