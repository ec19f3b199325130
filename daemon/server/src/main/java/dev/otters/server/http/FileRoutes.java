package dev.otters.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.otters.agents.files.AgentFiles;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.agent.CopyReport;
import dev.otters.api.agent.FileFacts;
import dev.otters.oci.tar.Compression;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/** The routes that copy files out of agents and into them, as tars. */
public record FileRoutes(AgentFiles files, Semaphore free) {
  private static final String TAR = "application/x-tar";
  private static final HeaderName FACTS = HeaderNames.create(FileFacts.HEADER);
  private static final HeaderName REPORT = HeaderNames.create(CopyReport.TRAILER);

  /** The copies at the same time. Each has a thread, a buffer and up to 512 open folders. */
  private static final int MOST = 8;

  /** Many times the deadline of a message: a tar may come from a slow program. */
  private static final int PATIENCE = 10;

  /** Returns the routes. */
  public static List<Endpoint> of(AgentFiles files) {
    FileRoutes routes = new FileRoutes(files, new Semaphore(MOST));
    return List.of(
        Endpoint.get("/v1/agents/{name}/files", routes::read),
        Endpoint.put("/v1/agents/{name}/files", routes::write));
  }

  private Reply read(Request request) {
    String agent = request.path("name");
    String path = request.required("path");
    Duration patience = patience(request);
    Optional<String> session = request.query("session");
    return new Reply.Download(TAR, out -> read(agent, session, path, patience, out));
  }

  private void read(
      String agent, Optional<String> session, String path, Duration patience, Download out)
      throws IOException {
    enter();
    try (AgentFiles.Download copy = files.read(agent, session, path);
        StallWatch watch = new StallWatch(patience)) {
      out.announce(FACTS, encoded(copy.facts()), REPORT);
      copy.tar().transferTo(watch.watched(out));
      out.trailer(encoded(copy.report()));
    } finally {
      free.release();
    }
  }

  private Reply write(Request request) {
    String agent = request.path("name");
    String path = request.required("path");
    enter();
    try (StallWatch watch = new StallWatch(patience(request));
        InputStream tar = Compression.unpacked(watch.watched(request.tar()))) {
      return Reply.of(files.write(agent, request.query("session"), path, request.query("as"), tar));
    } catch (IOException | UncheckedIOException e) {
      throw Request.invalid("the tar cannot be read: " + e.getMessage());
    } finally {
      free.release();
    }
  }

  private static Duration patience(Request request) {
    return request.settings().messageDeadline().multipliedBy(PATIENCE);
  }

  private void enter() {
    if (!free.tryAcquire()) {
      throw ApiException.of(
          ErrorCode.CONFLICT, MOST + " copies run already", "Wait until one of them has ended.");
    }
  }

  private static String encoded(Object record) {
    return Base64.getEncoder().encodeToString(Json.write(record).getBytes(UTF_8));
  }
}
