package dev.otters.models.weights;

import dev.otters.http.AddressRule;
import dev.otters.http.ForbiddenAddressException;
import dev.otters.http.HttpAnswer;
import dev.otters.http.HttpCall;
import dev.otters.http.HttpConnections;
import dev.otters.http.HttpRoute;
import dev.otters.http.HttpStall;
import dev.otters.http.HttpTimes;
import dev.otters.http.Proxies;
import dev.otters.http.ProxyRefusal;
import dev.otters.http.Trust;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Downloads weights from a web server and continues an earlier attempt. Sends no credentials. A
 * public source may redirect only to public https URLs.
 */
final class WebFetch implements AutoCloseable {
  private static final int BUFFER = 1 << 16;
  private static final int MOST_REDIRECTS = 5;
  private static final int OK = 200;
  private static final int RANGE = 206;
  private static final int NO_SUCH_RANGE = 416;
  private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
  private static final Pattern PLACE =
      Pattern.compile("bytes (\\d{1,18})-\\d{1,18}/(\\d{1,18}|\\*)");

  private final HttpConnections http;
  private final Duration patience;
  private final AddressRule world;

  /**
   * Creates a downloader without a connection.
   *
   * @param patience the timeout for a server that sends nothing
   * @param world allows public addresses
   */
  WebFetch(Map<String, String> environment, Duration patience, AddressRule world) {
    this.http =
        new HttpConnections(
            new HttpTimes(Duration.ofSeconds(10), patience, patience), new Proxies(environment));
    this.patience = patience;
    this.world = world;
  }

  /** Returns a downloader with the default timeouts and the proxies of an environment. */
  static WebFetch standard(Map<String, String> environment) {
    return new WebFetch(environment, Duration.ofSeconds(30), AddressRule.PUBLIC);
  }

  /** Allows every address of a source, and records whether it is public. */
  private static final class Sighting implements AddressRule {
    private final AddressRule world;
    private boolean inside;
    private boolean outside;

    Sighting(AddressRule world) {
      this.world = world;
    }

    @Override
    public boolean allows(InetAddress address) {
      boolean isOutside = world.allows(address);
      outside |= isOutside;
      inside |= !isOutside;
      return true;
    }

    boolean isInside() {
      return inside && !outside;
    }
  }

  /**
   * Adds the missing part of the weights.
   *
   * @throws SourceFailure if the source fails
   */
  void fetch(Source.Web source, CatalogueEntry entry, PartialWeights partial)
      throws InterruptedException {
    String address = source.address().toString();
    try (HttpAnswer answer = ask(source.address(), partial)) {
      check(answer, entry);
      if (answer.status() == OK) {
        partial.restart(address, strongTag(answer));
      } else {
        checkPlace(answer, entry, partial.size());
      }
      copy(answer.stream(), partial);
    } catch (IOException e) {
      requireNoInterrupt();
      throw e instanceof HttpStall
          ? SourceFailure.passing("it stalled: " + e.getMessage())
          : early(entry, partial, e);
    }
    if (!partial.complete()) {
      throw early(entry, partial, null);
    }
  }

  private static void copy(InputStream body, PartialWeights partial) throws IOException {
    byte[] buffer = new byte[BUFFER];
    for (int read; (read = body.read(buffer)) >= 0; ) {
      partial.append(buffer, read);
    }
  }

  /** Requests the missing part, or the whole file if the server does not have this part. */
  private HttpAnswer ask(URI source, PartialWeights partial) throws InterruptedException {
    HttpAnswer answer = ask(source, partial.size(), partial.tag(source.toString()));
    if (answer.status() != NO_SUCH_RANGE) {
      return answer;
    }
    answer.close();
    return ask(source, 0, Optional.empty());
  }

  private HttpAnswer ask(URI source, long from, Optional<String> tag) throws InterruptedException {
    Sighting seen = new Sighting(world);
    HttpAnswer answer = send(source, from, tag, seen);
    URI address = source;
    for (int hop = 0; REDIRECTS.contains(answer.status()); hop++) {
      answer.close();
      if (hop == MOST_REDIRECTS) {
        throw SourceFailure.lasting("it redirects more than " + MOST_REDIRECTS + " times");
      }
      address = next(address, answer, seen.isInside());
      answer = send(address, from, tag, seen.isInside() ? AddressRule.ANY : world);
    }
    return answer;
  }

  private static URI next(URI address, HttpAnswer answer, boolean inside) {
    URI next;
    try {
      next = address.resolve(answer.first("location").orElse(""));
    } catch (IllegalArgumentException e) {
      throw SourceFailure.lasting("it redirects to an invalid URL");
    }
    String scheme = String.valueOf(next.getScheme()).toLowerCase(Locale.ROOT);
    if (next.getHost() == null || !(scheme.equals("https") || scheme.equals("http"))) {
      throw notFollowed(next, "it is not an http or https URL");
    }
    if (next.getRawUserInfo() != null) {
      throw notFollowed(next, "it contains a password");
    }
    if (!inside && !scheme.equals("https")) {
      throw notFollowed(next, "it is not https");
    }
    return next;
  }

  private static SourceFailure notFollowed(URI next, String why) {
    return SourceFailure.lasting(
        "it redirects to %s://%s, which is not followed: %s"
            .formatted(next.getScheme(), next.getHost(), why));
  }

  private HttpAnswer send(URI address, long from, Optional<String> tag, AddressRule rule)
      throws InterruptedException {
    Map<String, String> headers = new LinkedHashMap<>();
    if (from > 0) {
      headers.put("Range", "bytes=" + from + "-");
      tag.ifPresent(text -> headers.put("If-Range", text));
    }
    try {
      return http.send(HttpCall.of("GET", address, headers), new HttpRoute(rule, Trust.SYSTEM));
    } catch (IOException e) {
      requireNoInterrupt();
      throw noAnswer(address, e);
    }
  }

  private SourceFailure noAnswer(URI address, IOException failure) {
    return switch (failure) {
      case ForbiddenAddressException e ->
          notFollowed(address, "it is an address of this machine's own network");
      case ProxyRefusal e -> SourceFailure.lasting(String.valueOf(e.getMessage()));
      case HttpStall e ->
          SourceFailure.lasting("it did not respond within " + patience.toSeconds() + " s");
      case SocketTimeoutException e -> SourceFailure.lasting("connection timed out");
      case UnknownHostException e -> SourceFailure.lasting("unknown host");
      case ConnectException e -> SourceFailure.lasting("cannot connect: " + e.getMessage());
      default -> SourceFailure.lasting("invalid response: " + failure.getMessage());
    };
  }

  /** Rejects a response that cannot be the weights, before writing any of it. */
  private static void check(HttpAnswer answer, CatalogueEntry entry) {
    int status = answer.status();
    if (status != OK && status != RANGE) {
      throw SourceFailure.lasting("it responded with status " + status);
    }
    String type = answer.first("content-type").orElse("").toLowerCase(Locale.ROOT);
    if (type.startsWith("text/html")) {
      throw SourceFailure.lasting("it sent a web page instead of the file");
    }
    Optional<Long> length = answer.first("content-length").map(Long::parseLong);
    if (status == OK && length.isPresent() && length.get() != entry.bytes()) {
      throw wrongLength(length.get(), entry);
    }
  }

  private static void checkPlace(HttpAnswer answer, CatalogueEntry entry, long from) {
    String range = answer.first("content-range").orElse("");
    Matcher place = PLACE.matcher(range);
    if (!place.matches() || Long.parseLong(place.group(1)) != from) {
      throw SourceFailure.lasting("it sent '" + range + "' instead of the bytes from " + from);
    }
    if (!place.group(2).equals("*") && Long.parseLong(place.group(2)) != entry.bytes()) {
      throw wrongLength(Long.parseLong(place.group(2)), entry);
    }
  }

  private static SourceFailure wrongLength(long found, CatalogueEntry entry) {
    return SourceFailure.lasting(
        "its file has " + found + " bytes, and the model has " + entry.bytes());
  }

  /** Returns the strong entity tag: a weak one does not guarantee equal bytes. */
  private static Optional<String> strongTag(HttpAnswer answer) {
    return answer
        .first("etag")
        .filter(tag -> tag.startsWith("\"") && tag.length() < 200 && tag.indexOf('\n') < 0);
  }

  private static SourceFailure early(
      CatalogueEntry entry, PartialWeights partial, @Nullable IOException e) {
    return SourceFailure.passing(
        "it ended after "
            + partial.size()
            + " of "
            + entry.bytes()
            + " bytes"
            + (e == null ? "" : ": " + e.getMessage()));
  }

  private static void requireNoInterrupt() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("the download was stopped");
    }
  }

  @Override
  public void close() {
    http.close();
  }
}
