package dev.otters.resources.writeback;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.otters.home.store.Database;
import dev.otters.home.store.Tx;
import dev.otters.home.time.Time;
import dev.otters.resources.substrate.Content;
import dev.otters.resources.substrate.Expected;
import dev.otters.resources.substrate.FileChange;
import dev.otters.resources.substrate.FilePath;
import dev.otters.resources.substrate.FileVersion;
import dev.otters.resources.substrate.Substrate;
import dev.otters.resources.substrate.SubstrateLimits;
import dev.otters.resources.substrate.WritebackException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The operations on durable files and on the drafts of sessions. All methods throw {@link
 * WritebackException}. Thread-safe.
 */
public record Writeback(Database database, Time time, Substrate files, DraftFolder drafts) {
  private static final int MOST_DIFF = 32 << 10;

  /** A session of an agent. */
  public record Place(UUID agent, String session) {}

  /**
   * A draft after it was staged.
   *
   * @param source the durable file
   * @param reused whether the draft was there and was kept
   */
  public record Staged(Draft draft, FileVersion source, Content content, boolean reused) {}

  /**
   * A draft to promote.
   *
   * @param hash the SHA-256 that the draft must have; empty for any
   */
  public record Wanted(FilePath draft, FilePath target, Optional<String> hash, Expected expected) {}

  /** Returns a path of a durable file. */
  public static FilePath target(String path) {
    return FilePath.of(path, Substrate.TARGET);
  }

  /** Returns a path of a draft. */
  public FilePath draft(Place place, String path) {
    return FilePath.of(path, drafts.target(place.agent(), place.session()));
  }

  /** Returns the path of a draft as the agent sees it. */
  public String shown(Place place, FilePath draft) {
    return drafts.target(place.agent(), place.session()) + "/" + draft;
  }

  /**
   * Copies a durable file to a draft. A draft of the same file is kept.
   *
   * @param overwrite whether to replace whatever is there
   */
  public Staged stage(Place place, FilePath source, FilePath draft, boolean overwrite) {
    FileVersion version = file(place.agent(), source);
    Optional<Draft> known = find(place, draft);
    Optional<Content> there = drafts.read(place.agent(), place.session(), draft);
    boolean same = known.filter(it -> it.target().equals(source)).isPresent();
    if (there.isPresent() && same && !overwrite) {
      return new Staged(known.get(), version, there.get(), true);
    }
    Content content = files.content(place.agent(), version);
    Optional<String> hash = there.map(Content::sha256);
    boolean isCopy = known.isEmpty() && hash.equals(Optional.of(version.sha256()));
    if (there.isPresent() && !isCopy && !overwrite) {
      throw WritebackException.conflict(
          "the draft " + draft + " is not a copy of " + source + ": set overwrite to replace it");
    }
    if (known.isEmpty()) {
      makeRoom(place);
    }
    Draft made = new Draft(draft, source, version.sha256(), time.now());
    // If the daemon ends between these two, an old row shows the new file as in sync, or as a copy
    // of an earlier version. With the new row first, it would show the old file as ready.
    drafts.write(place.agent(), place.session(), draft, content);
    database.update(tx -> DraftRows.save(tx, place.agent(), place.session(), made));
    return new Staged(made, version, content, false);
  }

  /** Forgets the copies whose files were deleted, if the session has as many as it may have. */
  private void makeRoom(Place place) {
    List<Draft> all = staged(place);
    if (all.size() < SubstrateLimits.DRAFTS) {
      return;
    }
    List<Draft> gone = all.stream().filter(it -> isMissing(place, it.path())).toList();
    if (gone.isEmpty()) {
      throw DraftRows.full();
    }
    database.update(
        tx -> gone.forEach(it -> DraftRows.delete(tx, place.agent(), place.session(), it)));
  }

  private boolean isMissing(Place place, FilePath draft) {
    try {
      return drafts.read(place.agent(), place.session(), draft).isEmpty();
    } catch (WritebackException _) {
      return false;
    }
  }

  /**
   * Returns the copies that a session made, ordered by their paths, without what became of them.
   */
  public List<Draft> staged(Place place) {
    return database.read(rows -> DraftRows.all(rows, place.agent(), place.session()));
  }

  /** Returns the drafts of a session, ordered by their paths. */
  public List<Draft.Status> drafts(Place place) {
    return staged(place).stream()
        .map(
            draft ->
                draft.status(hash(place, draft.path()), files.file(place.agent(), draft.target())))
        .toList();
  }

  /** Returns the hash of a draft; empty also for what is not a draft any more, such as a link. */
  private Optional<String> hash(Place place, FilePath draft) {
    try {
      return drafts.read(place.agent(), place.session(), draft).map(Content::sha256);
    } catch (WritebackException _) {
      return Optional.empty();
    }
  }

  private Optional<Draft> find(Place place, FilePath draft) {
    return database.read(rows -> DraftRows.find(rows, place.agent(), place.session(), draft));
  }

  /** Returns the durable file of a draft, which has the same path unless it was staged. */
  public FilePath targetOf(Place place, FilePath draft) {
    return find(place, draft).map(Draft::target).orElse(draft);
  }

  private FileVersion file(UUID agent, FilePath path) {
    return files
        .file(agent, path)
        .orElseThrow(() -> WritebackException.notFound("there is no durable file " + path));
  }

  private Content content(Place place, FilePath draft) {
    return drafts
        .read(place.agent(), place.session(), draft)
        .orElseThrow(() -> WritebackException.notFound("there is no draft " + draft));
  }

  /** Compares a draft with a durable file, which may be missing. */
  public Comparison compare(Place place, FilePath draft, FilePath target) {
    Content mine = content(place, draft);
    Optional<FileVersion> current = files.file(place.agent(), target);
    Optional<String> before =
        current
            .map(version -> files.content(place.agent(), version).text())
            .orElse(Optional.of(""));
    boolean binary = before.isEmpty() || mine.text().isEmpty();
    LineDiff diff =
        binary ? LineDiff.of("", "") : LineDiff.of(before.get(), mine.text().orElseThrow());
    return new Comparison(
        draft,
        target,
        mine.sha256(),
        mine.size(),
        current,
        binary,
        diff.added(),
        diff.removed(),
        diff.text(MOST_DIFF));
  }

  /**
   * Writes drafts to durable files, all or none. A repeated call writes nothing again.
   *
   * @param redactor hides the secrets of the agent; a draft with one is refused
   * @param gate decides whether the session may write, unless the call has written before
   * @return the new versions, in the order of the drafts
   */
  public List<FileVersion> promote(
      Place place,
      String call,
      List<Wanted> wanted,
      UnaryOperator<String> redactor,
      WriteGate gate) {
    List<FileVersion> before = files.ofCall(place.agent(), call);
    if (!before.isEmpty()) {
      return before;
    }
    SubstrateLimits.requireChanges(wanted.size());
    Map<FilePath, Content> read = new HashMap<>();
    List<FileChange> changes = new ArrayList<>();
    for (Wanted one : wanted) {
      Content content = read.computeIfAbsent(one.draft(), draft -> content(place, draft));
      requireHash(one, content);
      requireNoSecret("the draft " + one.draft(), content, redactor);
      changes.add(new FileChange(one.target(), content, Optional.empty(), one.expected()));
    }
    Consumer<Tx> holds = gate.pass(Map.copyOf(read));
    requireUnchanged(place, read);
    return files.promote(
        place.agent(),
        new Substrate.Writer(place.session(), call),
        changes,
        (tx, written) -> {
          holds.accept(tx);
          sync(tx, place, wanted, written);
        });
  }

  /**
   * Restores a version: writes its bytes as a new version. A repeated call writes nothing again.
   *
   * @param redactor hides the secrets of the agent; a version with one is refused
   * @param gate decides whether the session may write, unless the call has written before
   */
  public FileVersion restore(
      Place place,
      String call,
      long version,
      Expected expected,
      UnaryOperator<String> redactor,
      WriteGate gate) {
    List<FileVersion> before = files.ofCall(place.agent(), call);
    if (!before.isEmpty()) {
      return before.getFirst();
    }
    requireNoSecret(place.agent(), version, redactor);
    Consumer<Tx> holds = gate.pass(Map.of());
    Substrate.Writer writer = new Substrate.Writer(place.session(), call);
    return files.restore(place.agent(), writer, version, expected, holds);
  }

  /**
   * Restores a version for the operator.
   *
   * @param redactor hides the secrets of the agent; a version with one is refused
   */
  public FileVersion restore(
      UUID agent, long version, Expected expected, UnaryOperator<String> redactor) {
    requireNoSecret(agent, version, redactor);
    return files.restore(agent, Substrate.Writer.OPERATOR, version, expected, _ -> {});
  }

  private void requireNoSecret(UUID agent, long id, UnaryOperator<String> redactor) {
    if (hasSecret(files.content(agent, files.version(agent, id)), redactor)) {
      throw WritebackException.invalid(
          "version %d contains a secret. Promote a draft without it instead.".formatted(id));
    }
  }

  /** Notes that staged drafts are copies of what was written. */
  private void sync(Tx tx, Place place, List<Wanted> wanted, List<FileVersion> written) {
    for (Wanted one : wanted) {
      if (DraftRows.find(tx, place.agent(), place.session(), one.draft()).isPresent()) {
        DraftRows.save(tx, place.agent(), place.session(), synced(one, written));
      }
    }
  }

  /**
   * Writes bytes of the operator to a durable file.
   *
   * @param redactor hides the secrets of the agent; bytes with one are refused
   */
  public FileVersion write(UUID agent, FileChange change, UnaryOperator<String> redactor) {
    requireNoSecret("the file", change.content(), redactor);
    return files.promote(agent, Substrate.Writer.OPERATOR, List.of(change)).getFirst();
  }

  private Draft synced(Wanted promoted, List<FileVersion> written) {
    FileVersion version =
        written.stream()
            .filter(it -> it.path().equals(promoted.target()))
            .findFirst()
            .orElseThrow();
    return new Draft(promoted.draft(), promoted.target(), version.sha256(), time.now());
  }

  /** Checks that a program that looked at the drafts meanwhile saw what is written. */
  private void requireUnchanged(Place place, Map<FilePath, Content> read) {
    for (Map.Entry<FilePath, Content> draft : read.entrySet()) {
      Optional<String> now = hash(place, draft.getKey());
      if (!now.equals(Optional.of(draft.getValue().sha256()))) {
        throw WritebackException.conflict(
            "the draft %s has changed while it was checked. Nothing was written. Promote it again."
                .formatted(draft.getKey()));
      }
    }
  }

  private static void requireHash(Wanted wanted, Content content) {
    if (wanted.hash().filter(hash -> !hash.equalsIgnoreCase(content.sha256())).isPresent()) {
      throw WritebackException.conflict(
          "the draft %s has changed: its content hash is %s"
              .formatted(wanted.draft(), content.sha256()));
    }
  }

  private static void requireNoSecret(
      String what, Content content, UnaryOperator<String> redactor) {
    if (hasSecret(content, redactor)) {
      throw WritebackException.invalid(what + " contains a secret: remove it first");
    }
  }

  private static boolean hasSecret(Content content, UnaryOperator<String> redactor) {
    String text = content.text().orElseGet(() -> new String(content.bytes(), ISO_8859_1));
    return !redactor.apply(text).equals(text);
  }
}
