package dev.otters.agents.deaths;

import dev.otters.agents.deaths.Death.Moment;
import dev.otters.agents.deaths.Death.Victim;
import dev.otters.home.TalkingProgram;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A scenario in a process of its own, which is killed with SIGKILL at a moment or soon after it.
 */
final class Killed {
  private static final String REACHED = "reached";
  private static final String WAIT = "wait";
  private static final int SIGKILL = 128 + 9;

  private Killed() {}

  /**
   * Takes the folder and the scenario; and unless it plays to its end, the moment, its number, and
   * whether to wait there.
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    Path folder = Path.of(args[0]);
    Scenario scenario = Scenario.valueOf(args[1]);
    if (args.length == 2) {
      Ending unused = Play.play(folder, scenario, List.of(), World.Defect.NONE);
      return;
    }
    TalkingProgram.endWithParent();
    Death death = new Death(Moment.valueOf(args[2]), Victim.BOTH, Integer.parseInt(args[3]));
    boolean waits = args[4].equals(WAIT);
    Ending unused = Play.playUntil(folder, scenario, death, it -> reached(it, waits));
    // It has gone on to its end, where it is killed, too.
    System.out.println(REACHED);
    new CountDownLatch(1).await();
  }

  /** Tells the parent, and does not return if the process waits: the world stands still then. */
  private static boolean reached(Death death, boolean waits) {
    System.out.println(REACHED + " " + death);
    try {
      if (waits) {
        new CountDownLatch(1).await();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return false;
  }

  /**
   * Plays a scenario in another process, kills it, and goes on with what it left.
   *
   * @param waits whether the process waits at the moment; else it is killed while it goes on
   */
  static Ending kill(Child child, Path folder, Scenario scenario, Death death, boolean waits)
      throws IOException, InterruptedException {
    Process process =
        child.start(
            folder,
            List.of(
                scenario.name(),
                death.moment().name(),
                Integer.toString(death.number()),
                waits ? WAIT : "go"));
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      awaitMoment(output);
    } finally {
      Process unused = process.destroyForcibly();
    }
    if (!process.waitFor(1, TimeUnit.MINUTES) || process.exitValue() != SIGKILL) {
      throw new IllegalStateException("the process did not die of SIGKILL");
    }
    return Play.goOn(folder, scenario, death);
  }

  private static void awaitMoment(BufferedReader output) throws IOException {
    StringBuilder said = new StringBuilder();
    String line = output.readLine();
    while (line != null && !line.startsWith(REACHED)) {
      said.append(line).append('\n');
      line = output.readLine();
    }
    if (line == null) {
      throw new IOException("the process ended before its moment: " + said);
    }
  }
}
