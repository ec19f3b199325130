package dev.otters.git;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.eclipse.jgit.api.Git;
import org.eclipse.jgit.api.TransportConfigCallback;
import org.eclipse.jgit.api.errors.GitAPIException;
import org.eclipse.jgit.errors.IncorrectObjectTypeException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Ref;
import org.eclipse.jgit.lib.RefUpdate;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.lib.StoredConfig;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.transport.RefSpec;
import org.eclipse.jgit.transport.TagOpt;
import org.eclipse.jgit.transport.Transport;
import org.eclipse.jgit.transport.TransportHttp;
import org.eclipse.jgit.transport.URIish;

/**
 * Clones one commit, without those before it. The clone has neither credentials nor its URL, and
 * its HEAD is the commit. Folders of submodules stay empty.
 */
final class Clone {
  /** Names the commit while it is being cloned. */
  private static final String PIN = "refs/otters/pin";

  /** The seconds that a server may be silent. */
  private static final int SILENCE = 30;

  private final Order order;
  private final Report report;
  private final String url;
  private final TransportConfigCallback guard;

  /** A clone that is complete. */
  record Cloned(String commit, long files, long bytes) {}

  Clone(Order order, Report report) {
    this.order = order;
    this.report = report;
    this.url = order.url().toString();
    GuardedConnections connections = new GuardedConnections(order, report);
    this.guard =
        transport -> {
          if (transport instanceof TransportHttp http) {
            http.setHttpConnectionFactory(connections);
          }
        };
  }

  Cloned run() throws IOException, GitAPIException {
    String source = source();
    try (Git git =
        Git.init().setDirectory(order.folder().toFile()).setInitialBranch("main").call()) {
      Repository repository = git.getRepository();
      configure(repository.getConfig());
      fetch(repository, source);
      Files.deleteIfExists(repository.getDirectory().toPath().resolve("FETCH_HEAD"));
      checkObjects(repository.getDirectory().toPath().resolve("objects"));
      try (RevWalk walk = new RevWalk(repository)) {
        RevCommit commit = commit(repository, walk, source);
        Survey survey = Survey.of(repository, commit.getTree(), order.limits());
        git.checkout().setName(commit.name()).setProgressMonitor(report).call();
        for (Survey.Outward link : survey.outward()) {
          Path file = order.folder().resolve(link.path());
          Files.delete(file);
          Files.writeString(file, link.target());
        }
        unpin(repository);
        return new Cloned(commit.name(), survey.files(), survey.bytes());
      }
    }
  }

  private void configure(StoredConfig config) throws IOException {
    config.setBoolean("core", null, "logAllRefUpdates", false);
    config.setInt("gc", null, "auto", 0);
    config.setBoolean("gc", null, "autoDetach", false);
    config.save();
  }

  /** Returns the whole name of the ref, or the id of the commit. */
  private String source() throws IOException, GitAPIException {
    String ref = order.ref();
    Collection<Ref> all =
        Git.lsRemoteRepository()
            .setRemote(url)
            .setTransportConfigCallback(guard)
            .setTimeout(SILENCE)
            .call();
    List<String> names =
        ref.isEmpty()
            ? List.of(Constants.HEAD)
            : List.of(ref, Constants.R_HEADS + ref, Constants.R_TAGS + ref);
    return names.stream()
        .filter(name -> all.stream().anyMatch(it -> it.getName().equals(name)))
        .findFirst()
        .or(() -> Stream.of(ref).filter(ObjectId::isId).findFirst())
        .orElseThrow(
            () ->
                new Refusal(
                    Refusal.Kind.MISSING,
                    ref.isEmpty()
                        ? "the repository has no commit"
                        : "the repository has no branch, tag or commit " + ref));
  }

  /** Fetches without the library's own command, which also walks all folders for submodules. */
  private void fetch(Repository repository, String source) throws IOException {
    try (Transport transport = Transport.open(repository, new URIish(url))) {
      guard.configure(transport);
      transport.setDepth(1);
      transport.setTagOpt(TagOpt.NO_TAGS);
      transport.setTimeout(SILENCE);
      transport.fetch(report, List.of(new RefSpec(source + ":" + PIN)));
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private void checkObjects(Path objects) throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.walk(objects)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        bytes += Files.size(file);
      }
    }
    if (bytes > order.limits().transfer()) {
      throw Survey.tooLarge("its objects have more than", order.limits().transfer());
    }
  }

  /** Returns the commit. A fetch by its id names it nowhere. */
  private static RevCommit commit(Repository repository, RevWalk walk, String source)
      throws IOException {
    try {
      return walk.parseCommit(
          ObjectId.isId(source)
              ? ObjectId.fromString(source)
              : Objects.requireNonNull(repository.exactRef(PIN)).getObjectId());
    } catch (MissingObjectException | IncorrectObjectTypeException _) {
      throw new Refusal(Refusal.Kind.MISSING, source + " is no commit that the server gives");
    }
  }

  private static void unpin(Repository repository) throws IOException {
    RefUpdate pin = repository.updateRef(PIN);
    pin.setForceUpdate(true);
    RefUpdate.Result result = pin.delete();
    if (result != RefUpdate.Result.FORCED && result != RefUpdate.Result.NEW) {
      throw new Refusal(Refusal.Kind.FAILED, "a temporary ref cannot be removed: " + result);
    }
  }
}
