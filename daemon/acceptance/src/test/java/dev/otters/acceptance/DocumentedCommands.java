package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The commands of a page of the documentation: each line of its {@code sh} blocks, run by a shell
 * as a reader would. A line that ends with {@code # ends with N} must end with that exit code,
 * every other with 0. A {@code text} block behind an {@code sh} block shows lines that the block's
 * commands print, blanks aside, with … for what differs.
 */
final class DocumentedCommands {
  private static final Pattern BLOCK =
      Pattern.compile("^```(sh|text)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern CODE = Pattern.compile("\\s+# ends with (\\d+)$");

  private final String page;
  private final List<Block> blocks = new ArrayList<>();

  /** The commands of one block, and what the page says that they print. */
  private record Block(List<String> commands, List<String> shown) {}

  private DocumentedCommands(String page) {
    this.page = page;
  }

  /** Reads a page, named from the folder of the project. */
  static DocumentedCommands of(String page) {
    return of(page, Otters.read(Distribution.root().resolve(page)));
  }

  /** Reads the section of a page below a heading, up to the next one. */
  static DocumentedCommands of(String page, String heading, String next) {
    String text = Otters.read(Distribution.root().resolve(page));
    int start = text.indexOf("\n" + heading + "\n");
    int end = text.indexOf("\n" + next + "\n", start);
    assertThat(start).as("%s: %s", page, heading).isPositive();
    assertThat(end).as("%s: %s", page, next).isPositive();
    return of(page, text.substring(start, end));
  }

  private static DocumentedCommands of(String page, String text) {
    DocumentedCommands documented = new DocumentedCommands(page);
    Matcher matcher = BLOCK.matcher(text);
    while (matcher.find()) {
      String body = matcher.group(2);
      if (matcher.group(1).equals("sh")) {
        documented.blocks.add(new Block(commands(body), new ArrayList<>()));
      } else if (!documented.blocks.isEmpty()) {
        documented.blocks.getLast().shown().addAll(body.lines().toList());
      }
    }
    return documented;
  }

  private static List<String> commands(String body) {
    return body.replace("\\\n", " ")
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .toList();
  }

  /** Returns the same commands with something that only the reader has replaced in each. */
  DocumentedCommands with(String theirs, String ours) {
    DocumentedCommands other = new DocumentedCommands(page);
    for (Block block : blocks) {
      List<String> commands =
          block.commands().stream().map(line -> line.replaceAll(theirs, ours)).toList();
      other.blocks.add(new Block(commands, block.shown()));
    }
    return other;
  }

  /** Runs all commands in their order in one home, and returns how many there were. */
  int run(Otters otters) {
    int count = 0;
    for (Block block : blocks) {
      StringBuilder printed = new StringBuilder();
      for (String command : block.commands()) {
        Run run = run(otters, command);
        printed.append(run.out()).append(run.err());
        count++;
      }
      String text = squeezed(printed.toString());
      for (String line : block.shown()) {
        assertThat(text).as("%s shows: %s", page, line).containsPattern(pattern(line));
      }
    }
    return count;
  }

  private Run run(Otters otters, String line) {
    Matcher code = CODE.matcher(line);
    int expected = code.find() ? Integer.parseInt(code.group(1)) : 0;
    Run run = otters.shell(line);
    assertThat(run.code()).as("%s: %s%n%s%s", page, line, run.out(), run.err()).isEqualTo(expected);
    assertThat(run.err()).as("%s: %s", page, line).doesNotContain("\tat ");
    return run;
  }

  private static Pattern pattern(String line) {
    List<String> parts = List.of(squeezed(line).split("…", -1));
    return Pattern.compile(String.join(".*?", parts.stream().map(Pattern::quote).toList()));
  }

  private static String squeezed(String text) {
    return text.replaceAll("[ \\t]+", " ").strip();
  }
}
