package dev.otters.agents.deaths;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agents.deaths.Death.Moment;
import dev.otters.agents.deaths.Death.Victim;
import dev.otters.agents.deaths.World.Defect;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The short form of {@code ./gradlew deaths}, and defects that it finds. */
class DeathsTest {
  private static final int MOST_ROUNDS = 5;

  private static final int SINGLE = 4;

  private static Path folder = Path.of("");
  private static int plays;

  @BeforeAll
  static void open() throws IOException {
    Deaths.ignoreTheDead();
    folder = Deaths.newFolder();
  }

  @AfterAll
  static void close() throws IOException {
    Template.delete(folder);
  }

  private static Path next() {
    return folder.resolve("play" + ++plays);
  }

  private static Ending play(Scenario scenario, List<Death> deaths) throws IOException {
    return Play.play(next(), scenario, deaths, Defect.NONE);
  }

  private static void assertSame(Ending undisturbed, Ending ending, Object deaths) {
    Comparison found = Comparison.of(undisturbed, ending);
    assertThat(found.isClean()).as("%s after %s", found, deaths).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Scenario.class)
  void everyScenarioEndsTheSameWhoeverDies(Scenario scenario) throws IOException {
    Ending undisturbed = play(scenario, List.of());
    Random random = new Random(scenario.name().hashCode());
    List<Death> single = Corpus.single(undisturbed.counts());
    List<List<Death>> runs = new ArrayList<>();
    for (int i = 0; i < SINGLE; i++) {
      runs.add(List.of(single.get(random.nextInt(single.size()))));
    }
    runs.add(Corpus.several(undisturbed.counts(), random));

    assertSame(undisturbed, play(scenario, List.of()), "no death");
    for (List<Death> deaths : runs) {
      assertSame(undisturbed, play(scenario, deaths), deaths);
    }
  }

  @Test
  void aLongSessionIsSummarizedAndOthersEndBeforeTheirMessagesAreAnswered() throws IOException {
    assertThat(play(Scenario.COMPACTION, List.of()).story()).containsKey("s1 summaries");
    Ending expired = play(Scenario.EXPIRY, List.of());
    assertThat(expired.story()).containsEntry("s1 ends", List.of("interrupted", "terminated"));
    assertThat(expired.answered()).isEmpty();
    for (Scenario gone : List.of(Scenario.REMOVAL, Scenario.FORCED_REMOVAL, Scenario.RETENTION)) {
      Ending ending = play(gone, List.of());
      assertThat(ending.users()).containsExactly("m2");
      assertThat(ending.acknowledged()).containsExactly("m2");
      assertThat(ending.effects()).containsExactly("m1.1.0", "m2.1.0");
    }
  }

  @Test
  void aKilledProcessIsFollowedByTheSameEnd() throws Exception {
    Ending undisturbed = play(Scenario.STEPS, List.of());
    Child child = new Child(folder.resolve("child"));
    for (boolean waits : List.of(true, false)) {
      Death death = new Death(Moment.AFTER_COMMIT, Victim.BOTH, 7);
      Ending ending = Killed.kill(child, next(), Scenario.STEPS, death, waits);
      assertThat(ending.deaths()).containsExactly(death);
      assertSame(undisturbed, ending, death);
    }
  }

  private static Comparison played(Scenario scenario, Defect defect, Moment moment)
      throws IOException {
    Ending undisturbed = play(scenario, List.of());
    List<Comparison> found = new ArrayList<>();
    for (int number = 1; number <= undisturbed.counts().of(moment); number++) {
      Death death = new Death(moment, Victim.DAEMON, number);
      found.add(Comparison.of(undisturbed, Play.play(next(), scenario, List.of(death), defect)));
    }
    return new Comparison(
        found.stream().flatMap(it -> it.lost().stream()).toList(),
        found.stream().flatMap(it -> it.effects().stream()).toList(),
        found.stream().flatMap(it -> it.answers().stream()).toList(),
        found.stream().flatMap(it -> it.outcomes().stream()).toList());
  }

  /**
   * Plays until a defect shows. A moment has another number if threads take turns in another way,
   * so one round may miss it.
   */
  private static void assertShows(
      Scenario scenario, Defect defect, Moment moment, Predicate<Comparison> sign)
      throws IOException {
    List<Comparison> rounds = new ArrayList<>();
    do {
      rounds.add(played(scenario, defect, moment));
    } while (!sign.test(rounds.getLast()) && rounds.size() < MOST_ROUNDS);
    assertThat(rounds).anyMatch(sign);
  }

  @Test
  void aDaemonThatAcknowledgesWhatIsNotOnDiskLosesMessages() throws IOException {
    assertShows(
        Scenario.TOOL, Defect.FORGETFUL_DISK, Moment.ANSWER, it -> it.lost().contains("m1"));
  }

  @Test
  void aRuntimeThatRunsACallAgainRepeatsItsEffect() throws IOException {
    assertShows(
        Scenario.TOOL, Defect.REPEATED_CALLS, Moment.ANSWER, it -> it.effects().contains("m1.1.0"));
  }

  @Test
  void aMessageUnderANewIdIsAnsweredTwice() throws IOException {
    // Which of them depends on what else commits.
    assertShows(
        Scenario.ANSWERS,
        Defect.NEW_IDS,
        Moment.AFTER_COMMIT,
        it -> it.answers().contains("m1") || it.answers().contains("m2"));
  }
}
