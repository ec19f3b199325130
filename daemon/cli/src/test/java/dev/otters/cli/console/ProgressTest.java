package dev.otters.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.Progress;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private long nanos;

  @Test
  void aScriptSeesOneLineForEachPhaseOfAnItem() {
    Screen screen = Screen.ofScript();
    try (ProgressView view = ProgressView.of(screen.console())) {
      view.show(new Progress("sh", "pull", 0, 2_000_000));
      view.show(new Progress("sh", "pull", 1_000_000, 2_000_000));
      view.show(new Progress("guide", "create", 1, 4));
      view.show(new Progress("sh", "load", 0, 0));
    }
    assertThat(screen.err()).isEqualTo("pull sh (2.00MB)\ncreate guide\nload sh\n");
    assertThat(screen.out()).isEmpty();
  }

  @Test
  void aTerminalWithoutColoursIsTreatedAsAScript() {
    Screen screen = Screen.ofTerminal(80, false);
    try (ProgressView view = ProgressView.of(screen.console())) {
      view.show(new Progress("sh", "pull", 0, 0));
    }
    assertThat(screen.err()).isEqualTo("pull sh\n");
  }

  @Test
  void aTerminalSeesBarsWithBytesAndTheTimeLeftAndNoneAtTheEnd() {
    Screen screen = Screen.ofTerminal(80, true);
    ProgressBars bars = new ProgressBars(screen.console(), () -> nanos);
    bars.show(new Progress("sh", "pull", 0, 4_000_000));
    nanos = 2_000_000_000L;
    bars.show(new Progress("sh", "pull", 1_000_000, 4_000_000));
    assertThat(screen.err())
        .endsWith("pull     sh [======                  ] 1.00MB/4.00MB 6.0s left\n");
    bars.close();
    assertThat(screen.err()).endsWith("\u001b[1A\u001b[J");
  }

  @Test
  void barsThatWereTakenAwayStayAway() {
    Screen screen = Screen.ofTerminal(80, true);
    ProgressBars bars = new ProgressBars(screen.console(), () -> nanos);
    bars.show(new Progress("sh", "pull", 0, 100));
    bars.close();
    screen.console().interrupted();
    bars.show(new Progress("sh", "load", 0, 0));
    bars.close();
    assertThat(screen.err()).endsWith("\r\u001b[1A\u001b[J\r^C\n");
    Screen script = Screen.ofScript();
    script.console().interrupted();
    assertThat(script.err()).isEmpty();
  }

  @Test
  void barsAreDrawnAtMostTwelveTimesASecondButForANewPhase() {
    Screen screen = Screen.ofTerminal(80, true);
    ProgressBars bars = new ProgressBars(screen.console(), () -> nanos);
    bars.show(new Progress("sh", "pull", 0, 100));
    int drawn = screen.err().length();
    bars.show(new Progress("sh", "pull", 50, 100));
    assertThat(screen.err()).hasSize(drawn);
    bars.show(new Progress("sh", "load", 0, 0));
    assertThat(screen.err().length()).isGreaterThan(drawn);
  }

  @Test
  void barsFitTheScreenAndShowTheNewestItems() {
    Screen screen = Screen.ofTerminal(30, true);
    ProgressBars bars = new ProgressBars(screen.console(), () -> nanos);
    for (int i = 0; i < 20; i++) {
      nanos += 1_000_000_000L;
      bars.show(new Progress("an-item-with-quite-a-long-name-" + i, "pull", 1, 0));
    }
    String last = screen.err().substring(screen.err().lastIndexOf("\u001b[J") + 3);
    assertThat(last.lines().toList()).hasSize(9).last().isEqualTo("12 more");
    assertThat(last.lines()).allSatisfy(line -> assertThat(line.length()).isLessThan(30));
  }

  @Test
  void aNarrowScreenGetsAShorterBarAndAllOfTheSizes() {
    Screen screen = Screen.ofTerminal(43, true);
    ProgressBars bars = new ProgressBars(screen.console(), () -> nanos);
    bars.show(new Progress("20a2660fb8d1", "pull", 500_000, 1_000_000));
    assertThat(screen.err()).endsWith("pull     20a2660fb8d1 [==   ] 500kB/1.00MB\n");
    Screen narrow = Screen.ofTerminal(38, true);
    new ProgressBars(narrow.console(), () -> nanos)
        .show(new Progress("20a2660fb8d1", "pull", 500_000, 1_000_000));
    assertThat(narrow.err()).endsWith("pull     20a2660fb8d1 500kB/1.00MB\n");
  }

  @Test
  void whatIsThereAlreadyIsNotMoved() {
    Screen screen = Screen.ofScript();
    try (ProgressView view = ProgressView.of(screen.console())) {
      view.show(new Progress("20a2660fb8d1", "exists", 1_500_000, 1_500_000));
    }
    assertThat(screen.err()).isEqualTo("exists 20a2660fb8d1\n");
  }

  @Test
  void itemsKeepTheirPlaceAndThoseThatEndedMakeRoomForThoseThatGoOn() {
    Screen screen = Screen.ofTerminal(80, true);
    ProgressBars bars = new ProgressBars(screen.console(), () -> nanos);
    for (int round = 1; round <= 2; round++) {
      for (int i = 0; i < 12; i++) {
        nanos += 1_000_000_000L;
        long done = i < 6 && round == 2 ? 100 : 50;
        bars.show(new Progress("layer-" + i, "pull", done, 100));
      }
    }
    String last = screen.err().substring(screen.err().lastIndexOf("\u001b[J") + 3);
    assertThat(last.lines().toList()).last().isEqualTo("4 more, 4 done: 400B");
    assertThat(last.lines().limit(8).map(line -> line.split(" +", -1)[1]))
        .containsExactly(
            "layer-4",
            "layer-5",
            "layer-6",
            "layer-7",
            "layer-8",
            "layer-9",
            "layer-10",
            "layer-11");
    assertThat(last).doesNotContain("0ms left");
  }
}
