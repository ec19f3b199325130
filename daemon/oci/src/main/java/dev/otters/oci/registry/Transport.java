package dev.otters.oci.registry;

import dev.otters.agentfile.Quoted;
import dev.otters.oci.OciException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;

/**
 * Gets things from one registry: tries again what may pass, answers challenges, and follows
 * redirects by hand, so that credentials stay with the server they are for.
 */
final class Transport {
  private static final int MOST_REDIRECTS = 5;

  private final HttpClient http;
  private final RegistrySettings settings;
  private final Endpoint endpoint;
  private final Authenticator authenticator;
  private final Failures failures;

  Transport(
      HttpClient http,
      RegistrySettings settings,
      Endpoint endpoint,
      Authenticator authenticator,
      Failures failures) {
    this.http = http;
    this.settings = settings;
    this.endpoint = endpoint;
    this.authenticator = authenticator;
    this.failures = failures;
  }

  /** Takes what a good answer holds; an I/O error makes the whole request be tried again. */
  @FunctionalInterface
  interface Taker<T> {
    T take(HttpResponse<InputStream> answer) throws IOException;
  }

  /** One try, up to the headers of its final answer. */
  @FunctionalInterface
  interface Try {
    HttpResponse<InputStream> open() throws IOException;
  }

  /**
   * Gets {@code uri} with the credentials that the registry asks for.
   *
   * @param what names it in errors
   * @param headers asked for before each try
   */
  <T> T get(URI uri, String what, Supplier<Map<String, String>> headers, Taker<T> taker) {
    return retried(what, () -> open(Call.get(uri, headers.get())), taker);
  }

  /**
   * Makes a call, or several that only make sense together, until one try gives a good answer.
   *
   * @param what names it in errors
   */
  <T> T retried(String what, Try request, Taker<T> taker) {
    RetryPolicy policy = settings.retry();
    long start = System.nanoTime();
    for (int attempt = 1; ; attempt++) {
      boolean last = attempt >= policy.attempts();
      Duration asked = Duration.ZERO;
      try (Answer answer = new Answer(request.open())) {
        int status = answer.status();
        if (status >= 200 && status < 300) {
          return taker.take(answer.response());
        }
        if (status == 429) {
          asked = answer.retryAfter();
          if (last || asked.compareTo(policy.longestDelay()) > 0) {
            throw failures.rateLimited(what, asked);
          }
        } else if (status < 500) {
          throw failures.refused(what, status, answer.response().body());
        } else if (last) {
          throw failures.failing(what, status, attempt);
        }
      } catch (IOException e) {
        if (last || e instanceof InterruptedCall || e instanceof SSLException) {
          Duration time = Duration.ofNanos(System.nanoTime() - start);
          throw failures.unreachable(what, attempt, time, e);
        }
      }
      pause(what, attempt, asked);
    }
  }

  /**
   * Makes one call; answers one challenge and follows redirects on the way. Another server than the
   * registry's own, where an upload may lead, sees no credentials.
   */
  HttpResponse<InputStream> open(Call call) throws IOException {
    if (!isSameServer(endpoint.base(), call.uri())) {
      return followed(call, Optional.empty(), send(call, Optional.empty()));
    }
    HttpResponse<InputStream> answer = send(call, authenticator.header());
    if (answer.statusCode() == 401) {
      boolean changed =
          authenticator.answer(
              answer.headers().allValues("WWW-Authenticate"), this::tokenWithoutChallenge);
      if (!changed) {
        return answer;
      }
      answer.body().close();
      answer = send(call, authenticator.header());
    }
    return followed(call, authenticator.header(), answer);
  }

  /** Returns where an answer points, if that place may be spoken to. */
  URI location(URI from, HttpResponse<InputStream> answer) {
    String location = answer.headers().firstValue("Location").orElse("");
    if (location.isEmpty()) {
      throw failures.broken("sends us elsewhere without saying where");
    }
    return place(from, location);
  }

  /** Returns the error of a registry that breaks the protocol. */
  OciException broken(String why) {
    return failures.broken(why);
  }

  /** Returns where a link leads, if that place may be spoken to. */
  URI place(URI from, String location) {
    try {
      URI target = from.resolve(location);
      if (!endpoint.trusts(target)) {
        throw failures.broken("sends us to a place without TLS: " + Quoted.of(target.toString()));
      }
      return target;
    } catch (IllegalArgumentException e) {
      throw failures.broken("sends us to what is no URL: " + Quoted.of(location));
    }
  }

  private byte[] tokenWithoutChallenge(URI uri, Map<String, String> headers, int largest) {
    Optional<String> authorization = Optional.ofNullable(headers.get("Authorization"));
    Call call = Call.get(uri, Map.of());
    return retried(
        "a token",
        () -> followed(call, authorization, send(call, authorization)),
        answer -> answer.body().readNBytes(largest));
  }

  /** Follows redirects, to other servers without credentials. */
  private HttpResponse<InputStream> followed(
      Call start, Optional<String> authorization, HttpResponse<InputStream> first)
      throws IOException {
    Call at = start;
    HttpResponse<InputStream> answer = first;
    for (int i = 0; at.isRedirectedBy(answer.statusCode()); i++) {
      answer.body().close();
      if (i == MOST_REDIRECTS) {
        throw failures.broken("redirects more than " + MOST_REDIRECTS + " times");
      }
      at = at.to(location(at.uri(), answer));
      answer = send(at, isSameServer(start.uri(), at.uri()) ? authorization : Optional.empty());
    }
    return answer;
  }

  private HttpResponse<InputStream> send(Call call, Optional<String> authorization)
      throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(call.uri())
            .timeout(settings.answerTimeout().plus(call.extraTime()))
            .method(call.method(), call.body());
    call.headers().forEach(request::header);
    authorization.ifPresent(value -> request.header("Authorization", value));
    request.header("User-Agent", "otters");
    try {
      return http.send(request.build(), info -> new PatientBody(settings.stallTimeout()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedCall(e);
    }
  }

  private static boolean isSameServer(URI one, URI other) {
    return one.getScheme().equals(other.getScheme())
        && String.valueOf(one.getAuthority()).equalsIgnoreCase(other.getAuthority());
  }

  private void pause(String what, int attempt, Duration asked) {
    RetryPolicy policy = settings.retry();
    long longest = policy.longestDelay().toMillis();
    long full = Math.min(longest, policy.firstDelay().toMillis() << Math.min(attempt - 1, 20));
    long spread = full / 2 + ThreadLocalRandom.current().nextLong(full / 2 + 1);
    try {
      Thread.sleep(Math.max(spread, asked.toMillis()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failures.unreachable(what, attempt, Duration.ZERO, new InterruptedCall(e));
    }
  }

  /** An answer whose body is given up when nobody needs it any more. */
  private record Answer(HttpResponse<InputStream> response) implements AutoCloseable {
    int status() {
      return response.statusCode();
    }

    Duration retryAfter() {
      return response
          .headers()
          .firstValue("Retry-After")
          .filter(text -> text.matches("[0-9]{1,6}"))
          .map(text -> Duration.ofSeconds(Long.parseLong(text)))
          .orElse(Duration.ZERO);
    }

    @Override
    public void close() throws IOException {
      response.body().close();
    }
  }
}
