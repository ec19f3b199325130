package dev.otters.agents.deaths;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agents.deaths.Death.Moment;
import dev.otters.agents.deaths.Death.Victim;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a comparison finds, and what it allows. */
class ComparisonTest {
  private static final Ending UNDISTURBED =
      ending(List.of("m1"), List.of("m1"), Map.of("c1", Ending.OK), List.of("c1"), List.of());

  private static Ending ending(
      List<String> users,
      List<String> answered,
      Map<String, String> results,
      List<String> effects,
      List<String> paidAgain) {
    return new Ending(
        Map.of("s1 answers", answered.stream().distinct().toList()),
        users,
        answered,
        results,
        effects,
        List.of("m1"),
        paidAgain,
        List.of(),
        List.of(new Death(Moment.REQUEST, Victim.BOTH, 1)),
        new Ending.Counts(1, 1, 1));
  }

  private static Comparison with(
      List<String> answered, String result, List<String> effects, List<String> paidAgain) {
    return Comparison.of(
        UNDISTURBED, ending(List.of("m1"), answered, Map.of("c1", result), effects, paidAgain));
  }

  @Test
  void theSameEndIsClean() {
    assertThat(with(List.of("m1"), Ending.OK, List.of("c1"), List.of()).isClean()).isTrue();
  }

  @Test
  void aCallThatWasCutOffMayOrMayNotHaveHappened() {
    assertThat(with(List.of("m1"), Ending.UNKNOWN, List.of("c1"), List.of()).isClean()).isTrue();
    assertThat(with(List.of("m1"), Ending.UNKNOWN, List.of(), List.of()).isClean()).isTrue();
  }

  @Test
  void aMessageThatIsNotInTheLogIsLost() {
    Ending ending =
        ending(List.of(), List.of("m1"), Map.of("c1", Ending.OK), List.of("c1"), List.of());
    assertThat(Comparison.of(UNDISTURBED, ending).lost()).containsExactly("m1");
  }

  @Test
  void aMessageWithoutItsAnswerIsLost() {
    assertThat(with(List.of(), Ending.OK, List.of("c1"), List.of()).lost()).containsExactly("m1");
  }

  @Test
  void anEffectThatHappenedTwiceIsRepeated() {
    assertThat(with(List.of("m1"), Ending.OK, List.of("c1", "c1"), List.of()).effects())
        .containsExactly("c1");
  }

  @Test
  void anAnswerThatIsThereTwiceOrPaidTwiceIsRepeated() {
    assertThat(with(List.of("m1", "m1"), Ending.OK, List.of("c1"), List.of()).answers())
        .containsExactly("m1");
    assertThat(with(List.of("m1"), Ending.OK, List.of("c1"), List.of("m1.1")).answers())
        .containsExactly("m1.1");
  }

  @Test
  void aResultWithoutItsEffectAndAnEffectThatMustNotBeAreDifferentOutcomes() {
    assertThat(with(List.of("m1"), Ending.OK, List.of(), List.of()).outcomes())
        .containsExactly("c1 has a result and had no effect");
    assertThat(with(List.of("m1"), Ending.OK, List.of("c1", "c2"), List.of()).outcomes())
        .containsExactly("c2 must have no effect");
  }

  @Test
  void anotherResultIsADifferentOutcome() {
    assertThat(with(List.of("m1"), "denied", List.of(), List.of()).outcomes())
        .containsExactly("c1: denied, not ok");
  }
}
