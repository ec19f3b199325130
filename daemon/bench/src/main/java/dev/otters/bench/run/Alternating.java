package dev.otters.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Times whole runs of several commands. The commands take turns, so that a busy moment of the
 * machine affects all of them. Uses {@code hyperfine} if it is installed.
 */
public final class Alternating {
  private static final int TURNS = 4;
  private static final int RUNS = 8;
  private static final double MILLIS_PER_SECOND = 1000;
  private static final JsonMapper JSON = new JsonMapper();

  private final Programs programs;
  private final Path folder;
  private final boolean hyperfine;

  /** Creates a timer that writes small files to {@code folder}. */
  public Alternating(Programs programs, Path folder) {
    this.programs = programs;
    this.folder = folder;
    this.hyperfine = programs.find("hyperfine").isPresent();
  }

  /**
   * Runs each command {@code TURNS × RUNS} times, after a few runs to warm up.
   *
   * @param commands the commands by name
   * @return the milliseconds of each run, by name
   */
  public Map<String, List<Double>> time(Map<String, List<String>> commands) throws IOException {
    Map<String, List<Double>> times = new LinkedHashMap<>();
    for (int turn = 0; turn < TURNS; turn++) {
      for (Map.Entry<String, List<String>> command : commands.entrySet()) {
        List<Double> more = hyperfine ? byHyperfine(command.getValue()) : here(command.getValue());
        times.computeIfAbsent(command.getKey(), name -> new ArrayList<>()).addAll(more);
      }
    }
    return times;
  }

  private List<Double> byHyperfine(List<String> command) throws IOException {
    Path result = folder.resolve("hyperfine.json");
    programs.run(
        "hyperfine",
        "-N",
        "--style",
        "none",
        "--warmup",
        "2",
        "--runs",
        Integer.toString(RUNS),
        "--export-json",
        result.toString(),
        quoted(command));
    List<Double> times = new ArrayList<>();
    for (JsonNode seconds :
        JSON.readTree(Files.readString(result)).get("results").get(0).get("times")) {
      times.add(seconds.asDouble() * MILLIS_PER_SECOND);
    }
    return times;
  }

  private List<Double> here(List<String> command) {
    List<Double> times = new ArrayList<>();
    for (int i = 0; i < RUNS; i++) {
      times.add(programs.run(command).millis());
    }
    return times;
  }

  private static String quoted(List<String> command) {
    return String.join(
        " ", command.stream().map(word -> "'" + word.replace("'", "'\\''") + "'").toList());
  }
}
