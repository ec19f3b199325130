package dev.otters.agents.deaths;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The numbers of the last full run: a file for tests, and a section of docs/reliability.md. */
final class Results {
  private static final String BEGIN = "<!-- deaths: written by ./gradlew deaths -->\n";
  private static final String END = "<!-- end of deaths -->\n";
  private static final String FILE =
      "daemon/agents/src/test/resources/dev/otters/agents/deaths/deaths.tsv";

  private final Path root;

  Results(Path root) {
    this.root = root;
  }

  private Path page() {
    return root.resolve("docs/reliability.md");
  }

  /** Writes the numbers into the file and the page. */
  void write(List<Tally> numbers) throws IOException {
    Files.createDirectories(root.resolve(FILE).getParent());
    Files.write(root.resolve(FILE), numbers.stream().map(Tally::line).toList());
    String text = Files.readString(page());
    int begin = text.indexOf(BEGIN) + BEGIN.length();
    Files.writeString(
        page(), text.substring(0, begin) + section(numbers) + text.substring(text.indexOf(END)));
  }

  /** Returns the numbers in the file. */
  List<Tally> numbers() throws IOException {
    return Files.readAllLines(root.resolve(FILE)).stream().map(Tally::read).toList();
  }

  /** Returns the section of the page. */
  String shown() throws IOException {
    String text = Files.readString(page());
    return text.substring(text.indexOf(BEGIN) + BEGIN.length(), text.indexOf(END));
  }

  /** Returns the section that the page must have. */
  static String section(List<Tally> numbers) {
    List<String> lines = new ArrayList<>();
    lines.add("| scenario | commits | messages | deaths | by SIGKILL |");
    lines.add("|---|---|---|---|---|");
    numbers.forEach(one -> lines.add(one.row()));
    Tally all = Tally.sum(numbers);
    lines.add(all.row());
    lines.add("");
    lines.add("The last run: `" + all.summary() + "`.");
    return String.join("\n", lines) + "\n";
  }
}
