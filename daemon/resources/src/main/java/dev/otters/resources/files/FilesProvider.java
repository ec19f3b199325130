package dev.otters.resources.files;

import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.resources.grant.Grants;
import dev.otters.resources.grant.Namespace;
import dev.otters.resources.grant.Scope;
import dev.otters.resources.provider.DeclaredResource;
import dev.otters.resources.provider.Input;
import dev.otters.resources.provider.ResourceCall;
import dev.otters.resources.provider.ResourceException;
import dev.otters.resources.provider.ResourceMode;
import dev.otters.resources.provider.ResourceProvider;
import dev.otters.resources.provider.ResourceTool;
import dev.otters.resources.provider.ResourceToolContext;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Keeps text files in a tree per namespace. A session reads the files of its grants, of what is
 * below them and of what is above them, and writes to its grants and below.
 *
 * @param limits the limits on what sessions store
 */
public record FilesProvider(FilesLimits limits) implements ResourceProvider {
  private static final int LISTED = 100;
  private static final int SHOWN = 20;

  /** The limit on the list of files in the prompt: a path may have two kilobytes. */
  private static final int SHOWN_BYTES = 4096;

  private static final int PURGED = 200;

  /** Creates a provider with the usual limits. */
  public FilesProvider() {
    this(FilesLimits.USUAL);
  }

  @Override
  public String kind() {
    return "files";
  }

  @Override
  public List<String> complaints(DeclaredResource resource) {
    return resource.body().isPresent() || !resource.settings().isEmpty()
        ? List.of("kind=files has no settings")
        : List.of();
  }

  @Override
  public List<ResourceTool> tools() {
    return FileTools.ALL;
  }

  @Override
  public String context(Rows rows, ResourceToolContext context) {
    String verb = context.mode() == ResourceMode.READ_WRITE ? "read and write" : "read";
    StringBuilder text =
        new StringBuilder("You can %s text files in %s.".formatted(verb, context.grants().shown()));
    List<StoredFile> newest = FileRows.newest(rows, Scope.readable(context.grants()), SHOWN);
    text.append(newest.isEmpty() ? "\n\nThere are none yet." : "\n\nThe newest ones:\n");
    int room = SHOWN_BYTES;
    for (StoredFile file : newest) {
      String line = "\n- %s in %s, %d bytes".formatted(file.path(), file.namespace(), file.bytes());
      room -= line.length();
      if (room < 0) {
        return text.append("\n- and others").toString();
      }
      text.append(line);
    }
    return text.toString();
  }

  /** Returns the namespace of a file and its path, or what a list or a search looks through. */
  @Override
  public String path(Rows rows, ResourceToolContext context, ResourceCall call) {
    Optional<String> path = Input.text(call.input(), "path");
    Optional<Namespace> namespace =
        switch (call.operation()) {
          case FileTools.WRITE ->
              call.namespace().or(() -> Optional.of(context.grants().paths().getFirst()));
          case FileTools.READ ->
              path.flatMap(it -> find(rows, context, call, it))
                  .map(StoredFile::namespace)
                  .or(call::namespace);
          default -> call.namespace();
        };
    String place = namespace.map(Namespace::path).orElseGet(() -> context.grants().text());
    return path.map(it -> place + " " + it).orElse(place);
  }

  @Override
  public String read(Rows rows, ResourceToolContext context, ResourceCall call) {
    return switch (call.operation()) {
      case FileTools.LIST -> list(rows, context, call);
      case FileTools.READ -> open(rows, context, call);
      case FileTools.SEARCH -> search(rows, context, call);
      default -> throw new IllegalArgumentException(call.operation());
    };
  }

  private static String list(Rows rows, ResourceToolContext context, ResourceCall call) {
    JsonNode input = call.input();
    Input.members(input, "path", "from");
    int from = Input.number(input, "from", 0, 0, Integer.MAX_VALUE);
    Optional<String> folder = Input.text(input, "path").map(FilesProvider::path);
    Scope scope = Scope.readable(context.grants(), call.namespace());
    return FileAnswers.of(FileRows.list(rows, scope, folder, from, LISTED + 1), from, LISTED);
  }

  private static String open(Rows rows, ResourceToolContext context, ResourceCall call) {
    JsonNode input = call.input();
    Input.members(input, "path", "from");
    int from = Input.number(input, "from", 0, 0, Integer.MAX_VALUE);
    String path = path(Input.text(input, "path").orElse(""));
    StoredFile file =
        find(rows, context, call, path)
            .orElseThrow(() -> ResourceException.refused("there is no file " + path));
    return FileAnswers.of(file, FileRows.text(rows, file), from);
  }

  private static Optional<StoredFile> find(
      Rows rows, ResourceToolContext context, ResourceCall call, String path) {
    Grants grants = context.grants();
    return call.namespace()
        .map(
            namespace ->
                FileRows.find(rows, namespace, path).filter(_ -> grants.mayRead(namespace)))
        .orElseGet(() -> nearest(rows, grants, path));
  }

  /** Finds a file in the grants, else below them, else above, in the lowest namespace. */
  private static Optional<StoredFile> nearest(Rows rows, Grants grants, String path) {
    Stream<Supplier<Optional<StoredFile>>> at =
        grants.paths().stream().map(grant -> () -> FileRows.find(rows, grant, path));
    Stream<Supplier<Optional<StoredFile>>> below =
        grants.paths().stream().map(grant -> () -> FileRows.highest(rows, grant, path));
    Stream<Supplier<Optional<StoredFile>>> above =
        grants.paths().stream()
            .flatMap(grant -> grant.ancestors().reversed().stream())
            .distinct()
            .map(namespace -> () -> FileRows.find(rows, namespace, path));
    return Stream.of(at, below, above)
        .flatMap(all -> all)
        .flatMap(look -> look.get().stream())
        .findFirst();
  }

  private static String search(Rows rows, ResourceToolContext context, ResourceCall call) {
    Input.members(call.input(), "query");
    FileSearch search = FileSearch.of(Input.text(call.input(), "query").orElse(""));
    return search.answer(rows, Scope.readable(context.grants(), call.namespace()));
  }

  @Override
  public String write(Tx tx, ResourceToolContext context, ResourceCall call) {
    JsonNode input = call.input();
    Input.members(input, "path", "text", "replaces");
    String path = path(Input.text(input, "path").orElse(""));
    Content content =
        Content.of(
            Input.text(input, "text")
                .orElseThrow(() -> ResourceException.refused("text must be there")));
    if (content.bytes() > limits.bytesEach()) {
      throw ResourceException.refused(
          "text has %d bytes, and a file may have %d"
              .formatted(content.bytes(), limits.bytesEach()));
    }
    Grants grants = context.grants();
    Namespace namespace = call.namespace().orElseGet(() -> grants.paths().getFirst());
    if (!grants.mayWrite(namespace)) {
      throw ResourceException.denied("this session may not write to " + namespace);
    }
    Optional<StoredFile> old = FileRows.find(tx, namespace, path);
    Input.text(input, "replaces").ifPresent(wanted -> requireHash(wanted, path, old));
    if (old.map(StoredFile::sha256).equals(Optional.of(content.sha256()))) {
      return FileAnswers.written("unchanged", old.orElseThrow());
    }
    requireTree(tx, namespace, path);
    requireRoom(tx, grants, namespace, content.bytes(), old);
    old.ifPresentOrElse(
        file -> FileRows.replace(tx, file, content, context.run()),
        () -> FileRows.add(tx, namespace, path, content, context.run()));
    StoredFile written = FileRows.find(tx, namespace, path).orElseThrow();
    return FileAnswers.written(old.isPresent() ? "replaced" : "created", written);
  }

  private static void requireHash(String wanted, String path, Optional<StoredFile> old) {
    String found = old.map(StoredFile::sha256).orElse("none");
    if (!found.equals(wanted)) {
      throw ResourceException.refused(
          old.isPresent()
              ? "%s was changed meanwhile: its sha256 is %s. Read it again".formatted(path, found)
              : "there is no file " + path);
    }
  }

  /** No path is both a file and a folder. */
  private static void requireTree(Rows rows, Namespace namespace, String path) {
    if (FileRows.hasFolder(rows, namespace, path)) {
      throw ResourceException.refused(path + " is a folder");
    }
    for (Namespace folder : new Namespace(path).ancestors()) {
      if (FileRows.find(rows, namespace, folder.path()).isPresent()) {
        throw ResourceException.refused(folder + " is a file, and no folder");
      }
    }
  }

  private void requireRoom(
      Rows rows, Grants grants, Namespace namespace, int bytes, Optional<StoredFile> old) {
    Namespace grant = grants.covering(namespace).orElseThrow();
    FileRows.Extent extent = FileRows.extent(rows, Scope.below(grant));
    long files = extent.files() + (old.isPresent() ? 0 : 1);
    long size = extent.bytes() + bytes - old.map(StoredFile::bytes).orElse(0L);
    if (files > limits.files() || size > limits.bytes()) {
      throw ResourceException.refused(
          "%s is full: files: %d of %d, bytes: %d of %d. The operator can remove some"
              .formatted(grant, extent.files(), limits.files(), extent.bytes(), limits.bytes()));
    }
  }

  /** Checks a path, which has the form of a namespace. */
  private static String path(String text) {
    Namespace.complaint(text)
        .ifPresent(
            wrong -> {
              throw ResourceException.refused("path " + wrong);
            });
    return text;
  }

  @Override
  public long purge(Tx tx, Namespace namespace, boolean recursive) {
    return FileRows.delete(tx, recursive ? Scope.below(namespace) : Scope.at(namespace), PURGED);
  }
}
