package dev.otters.bench;

import dev.otters.bench.figure.Chats;
import dev.otters.bench.figure.Code;
import dev.otters.bench.figure.Commands;
import dev.otters.bench.figure.Durable;
import dev.otters.bench.figure.DurableInputs;
import dev.otters.bench.figure.Egress;
import dev.otters.bench.figure.Group;
import dev.otters.bench.figure.Images;
import dev.otters.bench.figure.Memory;
import dev.otters.bench.figure.Operations;
import dev.otters.bench.figure.Starts;
import dev.otters.bench.figure.Transfers;
import dev.otters.bench.figure.Turns;
import dev.otters.bench.report.PerformancePage;
import dev.otters.bench.report.Report;
import dev.otters.bench.report.Tables;
import dev.otters.bench.run.CleanUp;
import dev.otters.bench.run.Leftovers;
import dev.otters.bench.run.Workbench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Measures the distribution. The build calls it. */
public final class Main {
  private static final List<Group> GROUPS =
      List.of(
          new Starts(),
          new Turns(),
          new Chats(Optional.ofNullable(System.getenv("DOCKER_AGENT")).map(Path::of)),
          new Commands(),
          new Operations(),
          new Durable(),
          new DurableInputs(),
          new Memory(),
          new Images(),
          new Transfers(),
          new Egress(),
          new Code());

  private Main() {}

  /**
   * Measures, prints a table, and writes {@code docs/performance.md} if every group was measured.
   *
   * @param args the project's folder, the groups to measure (empty for all) and the executors, both
   *     separated by commas
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    if (args.length != 3) {
      System.err.println("usage: PROJECT FIGURES EXECUTORS");
      System.exit(2);
    }
    List<String> wanted = words(args[1]);
    List<String> names = GROUPS.stream().map(Group::name).toList();
    if (!names.containsAll(wanted)) {
      System.err.println("bench: there are the figures " + names + ", not " + wanted);
      System.exit(2);
    }
    try (CleanUp cleanUp = CleanUp.atExit()) {
      Optional<String> engine = Optional.ofNullable(System.getenv("DOCKER_HOST"));
      Workbench bench = new Workbench(Path.of(args[0]), engine, words(args[2]), cleanUp);
      Leftovers.sweep(bench);
      List<Report> reports = new ArrayList<>();
      for (Group group : GROUPS) {
        if (wanted.isEmpty() || wanted.contains(group.name())) {
          System.err.println("bench: " + group.name());
          Report report = group.measure(bench);
          print(report);
          reports.add(report);
        }
      }
      if (wanted.isEmpty()) {
        write(bench, reports);
      }
    }
  }

  private static void print(Report report) {
    System.out.println("\n" + report.title());
    System.out.print(Tables.plain(Report.HEADER, report.rows()));
    report.skipped().forEach(why -> System.out.println("not measured: " + why));
  }

  private static void write(Workbench bench, List<Report> reports) throws IOException {
    Path page = bench.project().resolve("docs/performance.md");
    String text = PerformancePage.replace(Files.readString(page), Machine.describe(bench), reports);
    Files.writeString(page, text);
    System.out.println("\nwritten to " + page);
  }

  private static List<String> words(String text) {
    return Arrays.stream(text.split(",")).filter(word -> !word.isBlank()).toList();
  }
}
