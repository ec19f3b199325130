package dev.otters.resources.substrate;

import static dev.otters.resources.substrate.SubstrateKit.AGENT;
import static dev.otters.resources.substrate.SubstrateKit.absent;
import static dev.otters.resources.substrate.SubstrateKit.change;
import static dev.otters.resources.substrate.SubstrateKit.version;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.home.store.StoreException;
import dev.otters.resources.substrate.FileVersion.Origin;
import dev.otters.resources.substrate.Substrate.Writer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubstrateTest {
  @TempDir Path folder;
  private SubstrateKit kit;

  @BeforeEach
  void open() {
    kit = new SubstrateKit(folder);
    prepare("You are a guide.");
  }

  @AfterEach
  void close() {
    kit.close();
  }

  private List<String> prepare(String soul) {
    return kit.substrate.prepare(AGENT, Map.of("SOUL.md", soul));
  }

  @Test
  void aNewAgentHasTheUsualFiles() {
    assertThat(kit.files.all.keySet()).containsExactlyInAnyOrderElementsOf(Substrate.USUAL);
    assertThat(kit.files.all)
        .containsEntry("SOUL.md", "You are a guide.")
        .containsEntry("USER.md", "");
    assertThat(kit.current("SOUL.md").origin()).isEqualTo(Origin.IMAGE);
  }

  @Test
  void aFileThatNobodyPromotedFollowsTheImage() {
    assertThat(prepare("You are a critic.")).isEmpty();

    assertThat(kit.files.all).containsEntry("SOUL.md", "You are a critic.");
  }

  @Test
  void aPromotedFileWinsOverTheImage() {
    kit.promote("SOUL.md", "You are brief.", version(kit.current("SOUL.md").id()));

    assertThat(prepare("You are a critic.")).containsExactly("SOUL.md");
    assertThat(kit.files.all).containsEntry("SOUL.md", "You are brief.");
  }

  @Test
  void aRemovedFileIsNotCreatedAgainButMayBePromoted() {
    kit.files.all.remove("SOUL.md");

    assertThat(prepare("You are a guide.")).isEmpty();
    assertThat(kit.files.all).doesNotContainKey("SOUL.md");
    assertThat(kit.substrate.file(AGENT, SubstrateKit.SOUL)).isEmpty();

    kit.promote("SOUL.md", "You are back.", absent());
    assertThat(kit.files.all).containsEntry("SOUL.md", "You are back.");
  }

  @Test
  void aFileThatIsWrittenDuringAStartStays() throws InterruptedException {
    int files = SubstrateLimits.FILES - Substrate.USUAL.size();
    Thread writer =
        Thread.ofPlatform()
            .start(
                () -> {
                  for (int i = 0; i < files; i++) {
                    kit.promote(i + ".md", "new", absent());
                  }
                });
    while (writer.isAlive()) {
      prepare("You are a guide.");
    }
    writer.join();

    assertThat(kit.substrate.files(AGENT)).hasSize(SubstrateLimits.FILES);
  }

  @Test
  void aFileThatWasChangedOnTheDiskGetsItsContentBack() {
    kit.files.all.put("SOUL.md", "You are free.");

    prepare("You are a guide.");

    assertThat(kit.files.all).containsEntry("SOUL.md", "You are a guide.");
  }

  @Test
  void aCopyThatFailedIsMadeAtTheNextStart() {
    kit.files.full = true;
    kit.promote("SOUL.md", "You are brief.", version(kit.current("SOUL.md").id()));
    kit.promote("notes/new.md", "new", absent());
    assertThat(kit.files.all).containsEntry("SOUL.md", "You are a guide.");

    kit.files.full = false;
    kit.substrate.boot();

    assertThat(kit.files.all)
        .containsEntry("SOUL.md", "You are brief.")
        .containsEntry("notes/new.md", "new");
  }

  @Test
  void aWriteThatIsStoredIsNotReportedAsFailedWhateverTheCopyMeets() {
    for (RuntimeException fault :
        List.of(
            new StoreException(StoreException.Reason.FULL, "the disk is full"),
            new UncheckedIOException(new IOException("input/output error")),
            new IllegalStateException("no folder"))) {
      kit.files.fault =
          () -> {
            throw fault;
          };
      String text = "You survive " + fault.getMessage();

      FileVersion stored =
          kit.promote("SOUL.md", text, version(kit.current("SOUL.md").id())).getFirst();

      assertThat(kit.current("SOUL.md")).isEqualTo(stored);
      assertThat(kit.files.all).containsEntry("SOUL.md", "You are a guide.");
    }
    kit.files.fault = () -> {};
    kit.substrate.boot();

    assertThat(kit.files.all).containsEntry("SOUL.md", "You survive no folder");
  }

  @Test
  void aRefusedWriteIsStillReported() {
    kit.files.fault =
        () -> {
          throw new IllegalStateException("not reached");
        };

    assertRefused(() -> kit.promote("SOUL.md", "You are late.", version(0)));
  }

  @Test
  void aFileThatIsEmptiedIsEmptyInThePrompt() {
    kit.promote("SOUL.md", "", version(kit.current("SOUL.md").id()));

    assertThat(kit.substrate.prompt(AGENT).orElseThrow())
        .filteredOn(file -> file.name().equals("SOUL"))
        .singleElement()
        .satisfies(file -> assertThat(file.beginning().flatMap(Content::text)).contains(""));
  }

  @Test
  void theBytesBeforeTheFirstPromoteAreAVersionAndCanBeRestored() {
    FileVersion first = kit.current("SOUL.md");
    FileVersion second = kit.promote("SOUL.md", "You are brief.", version(first.id())).getFirst();

    assertThat(kit.substrate.versions(AGENT, SubstrateKit.SOUL, 10)).containsExactly(second, first);
    FileVersion third =
        kit.substrate.restore(AGENT, Writer.OPERATOR, first.id(), version(second.id()), _ -> {});

    assertThat(kit.text(third)).isEqualTo("You are a guide.");
    assertThat(third.restored()).contains(first.id());
    assertThat(third.sha256()).isEqualTo(first.sha256());
    assertThat(kit.files.all).containsEntry("SOUL.md", "You are a guide.");
  }

  @Test
  void bytesThatAreNoTextComeBackAsTheyWere() {
    byte[] binary = {0, (byte) 0xff, (byte) 0xfe, '\r', '\n', 0};

    FileVersion stored =
        kit.substrate
            .promote(
                AGENT, Writer.OPERATOR, List.of(change("logo.bin", Content.of(binary), absent())))
            .getFirst();

    assertThat(kit.substrate.content(AGENT, stored).bytes()).isEqualTo(binary);
  }

  @Test
  void theLoserOfARaceLearnsWhatTheFileHasNow() {
    FileVersion before = kit.current("SOUL.md");
    FileVersion winner = kit.promote("SOUL.md", "You are brief.", version(before.id())).getFirst();

    Expected same = new Expected(Optional.empty(), Optional.of(before.sha256()), false);
    assertRefused(() -> kit.promote("SOUL.md", "You are slow.", version(before.id())))
        .withMessageContaining("version " + winner.id())
        .withMessageContaining(winner.sha256());
    assertRefused(() -> kit.promote("SOUL.md", "You are slow.", same))
        .withMessageContaining(before.sha256());
    assertRefused(() -> kit.promote("SOUL.md", "You are slow.", absent()))
        .withMessageContaining("no file was expected");
  }

  @Test
  void severalFilesArePromotedTogetherOrNotAtAll() {
    List<FileChange> changes =
        List.of(
            change("a.md", Content.of("a"), absent()),
            change("SOUL.md", Content.of("b"), absent()));

    assertRefused(() -> kit.substrate.promote(AGENT, Writer.OPERATOR, changes));

    assertThat(kit.files.all).doesNotContainKey("a.md");
    assertThat(kit.substrate.file(AGENT, FilePath.stored("a.md"))).isEmpty();
  }

  @Test
  void aRepeatedCallWritesNothing() {
    Writer call = new Writer("review", "approval 7");
    List<FileChange> change = List.of(change("a.md", Content.of("a"), absent()));

    List<FileVersion> first = kit.substrate.promote(AGENT, call, change);

    assertThat(kit.substrate.promote(AGENT, call, change)).isEqualTo(first);
    assertThat(kit.substrate.versions(AGENT, FilePath.stored("a.md"), 10)).isEqualTo(first);
  }

  @Test
  void whatCannotBeStoredIsRefused() {
    Content large = Content.of(new byte[SubstrateLimits.FILE_BYTES + 1]);
    assertRefused(
            () ->
                kit.substrate.promote(
                    AGENT, Writer.OPERATOR, List.of(change("a.md", large, absent()))))
        .withMessageContaining("more than 1048576 bytes");
    assertRefused(() -> kit.promote("SOUL.md/deep", "x", absent()))
        .withMessage("SOUL.md/deep and SOUL.md cannot both be files");
    assertRefused(() -> new Expected(Optional.empty(), Optional.empty(), false))
        .withMessageContaining("a precondition is needed");
  }

  @Test
  void oldVersionsAreDeletedWithBytesThatNoOtherHas() {
    for (int i = 0; i < SubstrateLimits.VERSIONS + 5; i++) {
      kit.promote("SOUL.md", "version " + i, version(kit.current("SOUL.md").id()));
    }

    assertThat(kit.substrate.versions(AGENT, SubstrateKit.SOUL, 1000))
        .hasSize(SubstrateLimits.VERSIONS);
    // One for each version, and one for the empty files.
    assertThat(
            kit.database.<Long>read(
                rows -> rows.number("SELECT count(*) AS n FROM substrate_blobs")))
        .isEqualTo(SubstrateLimits.VERSIONS + 1);
  }

  private static ThrowableAssertAlternative<WritebackException> assertRefused(
      ThrowingCallable work) {
    return assertThatExceptionOfType(WritebackException.class).isThrownBy(work);
  }
}
