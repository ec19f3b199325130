package dev.otters.agents.deaths;

import dev.otters.agents.deaths.Death.Moment;
import dev.otters.agents.deaths.Death.Victim;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** The full run: every single death of each scenario, several at once, and those by SIGKILL. */
final class Deaths implements AutoCloseable {
  private static final int PROCESS_DEATHS = 9_000;
  private static final int KILLS = 1_000;
  private static final int AT_ONCE = 4;
  private static final int SHOWN = 20;

  private final Path folder;
  private final ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
  private final AtomicInteger plays = new AtomicInteger();
  private final Map<Scenario, Ending> undisturbed = new EnumMap<>(Scenario.class);
  private final Map<Scenario, Tally> tallies = new EnumMap<>(Scenario.class);
  private int shown;

  Deaths(Path folder) throws IOException {
    this.folder = folder;
    for (Scenario scenario : Scenario.values()) {
      Ending ending = Play.play(next(), scenario, List.of(), World.Defect.NONE);
      undisturbed.put(scenario, ending);
      tallies.put(scenario, Tally.of(scenario, ending));
    }
  }

  /**
   * Takes the root of the repository, whose page and file are written, and the numbers of deaths.
   */
  public static void main(String[] args) throws Exception {
    ignoreTheDead();
    Path folder = newFolder();
    boolean clean;
    try (Deaths deaths = new Deaths(folder)) {
      int wanted = args.length > 1 ? Integer.parseInt(args[1]) : PROCESS_DEATHS;
      int kills = args.length > 2 ? Integer.parseInt(args[2]) : KILLS;
      if (wanted > 0) {
        deaths.single();
      }
      deaths.several(wanted);
      deaths.kill(kills);
      if (args.length == 1) {
        new Results(Path.of(args[0])).write(deaths.numbers());
      }
      System.out.println(Tally.sum(deaths.numbers()).summary());
      clean = deaths.shown == 0;
    } finally {
      Template.delete(folder);
    }
    System.exit(clean ? 0 : 1);
  }

  /** Returns an empty folder, in memory if possible: SIGKILL loses nothing that was written. */
  static Path newFolder() throws IOException {
    Path memory = Path.of("/dev/shm");
    return Files.isWritable(memory)
        ? Files.createTempDirectory(memory, "deaths")
        : Files.createTempDirectory("deaths");
  }

  /** Hides the ends of the threads that outlive their daemon. */
  static void ignoreTheDead() {
    Thread.UncaughtExceptionHandler others = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, e) -> {
          if (!(e instanceof Dead) && others != null) {
            others.uncaughtException(thread, e);
          } else if (!(e instanceof Dead)) {
            e.printStackTrace();
          }
        });
  }

  private Path next() {
    return folder.resolve("play" + plays.incrementAndGet());
  }

  /** A run of a scenario that may be disturbed. */
  @FunctionalInterface
  private interface Run {
    Ending in(Path folder) throws Exception;
  }

  private Future<Ending> begin(Run run) {
    return threads.submit(
        () -> {
          Path mine = next();
          Ending ending = run.in(mine);
          Template.delete(mine);
          return ending;
        });
  }

  private void count(Scenario scenario, List<Death> planned, boolean killed, Future<Ending> run)
      throws InterruptedException, ExecutionException {
    Ending ending = run.get();
    Comparison found = Comparison.of(undisturbed.get(scenario), ending);
    tallies.computeIfPresent(
        scenario, (it, tally) -> tally.plus(ending.deaths().size(), killed, found));
    if (!found.isClean() && shown++ < SHOWN) {
      System.out.println(scenario.title() + ", " + planned + ": " + found);
    }
  }

  private List<Tally> numbers() {
    return List.copyOf(tallies.values());
  }

  private void progress(String what) {
    System.out.println(what + "; " + Tally.sum(numbers()).summary());
  }

  /** Every death alone. */
  private void single() throws InterruptedException, ExecutionException {
    for (Scenario scenario : Scenario.values()) {
      List<Death> deaths = Corpus.single(undisturbed.get(scenario).counts());
      List<Future<Ending>> runs = new ArrayList<>();
      for (Death death : deaths) {
        runs.add(begin(it -> Play.play(it, scenario, List.of(death), World.Defect.NONE)));
      }
      for (int i = 0; i < deaths.size(); i++) {
        count(scenario, List.of(deaths.get(i)), false, runs.get(i));
      }
      progress(scenario.title());
    }
  }

  /** Several deaths in a run, until there are enough in all. */
  private void several(int wanted) throws InterruptedException, ExecutionException {
    for (long seed = 1; Tally.sum(numbers()).deaths() < wanted; seed++) {
      Map<Scenario, List<Death>> planned = new EnumMap<>(Scenario.class);
      Map<Scenario, Future<Ending>> runs = new EnumMap<>(Scenario.class);
      for (Scenario scenario : Scenario.values()) {
        List<Death> deaths =
            Corpus.several(
                undisturbed.get(scenario).counts(),
                new Random(seed * 31 + scenario.name().hashCode()));
        planned.put(scenario, deaths);
        runs.put(scenario, begin(it -> Play.play(it, scenario, deaths, World.Defect.NONE)));
      }
      for (Scenario scenario : Scenario.values()) {
        count(scenario, planned.get(scenario), false, runs.get(scenario));
      }
      if (seed % 10 == 0) {
        progress("seed " + seed);
      }
    }
  }

  /** Deaths of a whole process. */
  private void kill(int wanted) throws IOException, InterruptedException, ExecutionException {
    Child child = new Child(folder.resolve("child"));
    Random random = new Random(1);
    List<Death> planned = new ArrayList<>();
    List<Future<Ending>> runs = new ArrayList<>();
    for (int i = 0; i < wanted; i++) {
      Scenario scenario = scenario(i);
      Moment moment = Corpus.any(Moment.values(), random);
      int last = undisturbed.get(scenario).counts().of(moment);
      Death death = new Death(moment, Victim.BOTH, 1 + random.nextInt(last));
      boolean waits = random.nextBoolean();
      planned.add(death);
      runs.add(begin(it -> Killed.kill(child, it, scenario, death, waits)));
    }
    for (int i = 0; i < wanted; i++) {
      count(scenario(i), List.of(planned.get(i)), true, runs.get(i));
      if ((i + 1) % 100 == 0) {
        progress((i + 1) + " processes");
      }
    }
  }

  private static Scenario scenario(int number) {
    List<Scenario> all = List.of(Scenario.values());
    return all.get(number % all.size());
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
