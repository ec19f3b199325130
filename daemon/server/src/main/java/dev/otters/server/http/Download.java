package dev.otters.server.http;

import dev.otters.server.problem.Problems;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends a file. The answer begins with its first byte. A failure before it is a problem; a later
 * one closes the connection, so that no client mistakes a part for the whole.
 */
final class Download extends OutputStream {
  private static final Logger LOGGER = LoggerFactory.getLogger(Download.class);

  private final ServerResponse response;
  private final String type;
  private @Nullable OutputStream out;
  private String trailer = "";

  private Download(ServerResponse response, String type) {
    this.response = response;
    this.type = type;
  }

  static void send(
      ServerRequest request, ServerResponse response, String type, Reply.Writer writer) {
    Download download = new Download(response, type);
    try {
      writer.write(download);
      download.begun().close();
    } catch (IOException | UncheckedIOException e) {
      LOGGER
          .atDebug()
          .addKeyValue("why", e.getMessage())
          .log("A client disconnected during a download");
      throw new CloseConnectionException("the client left", e);
    } catch (RuntimeException e) {
      if (download.out == null) {
        Replies.problem(request, response, Problems.of(e));
        return;
      }
      LOGGER.atError().setCause(e).log("A download failed");
      throw new CloseConnectionException("the download broke off", e);
    }
  }

  /**
   * Adds a header, and announces a trailer. Called before the first byte.
   *
   * @param trailerName the trailer, whose value is known at the end
   */
  void announce(HeaderName header, String value, HeaderName trailerName) {
    response.header(header, value);
    response.header(HeaderNames.TRAILER, trailerName.defaultCase());
    response.beforeTrailers(trailers -> trailers.set(trailerName, trailer));
  }

  /** Sets the value of the announced trailer. */
  void trailer(String value) {
    trailer = value;
  }

  private OutputStream begun() {
    OutputStream begun = out;
    if (begun == null) {
      response.status(200);
      response.header(HeaderNames.CONTENT_TYPE, type);
      response.header(HeaderNames.CACHE_CONTROL, "no-store");
      begun = response.outputStream();
      out = begun;
    }
    return begun;
  }

  @Override
  public void write(int value) throws IOException {
    begun().write(value);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    begun().write(bytes, offset, length);
  }

  @Override
  public void flush() throws IOException {
    if (out != null) {
      out.flush();
    }
  }
}
