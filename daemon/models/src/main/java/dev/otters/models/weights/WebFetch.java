package dev.otters.models.weights;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fetches weights from a web server and goes on where an earlier attempt stopped. It sends no
 * credentials to anybody.
 *
 * @param patience how long nothing may come
 * @param reach decides about redirects
 * @param proxies are those that {@code http} uses
 */
record WebFetch(HttpClient http, Duration patience, Reach reach, WebProxies proxies) {
  private static final int BUFFER = 1 << 16;
  private static final int MOST_REDIRECTS = 5;
  private static final int OK = 200;
  private static final int RANGE = 206;
  private static final int NO_SUCH_RANGE = 416;
  private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
  private static final Pattern PLACE =
      Pattern.compile("bytes (\\d{1,18})-\\d{1,18}/(\\d{1,18}|\\*)");

  /** Returns one with the usual patience, and the proxies of an environment. */
  static WebFetch standard(Map<String, String> environment) {
    return of(environment, Duration.ofSeconds(30), Reach.STANDARD);
  }

  static WebFetch of(Map<String, String> environment, Duration patience, Reach reach) {
    WebProxies proxies = new WebProxies(environment);
    HttpClient http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(Duration.ofSeconds(10))
            .proxy(proxies)
            .build();
    return new WebFetch(http, patience, reach, proxies);
  }

  /**
   * Adds what is missing of the weights.
   *
   * @throws SourceFailure when this source does not give it
   */
  void fetch(Source.Web source, CatalogueEntry entry, Partial partial) throws InterruptedException {
    String address = source.address().toString();
    HttpResponse<InputStream> answer = ask(source.address(), partial.size(), partial.tag(address));
    if (answer.statusCode() == NO_SUCH_RANGE) {
      close(answer);
      answer = ask(source.address(), 0, Optional.empty());
    }
    try (InputStream body = answer.body()) {
      check(answer, entry);
      if (answer.statusCode() == OK) {
        partial.restart(address, strongTag(answer));
      } else {
        checkPlace(answer, entry, partial.size());
      }
      copy(body, partial);
    } catch (HttpTimeoutException e) {
      throw SourceFailure.passing("it stalled: " + e.getMessage());
    } catch (InterruptedIOException e) {
      throw interrupted(e);
    } catch (IOException e) {
      throw early(entry, partial, e);
    }
    if (!partial.complete()) {
      throw early(entry, partial, null);
    }
  }

  private static void copy(InputStream body, Partial partial) throws IOException {
    byte[] buffer = new byte[BUFFER];
    for (int read; (read = body.read(buffer)) >= 0; ) {
      partial.append(buffer, read);
    }
  }

  private HttpResponse<InputStream> ask(URI source, long from, Optional<String> tag)
      throws InterruptedException {
    URI address = source;
    for (int hop = 0; hop <= MOST_REDIRECTS; hop++) {
      HttpResponse<InputStream> answer = send(address, from, tag);
      if (!REDIRECTS.contains(answer.statusCode())) {
        return answer;
      }
      close(answer);
      address = next(source, address, answer);
    }
    throw SourceFailure.lasting("it redirects more than " + MOST_REDIRECTS + " times");
  }

  private URI next(URI source, URI address, HttpResponse<?> answer) {
    String location = answer.headers().firstValue("location").orElse("");
    URI next;
    try {
      next = address.resolve(location);
    } catch (IllegalArgumentException e) {
      throw SourceFailure.lasting("it redirects to something that is no address");
    }
    Optional<String> refusal = reach.refusal(source, next);
    if (refusal.isPresent()) {
      throw SourceFailure.lasting(
          "it redirects to "
              + next.getScheme()
              + "://"
              + next.getHost()
              + ", which is not"
              + " followed: "
              + refusal.get());
    }
    return next;
  }

  private HttpResponse<InputStream> send(URI address, long from, Optional<String> tag)
      throws InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address)
            .timeout(patience)
            .header("User-Agent", "otters")
            .header("Accept-Encoding", "identity");
    if (from > 0) {
      request.header("Range", "bytes=" + from + "-");
      tag.ifPresent(text -> request.header("If-Range", text));
    }
    proxies
        .trouble(address)
        .ifPresent(
            why -> {
              throw SourceFailure.lasting(why);
            });
    try {
      return http.send(request.build(), info -> new PatientBody(patience));
    } catch (HttpConnectTimeoutException e) {
      throw SourceFailure.lasting("it cannot be reached: no connection in time");
    } catch (HttpTimeoutException e) {
      throw SourceFailure.lasting("it did not answer within " + patience.toSeconds() + " s");
    } catch (ConnectException e) {
      throw SourceFailure.lasting("it cannot be reached" + cause(e));
    } catch (IOException e) {
      throw SourceFailure.lasting("it gave no answer: " + e.getMessage());
    }
  }

  private static String cause(ConnectException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnresolvedAddressException) {
        return ": its name is not known here";
      }
    }
    return e.getMessage() == null ? "" : ": " + e.getMessage();
  }

  /** Refuses what cannot be the weights before a byte of it is written. */
  private static void check(HttpResponse<?> answer, CatalogueEntry entry) {
    int status = answer.statusCode();
    if (status != OK && status != RANGE) {
      throw SourceFailure.lasting("it answered with status " + status);
    }
    String type = answer.headers().firstValue("content-type").orElse("").toLowerCase(Locale.ROOT);
    if (type.startsWith("text/html")) {
      throw SourceFailure.lasting("it sent a web page instead of the file");
    }
    OptionalLong length = answer.headers().firstValueAsLong("content-length");
    if (status == OK && length.isPresent() && length.getAsLong() != entry.bytes()) {
      throw wrongLength(length.getAsLong(), entry);
    }
  }

  private static void checkPlace(HttpResponse<?> answer, CatalogueEntry entry, long from) {
    String range = answer.headers().firstValue("content-range").orElse("");
    Matcher place = PLACE.matcher(range);
    if (!place.matches() || Long.parseLong(place.group(1)) != from) {
      throw SourceFailure.lasting(
          "it was asked for the bytes from " + from + " on and sent '" + range + "'");
    }
    if (!place.group(2).equals("*") && Long.parseLong(place.group(2)) != entry.bytes()) {
      throw wrongLength(Long.parseLong(place.group(2)), entry);
    }
  }

  private static SourceFailure wrongLength(long found, CatalogueEntry entry) {
    return SourceFailure.lasting(
        "its file has " + found + " bytes, and the model has " + entry.bytes());
  }

  /** A weak tag does not say that the bytes are the same. */
  private static Optional<String> strongTag(HttpResponse<?> answer) {
    return answer
        .headers()
        .firstValue("etag")
        .filter(tag -> tag.startsWith("\"") && tag.length() < 200 && tag.indexOf('\n') < 0);
  }

  private static SourceFailure early(
      CatalogueEntry entry, Partial partial, @org.jspecify.annotations.Nullable IOException e) {
    return SourceFailure.passing(
        "it ended after "
            + partial.size()
            + " of "
            + entry.bytes()
            + " bytes"
            + (e == null ? "" : ": " + e.getMessage()));
  }

  private static InterruptedException interrupted(InterruptedIOException e) {
    boolean unused = Thread.interrupted();
    InterruptedException interrupted = new InterruptedException("the download was stopped");
    interrupted.initCause(e);
    return interrupted;
  }

  private static void close(HttpResponse<InputStream> answer) {
    try {
      answer.body().close();
    } catch (IOException e) {
      throw SourceFailure.lasting("it broke the connection: " + e.getMessage());
    }
  }
}
