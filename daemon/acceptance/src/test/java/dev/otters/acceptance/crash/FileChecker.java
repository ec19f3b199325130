package dev.otters.acceptance.crash;

import dev.otters.acceptance.crash.DurableFiles.Draft;
import dev.otters.acceptance.crash.DurableFiles.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Checks the durable files after a promote or restore from the outside, without code of the
 * product: a call wrote all of its files once or none, its result says which, the disk has what the
 * database says, and the draft is what it was.
 */
final class FileChecker {
  private final Scenario scenario;
  private final String mark;
  private final DurableFiles files;
  private final List<Version> written;
  private final List<String> violations = new ArrayList<>();

  private FileChecker(Scenario scenario, String mark, DurableFiles files) {
    this.scenario = scenario;
    this.mark = mark;
    this.files = files;
    this.written = files.versions().stream().filter(it -> it.session().equals(mark)).toList();
  }

  /**
   * Returns what is wrong; empty if nothing is.
   *
   * @param mark the name of the session and of the new file of a promote
   */
  static List<String> violations(
      Scenario scenario, String mark, List<Entry> log, DurableFiles files) {
    FileChecker checker = new FileChecker(scenario, mark, files);
    checker.writes(log);
    checker.contents();
    checker.copies();
    checker.draft();
    return List.copyOf(checker.violations);
  }

  private void wrong(String what) {
    violations.add(what);
  }

  private void writes(List<Entry> log) {
    List<String> paths = written.stream().map(Version::path).sorted().toList();
    List<Entry> results =
        log.stream()
            .filter(it -> it.is("agent.tool_result"))
            .filter(it -> it.text("name").matches("resources_(promote|restore)_.*"))
            .toList();
    boolean succeeded =
        results.stream().anyMatch(it -> !it.body().path("isError").asBoolean(false));
    if (!paths.isEmpty() && !paths.equals(changeSet())) {
      wrong("torn or doubled write: %s instead of %s".formatted(paths, changeSet()));
    } else if (succeeded && paths.isEmpty()) {
      wrong("lost write");
    } else if (!succeeded && !results.isEmpty() && !paths.isEmpty()) {
      wrong("a write that is reported as failed");
    } else if (!succeeded) {
      wrong("the allowed call failed: " + results);
    }
  }

  private List<String> changeSet() {
    return scenario == Scenario.PROMOTE ? List.of(StubModel.FILE, mark) : List.of(StubModel.FILE);
  }

  private void contents() {
    for (Version version : written) {
      if (!version.current()) {
        wrong("%s does not have its newest version".formatted(version.path()));
      }
      if (!version.sha256().equals(wanted(version))) {
        wrong("wrong content of %s".formatted(version.path()));
      }
    }
  }

  private String wanted(Version version) {
    return scenario == Scenario.PROMOTE
        ? DurableFiles.sha256(mark + "\n")
        : files.versions().stream()
            .filter(it -> it.key() == version.restored())
            .map(Version::sha256)
            .findFirst()
            .orElse("none");
  }

  private void copies() {
    Map<String, String> current = new TreeMap<>();
    for (Version version : files.versions()) {
      if (version.current()) {
        current.put(version.path(), version.sha256());
        if (!version.written()) {
          wrong("%s still waits for the disk".formatted(version.path()));
        }
      }
    }
    if (!current.equals(files.copies())) {
      wrong("the disk has %s, the database %s".formatted(files.copies(), current));
    }
  }

  /** A promoted draft follows its file; another one still shows that its file has changed. */
  private void draft() {
    String before = "before " + mark + "\n";
    String hash = DurableFiles.sha256(scenario == Scenario.PROMOTE ? mark + "\n" : before);
    List<Draft> expected = List.of(new Draft(StubModel.FILE, StubModel.FILE, hash, hash));
    if (!files.drafts().equals(expected)) {
      wrong("the drafts are %s instead of %s".formatted(files.drafts(), expected));
    }
  }
}
