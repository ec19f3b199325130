package dev.otters.git.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.jgit.internal.storage.file.FileRepository;
import org.eclipse.jgit.lib.CommitBuilder;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.lib.RefUpdate;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.lib.TreeFormatter;

/** A bare repository whose commits have whatever a test wants, also what git itself refuses. */
public final class TestRepository {
  private final Repository repository;

  /** Creates an empty one, whose HEAD is {@code main}. */
  public TestRepository(Path folder) throws IOException {
    repository = new FileRepository(folder.toFile());
    repository.create(true);
    repository.updateRef(Constants.HEAD).link("refs/heads/main");
  }

  /** Returns the repository itself. */
  public Repository repository() {
    return repository;
  }

  /** An entry of the topmost folder. */
  public record Entry(FileMode mode, ObjectId id) {}

  /** Stores a file. */
  public Entry file(String text) throws IOException {
    return new Entry(FileMode.REGULAR_FILE, blob(text));
  }

  /** Stores a link. */
  public Entry link(String target) throws IOException {
    return new Entry(FileMode.SYMLINK, blob(target));
  }

  /** Returns a submodule. */
  public Entry submodule() {
    return new Entry(FileMode.GITLINK, ObjectId.fromString("1".repeat(40)));
  }

  /** Stores a folder. */
  public Entry folder(Map<String, Entry> entries) throws IOException {
    TreeFormatter tree = new TreeFormatter();
    new TreeMap<>(entries).forEach((name, it) -> tree.append(name, it.mode(), it.id()));
    try (ObjectInserter inserter = repository.newObjectInserter()) {
      ObjectId id = inserter.insert(tree);
      inserter.flush();
      return new Entry(FileMode.TREE, id);
    }
  }

  private ObjectId blob(String text) throws IOException {
    try (ObjectInserter inserter = repository.newObjectInserter()) {
      ObjectId id = inserter.insert(Constants.OBJ_BLOB, text.getBytes(StandardCharsets.UTF_8));
      inserter.flush();
      return id;
    }
  }

  /** Commits entries, and lets a ref name the commit. Returns the id of the commit. */
  public String commit(String ref, Map<String, Entry> entries) throws IOException {
    PersonIdent author = new PersonIdent("Otto", "otto@example.com");
    CommitBuilder commit = new CommitBuilder();
    commit.setAuthor(author);
    commit.setCommitter(author);
    commit.setMessage("A commit");
    commit.setTreeId(folder(entries).id());
    ObjectId old = repository.resolve(ref);
    if (old != null) {
      commit.setParentId(old);
    }
    try (ObjectInserter inserter = repository.newObjectInserter()) {
      ObjectId id = inserter.insert(commit);
      inserter.flush();
      RefUpdate update = repository.updateRef(ref);
      update.setNewObjectId(id);
      update.forceUpdate();
      return id.name();
    }
  }
}
