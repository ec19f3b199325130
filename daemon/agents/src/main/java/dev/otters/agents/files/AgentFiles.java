package dev.otters.agents.files;

import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.SandboxLookup;
import dev.otters.agents.setup.AgentRoots;
import dev.otters.agents.setup.RootWriters;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.agent.CopyReport;
import dev.otters.api.agent.FileFacts;
import dev.otters.api.tar.TarIn;
import dev.otters.executor.posix.Fd;
import dev.otters.executor.posix.Name;
import dev.otters.executor.posix.UserThread;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/**
 * Copies files out of agents and into them, whether they run or not. All work on the files happens
 * in a thread with the rights of the agent's user; a caller's thread only passes the tar on. Paths
 * are those of the sandbox. Safe for use by any thread.
 */
public record AgentFiles(SandboxLookup lookup, AgentRoots roots) {
  private static final int BUFFER = 256 << 10;

  /** A copy out of an agent. The caller closes it. */
  public static final class Download implements AutoCloseable {
    private final CompletableFuture<FileFacts> facts = new CompletableFuture<>();
    private final PipedInputStream pipe = new PipedInputStream(BUFFER);
    private final CompletableFuture<CopyReport> report = new CompletableFuture<>();

    private Download() {}

    /** Returns what is copied. */
    public FileFacts facts() {
      return result(facts);
    }

    /** Returns the tar; after its end, {@link #report} says whether it is whole. */
    public InputStream tar() {
      var _ = facts();
      return pipe;
    }

    /** Waits until everything is read. Throws the reason when the copy has failed. */
    public CopyReport report() {
      return result(report);
    }

    /** Ends the copy, and waits until its thread has ended. */
    @Override
    public void close() {
      quietly(pipe);
      ended(report);
    }
  }

  /**
   * Starts to read a file or folder.
   *
   * @param session the session whose sandbox has it; empty for the one that sessions share
   * @param path its path; with {@code /.} at the end, the first entry of the tar is {@code .}
   * @throws ApiException when there is nothing that the agent's user may read
   */
  public Download read(String reference, Optional<String> session, String path) {
    Agent agent = lookup.find(reference, session);
    List<Name> parts = parts(path);
    Areas areas = Areas.open(agent, roots);
    Download copy = new Download();
    var _ =
        started(agent, areas, area(areas, parts), () -> read(areas, parts, path, copy))
            .whenComplete(
                (report, failure) -> {
                  if (failure == null) {
                    copy.report.complete(report);
                  } else {
                    copy.facts.completeExceptionally(failure);
                    copy.report.completeExceptionally(failure);
                  }
                });
    return copy;
  }

  private static CopyReport read(Areas areas, List<Name> parts, String path, Download copy)
      throws IOException {
    Tally tally = new Tally();
    try (PipedOutputStream out = new PipedOutputStream(copy.pipe);
        Place place = areas.resolve(parts, areas.of(parts).user(), namesContent(path))) {
      copy.facts.complete(TreeReader.facts(place));
      new TreeReader(areas, place, tally, out)
          .run(path.endsWith("/.") ? "." : parts.getLast().latin());
      return tally.report();
    }
  }

  private static boolean namesContent(String path) {
    return path.endsWith("/") || path.endsWith("/.");
  }

  private interface Work {
    CopyReport run() throws IOException;
  }

  private static Area area(Areas areas, List<Name> parts) {
    try {
      return areas.of(parts);
    } catch (ApiException e) {
      areas.close();
      throw e;
    }
  }

  private static CompletableFuture<CopyReport> started(
      Agent agent, Areas areas, Area area, Work work) {
    return UserThread.start("files-" + agent.id(), area.user(), work::run)
        .whenComplete((_, _) -> areas.close());
  }

  /**
   * Unpacks a tar into an agent. Entries before a failure stay.
   *
   * @param session the session whose sandbox it is; empty for the one that sessions share
   * @param path the folder to unpack into, or what the tar's root becomes
   * @param name the name for the tar's root if the path is an existing folder
   * @param tar not compressed
   * @throws ApiException when the agent's user may not write there, or the tar is damaged
   */
  public CopyReport write(
      String reference,
      Optional<String> session,
      String path,
      Optional<String> name,
      InputStream tar)
      throws IOException {
    Agent agent = lookup.find(reference, session);
    List<Name> parts = parts(path);
    if (name.isPresent() && (name.get().contains("/") || parts(name.get()).isEmpty())) {
      throw Refused.invalid("'" + name.get() + "' is not a name");
    }
    RootWriters.Writer writer = roots.writers().begin(agent.id()).orElseThrow(() -> removed(agent));
    boolean started = false;
    PipedInputStream pipe = new PipedInputStream(BUFFER);
    try (PipedOutputStream out = new PipedOutputStream(pipe)) {
      writer.onRemoval(() -> quietly(out));
      Areas areas = Areas.open(agent, roots);
      Area area = writable(areas, parts);
      Future<CopyReport> report =
          started(
                  agent,
                  areas,
                  area,
                  () -> {
                    try {
                      return write(areas, parts, path, name, pipe);
                    } catch (IOException | ApiException e) {
                      if (writer.isUnwanted()) {
                        throw removed(agent);
                      }
                      throw e;
                    }
                  })
              .whenComplete(
                  (_, _) -> {
                    writer.close();
                    quietly(pipe);
                  });
      started = true;
      try {
        pass(tar, out, report);
      } finally {
        quietly(out);
        ended(report);
      }
      return result(report);
    } finally {
      if (!started) {
        writer.close();
      }
    }
  }

  private static Area writable(Areas areas, List<Name> parts) {
    Area area = area(areas, parts);
    if (area.readOnly()) {
      areas.close();
      throw Refused.denied(
          Areas.text(parts) + " is read-only for the agent", "Choose a path below /workspace.");
    }
    return area;
  }

  private static ApiException removed(Agent agent) {
    return ApiException.of(
        ErrorCode.AGENT_NOT_FOUND,
        "agent " + agent.shownName() + " was removed during the copy",
        "Copy to another agent.");
  }

  /** Passes the tar on until it ends or the copy has failed. */
  private static void pass(InputStream tar, OutputStream out, Future<?> report) throws IOException {
    byte[] buffer = new byte[1 << 16];
    for (int n = tar.read(buffer); n >= 0; n = tar.read(buffer)) {
      try {
        out.write(buffer, 0, n);
      } catch (IOException e) {
        var _ = result(report);
        throw e;
      }
    }
  }

  private static CopyReport write(
      Areas areas, List<Name> parts, String path, Optional<String> name, PipedInputStream pipe)
      throws IOException {
    Tally tally = new Tally();
    try (Place place = areas.resolve(parts, areas.of(parts).user(), true)) {
      if (place.area().readOnly()) {
        throw Refused.denied(
            Areas.text(place.path()) + " is read-only", "Choose a path below /workspace.");
      }
      boolean isFolder = place.file().isPresent() && place.file().get().stat().isFolder();
      if (namesContent(path) && !isFolder) {
        throw Refused.missing("the folder " + Areas.text(place.path()));
      }
      Optional<Name> inside = name.filter(_ -> isFolder).map(Name::of);
      try (TreeWriter writer = writer(areas, place, isFolder, inside, tally)) {
        writer.run(new TarIn(pipe));
      }
      return tally.report();
    }
  }

  private static TreeWriter writer(
      Areas areas, Place place, boolean isFolder, Optional<Name> inside, Tally tally) {
    if (isFolder) {
      return new TreeWriter(
          areas, place.file().orElseThrow(), place.path(), inside.stream().toList(), tally);
    }
    Fd folder =
        place
            .folder()
            .orElseThrow(() -> Refused.conflict(Areas.text(place.path()) + " is a mounted file"));
    List<Name> above = place.path().subList(0, place.path().size() - 1);
    return new TreeWriter(areas, folder, above, List.of(place.name()), tally);
  }

  private static List<Name> parts(String path) {
    if (path.indexOf('\0') >= 0) {
      throw Refused.invalid("the path contains a NUL");
    }
    return Areas.parts(path);
  }

  private static <T> T result(Future<T> future) {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw switch (e.getCause()) {
        case RuntimeException cause -> cause;
        case IOException cause -> damaged(cause);
        default -> new IllegalStateException(e.getCause());
      };
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the copy was interrupted", e);
    }
  }

  /** Waits until a thread has ended. */
  private static void ended(Future<?> report) {
    try {
      var _ = report.get();
    } catch (ExecutionException e) {
      // The caller has its own failure, or asks for this one next.
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static RuntimeException damaged(IOException e) {
    return new ApiException(
        Refused.invalid(String.valueOf(e.getMessage())).problem(), new UncheckedIOException(e));
  }

  private static void quietly(AutoCloseable stream) {
    try {
      stream.close();
    } catch (Exception e) {
      throw new IllegalStateException("closing a pipe never fails", e);
    }
  }
}
