package dev.otters.oci.registry.client;

import dev.otters.agentfile.Quoted;
import dev.otters.http.ForbiddenAddressException;
import dev.otters.http.HttpAnswer;
import dev.otters.http.HttpCall;
import dev.otters.http.HttpConnections;
import dev.otters.http.HttpRoute;
import dev.otters.http.NoHttp;
import dev.otters.http.ProxyRefusal;
import dev.otters.http.RetryAfter;
import dev.otters.http.Trust;
import dev.otters.http.UnusableCertificatesException;
import dev.otters.oci.OciException;
import dev.otters.oci.registry.auth.Authenticator;
import dev.otters.oci.registry.endpoint.Endpoint;
import dev.otters.oci.registry.endpoint.Failures;
import dev.otters.oci.registry.endpoint.Login;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/**
 * Makes calls to one registry: retries transient failures, answers challenges, and follows
 * redirects itself, so that credentials are only sent to their server.
 */
public final class Transport {
  private static final int MOST_REDIRECTS = 5;
  private static final int MOST_CHALLENGES = 2;
  private static final int LARGEST_ERROR = 8192;

  /** The answer of a Docker registry to a request whose connection broke on its way. */
  private static final int CONNECTION_BROKE = 499;

  private final HttpConnections http;
  private final RetryPolicy policy;
  private final Endpoint endpoint;
  private final Authenticator authenticator;
  private final Failures failures;
  private final Trust trust;

  /** Creates the transport of one repository. */
  public Transport(
      HttpConnections http,
      RetryPolicy policy,
      Endpoint endpoint,
      Authenticator authenticator,
      Trust trust) {
    this.http = http;
    this.policy = policy;
    this.endpoint = endpoint;
    this.authenticator = authenticator;
    this.failures = new Failures(endpoint);
    this.trust = trust;
  }

  /** Reports whether a status is no decision about the request, which may be sent again. */
  static boolean isTransient(int status) {
    return status >= CONNECTION_BROKE;
  }

  /** Reads a successful response. An I/O error causes a retry of the whole request. */
  @FunctionalInterface
  interface Taker<T> {
    T take(HttpAnswer answer) throws IOException;
  }

  /** One attempt, up to the headers of its final response. */
  @FunctionalInterface
  interface Try {
    HttpAnswer open() throws IOException;
  }

  Endpoint endpoint() {
    return endpoint;
  }

  Failures failures() {
    return failures;
  }

  /**
   * Makes a call with the credentials that the registry requires.
   *
   * @param what names it in errors
   * @param call creates the call before each attempt
   */
  <T> T send(String what, Supplier<HttpCall> call, Taker<T> taker) {
    return retried(what, () -> open(call.get()), taker);
  }

  /**
   * Makes a call, or several that belong together, until one attempt succeeds.
   *
   * @param what names it in errors
   */
  <T> T retried(String what, Try request, Taker<T> taker) {
    return retried(what, request, taker, failures, authenticator::login);
  }

  /**
   * Retries a request and reports failures with {@code told}; {@code shown} is the login that was
   * sent.
   */
  private <T> T retried(
      String what, Try request, Taker<T> taker, Failures told, Supplier<Login> shown) {
    long start = System.nanoTime();
    for (int attempt = 1; ; attempt++) {
      boolean last = attempt >= policy.attempts();
      Duration asked = Duration.ZERO;
      try (HttpAnswer answer = request.open()) {
        int status = answer.status();
        if (status >= 200 && status < 300) {
          return taker.take(answer);
        }
        if (status == 429) {
          asked = RetryAfter.of(answer).orElse(Duration.ZERO);
          if (last || asked.compareTo(policy.longestDelay()) > 0) {
            throw told.rateLimited(what, asked);
          }
        } else if (!isTransient(status)) {
          throw told.refused(what, answer, shown.get());
        } else if (last) {
          throw told.failing(what, status, attempt);
        } else {
          asked = RetryAfter.of(answer).orElse(Duration.ZERO);
        }
      } catch (UnusableCertificatesException e) {
        throw failures.certificates(e);
      } catch (ProxyRefusal e) {
        throw told.kept(e);
      } catch (ForbiddenAddressException e) {
        throw told.forbidden(e);
      } catch (IOException e) {
        if (Thread.currentThread().isInterrupted()) {
          throw told.interrupted(what, e);
        }
        Optional<OciException> lasting = told.distrusted(e);
        if (lasting.isPresent()) {
          throw lasting.get();
        }
        if (last) {
          Duration time = Duration.ofNanos(System.nanoTime() - start);
          throw told.unreachable(what, attempt, time, e);
        }
      }
      pause(what, attempt, asked);
    }
  }

  /**
   * Makes one call, answers challenges and follows redirects. Other servers, to which uploads can
   * lead, get no credentials.
   */
  HttpAnswer open(HttpCall call) throws IOException {
    if (!Endpoint.isSameServer(endpoint.base(), call.uri())) {
      return followed(call, Optional.empty(), direct(call, Optional.empty()));
    }
    Optional<String> said = authenticator.header();
    HttpAnswer answer = direct(call, said);
    // A cached token may have expired, so the answer to the first challenge may be stale.
    for (int i = 0; answer.status() == 401 && i < MOST_CHALLENGES; i++) {
      boolean changed = authenticator.answer(said, answer.all("www-authenticate"), this::token);
      if (!changed || !call.body().isRepeatable()) {
        return answer;
      }
      answer.close();
      said = authenticator.header();
      answer = direct(call, said);
    }
    return followed(call, said, answer);
  }

  /** Returns the location of a response, if it is allowed. */
  URI location(URI from, HttpAnswer answer) {
    String location = answer.first("location").orElse("");
    if (location.isEmpty()) {
      throw failures.broken("redirects without a location");
    }
    return place(from, location);
  }

  /** Returns the target of a link, without its fragment, if it is allowed. */
  URI place(URI from, String location) {
    try {
      URI target = from.resolve(location.replaceFirst("(?s)#.*", ""));
      Optional<String> mistrust = endpoint.mistrust(target);
      if (mistrust.isPresent()) {
        throw failures.broken(
            "redirects to " + mistrust.get() + ": " + Quoted.of(target.toString()));
      }
      return target;
    } catch (IllegalArgumentException _) {
      throw failures.broken("redirects to an invalid URL: " + Quoted.of(location));
    }
  }

  private byte[] token(HttpCall call, int largest) {
    return retried(
        "a token",
        () -> direct(call, Optional.empty()),
        answer -> answer.bytes(largest),
        failures.ofTokenService(call.uri()),
        () -> authenticator.login().toGetToken());
  }

  /** Follows redirects. Other servers get no credentials. */
  private HttpAnswer followed(HttpCall start, Optional<String> authorization, HttpAnswer first)
      throws IOException {
    HttpCall at = start;
    HttpAnswer answer = first;
    for (int i = 0; at.isRedirectedBy(answer.status()); i++) {
      answer.close();
      if (i == MOST_REDIRECTS) {
        throw failures.broken("redirects more than " + MOST_REDIRECTS + " times");
      }
      at = at.to(location(at.uri(), answer));
      boolean same = Endpoint.isSameServer(start.uri(), at.uri());
      answer = direct(at, same ? authorization : Optional.empty());
    }
    boolean denied = answer.status() == 401 || answer.status() == 403;
    if (denied && !Endpoint.isSameServer(endpoint.base(), at.uri())) {
      answer.close();
      throw failures.deniedElsewhere(at.uri(), answer.status());
    }
    return answer;
  }

  private HttpAnswer direct(HttpCall call, Optional<String> authorization) throws IOException {
    HttpCall full = authorization.map(value -> call.with("Authorization", value)).orElse(call);
    try {
      HttpAnswer answer = http.send(full, new HttpRoute(endpoint.rule(call.uri()), trust));
      return answer.status() == 400 && isAskedInPlain(call) ? lookForTls(call, answer) : answer;
    } catch (NoHttp e) {
      if (e.isTls() && isAskedInPlain(call)) {
        throw new SpeaksTls(endpoint.host());
      }
      throw e;
    }
  }

  /** Responses of redirect targets say nothing about the registry. */
  private boolean isAskedInPlain(HttpCall call) {
    return "http".equals(endpoint.base().getScheme())
        && Endpoint.isSameServer(endpoint.base(), call.uri());
  }

  /**
   * Detects the hint with which Go's TLS servers answer plain HTTP. A response to HEAD has no body,
   * so it needs a GET.
   */
  private HttpAnswer lookForTls(HttpCall call, HttpAnswer answer) throws IOException {
    if (call.method().equals("HEAD")) {
      direct(HttpCall.of("GET", endpoint.ping(), Map.of()), Optional.empty()).close();
      return answer;
    }
    try (answer) {
      byte[] body = answer.bytes(LARGEST_ERROR);
      if (new String(body, StandardCharsets.US_ASCII).contains("HTTP request to an HTTPS server")) {
        throw new SpeaksTls(endpoint.host());
      }
      return new HttpAnswer(400, answer.headers(), new ByteArrayInputStream(body));
    }
  }

  private void pause(String what, int attempt, Duration asked) {
    long longest = policy.longestDelay().toMillis();
    long full = Math.min(longest, policy.firstDelay().toMillis() << Math.min(attempt - 1, 20));
    long spread = full / 2 + ThreadLocalRandom.current().nextLong(full / 2 + 1);
    try {
      Thread.sleep(Math.max(spread, Math.min(longest, asked.toMillis())));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failures.interrupted(what, e);
    }
  }
}
