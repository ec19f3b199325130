package dev.otters.resources.substrate;

import dev.otters.home.store.Database;
import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.home.time.Time;
import dev.otters.resources.substrate.FileVersion.Origin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The durable files of agents. The database has their versions and decides which one is the file's.
 * The folder that sandboxes see has copies, which are written after the commit, or at the next
 * start if the daemon ended between. Thread-safe.
 */
public final class Substrate {
  /** The folder as agents see it. */
  public static final String TARGET = "/workspace/agent";

  /** The files that every agent has at the beginning, in the order of the prompt. */
  public static final List<String> USUAL =
      List.of(
          "AGENTS.md",
          "SOUL.md",
          "TOOLS.md",
          "IDENTITY.md",
          "USER.md",
          "HEARTBEAT.md",
          "BOOTSTRAP.md",
          "MEMORY.md");

  private static final Logger LOG = LoggerFactory.getLogger(Substrate.class);

  private final Database database;
  private final Time time;
  private final SubstrateFolder folder;
  private final Map<UUID, ReentrantLock> copying = new ConcurrentHashMap<>();

  /** Creates the files of all agents of a home. */
  public Substrate(Database database, Time time, SubstrateFolder folder) {
    this.database = database;
    this.time = time;
    this.folder = folder;
  }

  /**
   * The turn that writes.
   *
   * @param session empty for none
   * @param call a name of the call that no other call has; empty for none. A repeated call writes
   *     nothing.
   */
  public record Writer(String session, String call) {
    /** The operator, who has no session, or the {@linkplain Tx#author author}. */
    public static final Writer OPERATOR = new Writer("", "");
  }

  /** Finishes the copies that an earlier daemon left. */
  public void boot() {
    database.read(SubstrateRows::unwritten).forEach(this::copyOrLog);
  }

  /**
   * Prepares the files of an agent that starts. A new agent gets the usual files. A file that was
   * never promoted follows the image. A file that is missing on the disk stays away, and one that
   * was changed there gets its content back.
   *
   * @param declared the texts of the image by the names of usual files
   * @return the names of files that the image has, too, and that were promoted
   */
  public List<String> prepare(UUID agent, Map<String, String> declared) {
    List<String> promoted = new ArrayList<>();
    locked(
        agent,
        () -> {
          folder.create(agent);
          compare(agent);
          promoted.addAll(database.write(tx -> seed(tx, agent, declared)));
          copy(agent);
        });
    return promoted;
  }

  private List<String> seed(Tx tx, UUID agent, Map<String, String> declared) {
    List<String> promoted = new ArrayList<>();
    for (String name : USUAL) {
      FilePath path = FilePath.stored(name);
      Content wanted = Content.of(declared.getOrDefault(name, ""));
      Optional<FileVersion> current = SubstrateRows.current(tx, agent, path);
      if (current.isEmpty() && SubstrateRows.versions(tx, agent, path, 1).isEmpty()) {
        add(tx, agent, path, wanted);
      } else if (current.isPresent() && !wanted.sha256().equals(current.get().sha256())) {
        if (current.get().origin() == Origin.IMAGE) {
          add(tx, agent, path, wanted);
        } else if (declared.containsKey(name)) {
          promoted.add(name);
        }
      }
    }
    return promoted;
  }

  private void add(Tx tx, UUID agent, FilePath path, Content content) {
    FileVersion unused =
        SubstrateRows.add(
            tx,
            agent,
            new SubstrateRows.Draft(
                path, content, Origin.IMAGE, Optional.empty(), "", "", time.now()));
  }

  /** Notes which copies were changed or removed since they were written. */
  private void compare(UUID agent) throws IOException {
    // In one read: a file that is written between two would count as copied, and be dropped.
    for (FileVersion version : database.read(rows -> SubstrateRows.copied(rows, agent))) {
      Optional<Content> copy = folder.read(agent, version.path());
      if (!copy.map(Content::sha256).equals(Optional.of(version.sha256()))) {
        LOG.atWarn()
            .addKeyValue("agent", agent)
            .addKeyValue("file", version.path())
            .log(copy.isEmpty() ? "A durable file was removed" : "A durable file was changed");
        database.update(
            tx -> {
              if (copy.isEmpty()) {
                SubstrateRows.remove(tx, agent, version);
              } else {
                SubstrateRows.damaged(tx, agent, version);
              }
            });
      }
    }
  }

  /**
   * The beginning of a usual file, for the prompt.
   *
   * @param beginning at most {@link SubstrateLimits#PROMPT_BYTES}, or empty if it is as the image
   *     has it and not longer
   */
  public record PromptFile(FileVersion version, Optional<Content> beginning) {
    /** Returns the name of its section, which is that of a CONTEXT. */
    public String name() {
      String file = version.path().toString();
      return file.substring(0, file.length() - ".md".length());
    }

    /** Returns whether the file is longer. */
    public boolean isCut() {
      return version.bytes() > SubstrateLimits.PROMPT_BYTES;
    }
  }

  /**
   * Returns the usual files that an agent has, in their order.
   *
   * @return empty if the agent was not prepared yet, as after an update of the daemon
   */
  public Optional<List<PromptFile>> prompt(UUID agent) {
    return database.read(
        rows -> {
          Map<String, FileVersion> all = new HashMap<>();
          SubstrateRows.all(rows, agent)
              .forEach(version -> all.put(version.path().toString(), version));
          return all.isEmpty() && !SubstrateRows.any(rows, agent)
              ? Optional.empty()
              : Optional.of(
                  USUAL.stream()
                      .filter(all::containsKey)
                      .map(all::get)
                      .map(version -> prompt(rows, agent, version))
                      .toList());
        });
  }

  private static PromptFile prompt(Rows rows, UUID agent, FileVersion version) {
    boolean usual =
        version.origin() == Origin.IMAGE && version.bytes() <= SubstrateLimits.PROMPT_BYTES;
    return new PromptFile(
        version,
        usual
            ? Optional.empty()
            : Optional.of(
                SubstrateRows.beginning(rows, agent, version, SubstrateLimits.PROMPT_BYTES)));
  }

  /** Returns the files of an agent, ordered by their paths. */
  public List<FileVersion> files(UUID agent) {
    return database.read(rows -> SubstrateRows.all(rows, agent));
  }

  /** Returns a file; empty if there is none. */
  public Optional<FileVersion> file(UUID agent, FilePath path) {
    return database.read(rows -> SubstrateRows.current(rows, agent, path));
  }

  /** Returns the newest versions of a file, also of one that was removed, the newest first. */
  public List<FileVersion> versions(UUID agent, FilePath path, int limit) {
    return database.read(rows -> SubstrateRows.versions(rows, agent, path, limit));
  }

  /**
   * Returns a version.
   *
   * @throws WritebackException with {@code NOT_FOUND}
   */
  public FileVersion version(UUID agent, long id) {
    return database
        .read(rows -> SubstrateRows.find(rows, agent, id))
        .orElseThrow(() -> WritebackException.notFound("there is no version " + id));
  }

  /** Returns what a call wrote before; empty if it wrote nothing. */
  public List<FileVersion> ofCall(UUID agent, String call) {
    return database.read(rows -> SubstrateRows.ofCall(rows, agent, call));
  }

  /** Returns the bytes of a version. */
  public Content content(UUID agent, FileVersion version) {
    return database.read(rows -> SubstrateRows.content(rows, agent, version));
  }

  /**
   * Restores a version: writes its bytes as a new version.
   *
   * @param with what else must hold in the transaction; it throws otherwise
   * @throws WritebackException with {@code NOT_FOUND} or {@code CONFLICT}
   */
  public FileVersion restore(
      UUID agent, Writer writer, long id, Expected expected, Consumer<Tx> with) {
    FileVersion old = version(agent, id);
    Content bytes = content(agent, old);
    return write(
            agent,
            writer,
            Origin.RESTORE,
            List.of(new FileChange(old.path(), bytes, Optional.of(id), expected)),
            (tx, versions) -> with.accept(tx))
        .getFirst();
  }

  /** Writes files as below, and stores nothing else with them. */
  public List<FileVersion> promote(UUID agent, Writer writer, List<FileChange> changes) {
    return promote(agent, writer, changes, (tx, versions) -> {});
  }

  /**
   * Writes files, all or none, if each is as expected.
   *
   * @param with what is stored with the new versions, in the same transaction
   * @throws WritebackException with {@code INVALID} or {@code CONFLICT}
   */
  public List<FileVersion> promote(
      UUID agent, Writer writer, List<FileChange> changes, BiConsumer<Tx, List<FileVersion>> with) {
    return write(agent, writer, Origin.PROMOTE, changes, with);
  }

  private List<FileVersion> write(
      UUID agent,
      Writer writer,
      Origin origin,
      List<FileChange> changes,
      BiConsumer<Tx, List<FileVersion>> with) {
    check(changes);
    List<FileVersion> written =
        database.add(
            tx -> {
              List<FileVersion> before = SubstrateRows.ofCall(tx, agent, writer.call());
              if (!before.isEmpty()) {
                return before;
              }
              List<FileVersion> added = write(tx, agent, writer, origin, changes);
              with.accept(tx, added);
              return added;
            });
    copyOrLog(agent);
    return written;
  }

  private static void check(List<FileChange> changes) {
    SubstrateLimits.requireChanges(changes.size());
    if (changes.stream().map(FileChange::path).distinct().count() < changes.size()) {
      throw WritebackException.invalid("a promote must name each file once");
    }
    for (FileChange change : changes) {
      if (change.content().size() > SubstrateLimits.FILE_BYTES) {
        throw WritebackException.invalid(
            change.path() + " has more than " + SubstrateLimits.FILE_BYTES + " bytes");
      }
    }
  }

  private List<FileVersion> write(
      Tx tx, UUID agent, Writer writer, Origin origin, List<FileChange> changes) {
    changes.forEach(
        change ->
            change
                .expected()
                .check(change.path(), SubstrateRows.current(tx, agent, change.path())));
    List<FileVersion> written = new ArrayList<>();
    for (FileChange change : changes) {
      written.add(
          SubstrateRows.add(
              tx,
              agent,
              new SubstrateRows.Draft(
                  change.path(),
                  change.content(),
                  origin,
                  change.restored(),
                  writer.session(),
                  writer.call(),
                  time.now())));
    }
    List<FilePath> all = SubstrateRows.all(tx, agent).stream().map(FileVersion::path).toList();
    if (all.size() > SubstrateLimits.FILES) {
      throw WritebackException.invalid(
          "an agent must have at most " + SubstrateLimits.FILES + " durable files");
    }
    for (FileChange change : changes) {
      all.stream()
          .filter(change.path()::collides)
          .findFirst()
          .ifPresent(
              other -> {
                throw WritebackException.conflict(
                    change.path() + " and " + other + " cannot both be files");
              });
    }
    return written;
  }

  /**
   * Copies what is not written. A failure is logged: the files are stored, and copied with the
   * next.
   */
  private void copyOrLog(UUID agent) {
    try {
      locked(agent, () -> copy(agent));
    } catch (RuntimeException e) {
      LOG.atWarn()
          .addKeyValue("agent", agent)
          .setCause(e)
          .log("Durable files are not on the disk; the next change or start writes them");
    }
  }

  private void copy(UUID agent) throws IOException {
    List<FileVersion> due = database.read(rows -> SubstrateRows.unwritten(rows, agent));
    if (due.isEmpty()) {
      return;
    }
    Map<FilePath, Content> files = new LinkedHashMap<>();
    due.forEach(version -> files.put(version.path(), content(agent, version)));
    folder.write(agent, files);
    database.update(tx -> due.forEach(version -> SubstrateRows.written(tx, agent, version)));
  }

  private interface Copying {
    void run() throws IOException;
  }

  /** Runs one copying of an agent at a time, so that the newest version is copied last. */
  private void locked(UUID agent, Copying work) {
    ReentrantLock lock = copying.computeIfAbsent(agent, _ -> new ReentrantLock());
    lock.lock();
    try {
      work.run();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot write the durable files of an agent: " + e.getMessage(), e);
    } finally {
      lock.unlock();
    }
  }

  /** Forgets the lock of an agent that is removed. */
  public void forget(UUID agent) {
    copying.remove(agent);
  }
}
