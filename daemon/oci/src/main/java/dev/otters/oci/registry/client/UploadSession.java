package dev.otters.oci.registry.client;

import dev.otters.http.HttpAnswer;
import dev.otters.http.HttpBody;
import dev.otters.http.HttpCall;
import dev.otters.oci.Descriptor;
import dev.otters.oci.OciException;
import dev.otters.oci.registry.endpoint.Endpoint;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One upload of one blob, with its location on the registry. */
final class UploadSession {
  private static final String OCTETS = "application/octet-stream";
  private static final Duration COURTESY = Duration.ofSeconds(2);
  private static final Pattern RANGE = Pattern.compile("(?:bytes=)?0-([0-9]{1,18})");

  private final Transport transport;
  private final Endpoint endpoint;
  private final Descriptor blob;
  private final BlobUploads.Source source;
  private Optional<URI> place = Optional.empty();
  private boolean broken;
  private boolean renewed;

  UploadSession(Transport transport, Descriptor blob, BlobUploads.Source source) {
    this.transport = transport;
    this.endpoint = transport.endpoint();
    this.blob = blob;
    this.source = source;
  }

  /**
   * Asks the registry to mount the blob from another repository.
   *
   * @return whether it did; otherwise an upload is open
   */
  boolean mount(String from) {
    URI uri = endpoint.mount(blob.digest(), from);
    try {
      return transport.send(
          "blob " + blob.digest() + " of " + from,
          () -> HttpCall.of("POST", uri, Map.of()),
          answer -> {
            if (answer.status() == 202) {
              place = Optional.of(transport.location(uri, answer));
            }
            return answer.status() == 201;
          });
    } catch (OciException e) {
      return switch (e.reason()) {
        // The registry does not support mounts, or denies access to the other repository.
        case REGISTRY, NOT_FOUND, DENIED -> false;
        default -> throw e;
      };
    }
  }

  /** Sends the missing bytes. Called again after a failure. */
  HttpAnswer next() throws IOException {
    long offset = broken ? whereItBroke() : 0;
    if (place.isEmpty()) {
      offset = 0;
      HttpAnswer started =
          transport.open(HttpCall.of("POST", endpoint.uploads(), Map.of(), HttpBody.EMPTY));
      if (started.status() / 100 != 2) {
        return started;
      }
      try (started) {
        place = Optional.of(transport.location(endpoint.uploads(), started));
      }
    }
    broken = true;
    return offset == 0 ? whole() : rest(offset);
  }

  private HttpAnswer whole() throws IOException {
    HttpAnswer answer =
        transport.open(
            HttpCall.of(
                "PUT", closing(), Map.of("Content-Type", OCTETS), source.from(0).orElseThrow()));
    if ((answer.status() == 404 || answer.status() == 416) && !renewed) {
      // The upload had already succeeded: the connection broke, and the request was repeated.
      renewed = true;
      return startAnew(answer);
    }
    return forgetRefused(answer);
  }

  private HttpAnswer rest(long offset) throws IOException {
    if (offset < blob.size()) {
      Map<String, String> headers =
          Map.of("Content-Type", OCTETS, "Content-Range", offset + "-" + (blob.size() - 1));
      URI uri = place.orElseThrow();
      HttpAnswer patched =
          transport.open(HttpCall.of("PATCH", uri, headers, source.from(offset).orElseThrow()));
      if (patched.status() / 100 != 2) {
        return startAnew(patched);
      }
      try (patched) {
        place = Optional.of(transport.location(uri, patched));
      }
    }
    return forgetRefused(
        transport.open(HttpCall.of("PUT", closing(), Map.of("Content-Type", OCTETS))));
  }

  /** Restarts a refused upload: a blob that was refused in parts may be accepted as a whole. */
  private HttpAnswer startAnew(HttpAnswer refused) throws IOException {
    refused.close();
    place = Optional.empty();
    throw new IOException("the registry refused the blob: " + refused.status());
  }

  private HttpAnswer forgetRefused(HttpAnswer answer) {
    if (Transport.isTransient(answer.status())) {
      place = Optional.empty();
      broken = false;
    }
    return answer;
  }

  /** Asks for the registry's offset, and discards the upload if it cannot resume there. */
  private long whereItBroke() throws IOException {
    if (place.isEmpty()) {
      return 0;
    }
    URI uri = place.get();
    try (HttpAnswer answer = transport.open(HttpCall.of("GET", uri, Map.of()))) {
      Matcher range = RANGE.matcher(answer.first("range").orElse(""));
      if (answer.status() == 204 && range.matches()) {
        if (answer.first("location").isPresent()) {
          place = Optional.of(transport.location(uri, answer));
        }
        long next = Long.parseLong(range.group(1)) + 1;
        if (next > 1 && next <= blob.size() && source.from(next).isPresent()) {
          return next;
        }
      }
    }
    takeBack();
    place = Optional.empty();
    return 0;
  }

  private URI closing() {
    URI uri = place.orElseThrow();
    String separator = uri.getRawQuery() == null ? "?" : "&";
    return URI.create(uri + separator + "digest=" + blob.digest());
  }

  /** Cancels the upload, even if the caller is interrupted, with a short timeout. */
  void takeBack() {
    if (place.isEmpty()) {
      return;
    }
    HttpCall call = HttpCall.of("DELETE", place.get(), Map.of(), HttpBody.EMPTY);
    place = Optional.empty();
    boolean interrupted = Thread.interrupted();
    try {
      boolean _ = Thread.ofVirtual().start(() -> tell(call)).join(COURTESY);
    } catch (InterruptedException _) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void tell(HttpCall call) {
    try (HttpAnswer answer = transport.open(call)) {
      int _ = answer.status();
    } catch (IOException | OciException _) {
      // Registries expire abandoned uploads themselves.
    }
  }
}
