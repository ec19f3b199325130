package dev.otters.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The tests that pages of the documentation name, as {@code `Type`} or {@code `Type.method`}. */
final class NamedTests {
  private static final Pattern NAME = Pattern.compile("`([A-Z]\\w+)(?:\\.(\\w+))?`");

  private final Map<String, List<String>> sources = new HashMap<>();

  private NamedTests() {}

  /** Reads the tests of the whole project. Other tasks may write into its build folders. */
  static NamedTests read() {
    NamedTests tests = new NamedTests();
    try {
      tests.add(Stream.of(Distribution.root().resolve("images")));
      for (String part : List.of("daemon", "runtime")) {
        try (Stream<Path> modules = Files.list(Distribution.root().resolve(part))) {
          tests.add(modules);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return tests;
  }

  private void add(Stream<Path> modules) throws IOException {
    for (Path sources : modules.map(module -> module.resolve("src")).toList()) {
      if (Files.isDirectory(sources)) {
        try (Stream<Path> files = Files.walk(sources)) {
          files.filter(NamedTests::isTest).forEach(this::add);
        }
      }
    }
  }

  private static boolean isTest(Path file) {
    String path = file.toString();
    return path.endsWith(".java")
        && (path.contains("/src/test/") || path.contains("/src/testkit/"));
  }

  private void add(Path file) {
    String name = file.getFileName().toString().replace(".java", "");
    sources.computeIfAbsent(name, _ -> new ArrayList<>()).add(Otters.read(file));
  }

  /** Returns the names in a text, in order. */
  static List<MatchResult> in(String text) {
    return NAME.matcher(text).results().toList();
  }

  /** Returns the cells of the rows of the table below a heading, without the table's head. */
  static List<List<String>> rows(String page, String heading) {
    String text = page.substring(page.indexOf("\n## " + heading));
    int end = text.indexOf("\n## ", 4);
    return text.substring(4, end < 0 ? text.length() : end)
        .lines()
        .filter(line -> line.startsWith("| "))
        .skip(1)
        .map(line -> List.of(line.substring(2, line.length() - 2).split(" \\| ", -1)))
        .toList();
  }

  /** Returns the names in a text that are no tests. */
  List<String> missing(String text) {
    return in(text).stream().filter(name -> !exists(name)).map(MatchResult::group).toList();
  }

  private boolean exists(MatchResult name) {
    List<String> found = sources(name.group(1));
    return name.group(2) == null
        ? !found.isEmpty()
        : found.stream().anyMatch(source -> declares(source, name.group(2)));
  }

  private static boolean declares(String source, String method) {
    Matcher found = Pattern.compile("\\bvoid " + method + "\\(").matcher(source);
    if (!found.find()) {
      return false;
    }
    String before = source.substring(source.lastIndexOf("\n\n", found.start()), found.start());
    return before.contains("@Test") || before.contains("@ParameterizedTest");
  }

  /** Returns the sources of the types of a name; empty if there is none. */
  List<String> sources(String type) {
    return sources.getOrDefault(type, List.of());
  }
}
