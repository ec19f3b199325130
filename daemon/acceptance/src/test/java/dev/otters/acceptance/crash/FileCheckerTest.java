package dev.otters.acceptance.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.acceptance.crash.DurableFiles.Draft;
import dev.otters.acceptance.crash.DurableFiles.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Durable files with one deliberate defect each: the checker finds it, and nothing else. */
class FileCheckerTest {
  private static final String OLD = DurableFiles.sha256("You are kind.");
  private static final String BEFORE = DurableFiles.sha256("before c1\n");
  private static final String NEW = DurableFiles.sha256("c1\n");
  private static final String SOUL = StubModel.FILE;

  private final List<Version> versions = new ArrayList<>();
  private final Map<String, String> copies = new TreeMap<>();
  private final List<Draft> drafts = new ArrayList<>();
  private boolean failed;

  private void version(long key, String path, String hash, String session, long restored) {
    versions.replaceAll(it -> it.path().equals(path) ? changed(it, false, it.written()) : it);
    versions.add(new Version(key, path, hash, session, restored, true, true));
    copies.put(path, hash);
  }

  private static Version changed(Version it, boolean current, boolean written) {
    return new Version(
        it.key(), it.path(), it.sha256(), it.session(), it.restored(), current, written);
  }

  private void promoted() {
    version(1, SOUL, OLD, "", 0);
    version(2, SOUL, NEW, "c1", 0);
    version(3, "c1", NEW, "c1", 0);
    drafts.add(new Draft(SOUL, SOUL, NEW, NEW));
  }

  private void restored() {
    version(1, SOUL, OLD, "", 0);
    version(2, SOUL, BEFORE, "", 0);
    version(3, SOUL, OLD, "c1", 1);
    drafts.add(new Draft(SOUL, SOUL, BEFORE, BEFORE));
  }

  private List<String> violations(Scenario scenario) {
    String body = "{\"call\":\"c\",\"name\":\"resources_%s_x\",\"isError\":%s}";
    String tool = scenario == Scenario.PROMOTE ? "promote" : "restore";
    Entry result =
        new Entry(
            1,
            "e1",
            "agent.tool_result",
            "turn-1",
            1,
            new JsonMapper().readTree(body.formatted(tool, failed)));
    return FileChecker.violations(
        scenario, "c1", List.of(result), new DurableFiles(versions, copies, drafts));
  }

  @Test
  void aWholePromoteAndAWholeRestoreAreCorrect() {
    promoted();
    assertThat(violations(Scenario.PROMOTE)).isEmpty();

    versions.clear();
    copies.clear();
    drafts.clear();
    restored();
    assertThat(violations(Scenario.RESTORE)).isEmpty();
  }

  @Test
  void halfOfAChangeSetIsTorn() {
    promoted();
    versions.removeLast();
    copies.remove("c1");

    assertThat(violations(Scenario.PROMOTE))
        .containsExactly("torn or doubled write: [SOUL.md] instead of [SOUL.md, c1]");
  }

  @Test
  void aRestoreThatIsRepeatedIsDoubled() {
    restored();
    versions.add(new Version(4, SOUL, OLD, "c1", 1, false, false));

    assertThat(violations(Scenario.RESTORE))
        .containsExactly(
            "torn or doubled write: [SOUL.md, SOUL.md] instead of [SOUL.md]",
            "SOUL.md does not have its newest version");
  }

  @Test
  void aWriteThatSucceededIsThereAndOneThatFailedIsNot() {
    promoted();
    failed = true;
    assertThat(violations(Scenario.PROMOTE)).containsExactly("a write that is reported as failed");

    failed = false;
    versions.removeIf(it -> it.session().equals("c1"));
    versions.replaceAll(it -> changed(it, true, true));
    copies.clear();
    copies.put(SOUL, OLD);
    assertThat(violations(Scenario.PROMOTE)).containsExactly("lost write");
  }

  @Test
  void otherBytesAreFound() {
    restored();
    versions.removeLast();
    version(3, SOUL, NEW, "c1", 1);

    assertThat(violations(Scenario.RESTORE)).containsExactly("wrong content of SOUL.md");
  }

  @Test
  void theDiskMustHaveWhatTheDatabaseHas() {
    promoted();
    copies.put(SOUL, OLD);

    assertThat(violations(Scenario.PROMOTE))
        .singleElement()
        .asString()
        .startsWith("the disk has {SOUL.md=" + OLD);
  }

  @Test
  void aFileThatIsNeverWrittenIsFound() {
    promoted();
    versions.add(changed(versions.removeLast(), true, false));

    assertThat(violations(Scenario.PROMOTE)).containsExactly("c1 still waits for the disk");
  }

  @Test
  void aDraftThatForgotWhatItIsIsFound() {
    promoted();
    drafts.set(0, new Draft(SOUL, SOUL, OLD, NEW));

    assertThat(violations(Scenario.PROMOTE))
        .singleElement()
        .asString()
        .startsWith("the drafts are ");
  }
}
