package dev.otters.server.http;

import dev.otters.api.Problem;
import dev.otters.home.audit.AuditCall;
import dev.otters.home.audit.AuditLog;
import dev.otters.home.store.Author;
import dev.otters.home.store.StoreException;
import dev.otters.home.text.Secrets;
import dev.otters.home.token.Caller;
import dev.otters.server.problem.Problems;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Optional;

/** Serves the endpoints of the API, the same on every listener. */
final class Api {
  private final List<Endpoint> endpoints;
  private final Gate.TokenCheck check;
  private final AuditLog log;
  private final HttpSettings settings;
  private final Secrets secrets;
  private final OpenStreams streams = new OpenStreams();

  Api(
      List<Endpoint> endpoints,
      Gate.TokenCheck check,
      AuditLog log,
      HttpSettings settings,
      Secrets secrets) {
    this.endpoints = List.copyOf(endpoints);
    this.check = check;
    this.log = log;
    this.settings = settings;
    this.secrets = secrets;
  }

  /**
   * Adds the API to a listener.
   *
   * @param network the connections without a token, for a listener that all local users can reach
   */
  void serve(HttpRouting.Builder routing, Optional<Strangers> network) {
    routing.addFilter(new RequestLog());
    AuditTrail audit = AuditTrail.of(log, endpoints, network.isPresent() ? "tcp" : "unix");
    routing.addFilter(new Gate(check, audit, network));
    for (Endpoint endpoint : endpoints) {
      routing.route(
          endpoint.method(),
          endpoint.path(),
          (request, response) -> answer(audit, endpoint, request, response));
    }
    routing.any((request, response) -> unknown(audit, request, response));
    routing.error(
        Throwable.class,
        (request, response, failure) -> Replies.problem(request, response, Problems.of(failure)));
  }

  /** Ends all streams. */
  void endStreams() {
    streams.close();
  }

  private void answer(
      AuditTrail audit, Endpoint endpoint, ServerRequest request, ServerResponse response) {
    Reply reply;
    try {
      Optional<AuditLog.Begun> row = audit.begin(endpoint.path(), request);
      reply = reply(endpoint, request);
      audit.end(row, endpoint.path(), request, reply.status());
    } catch (StoreException e) {
      reply = new Reply.Failed(Problems.of(e));
    }
    send(reply, request, response);
  }

  private Reply reply(Endpoint endpoint, ServerRequest request) {
    try {
      Request given = new Request(request, settings, secrets, streams);
      Optional<String> token = given.token();
      Roots.require(given, endpoint);
      return token.isPresent()
          ? Author.call(token.get(), () -> endpoint.handler().handle(given))
          : endpoint.handler().handle(given);
    } catch (RuntimeException | StackOverflowError e) {
      return new Reply.Failed(Problems.of(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Reply.Failed(Problems.shuttingDown());
    }
  }

  private void send(Reply reply, ServerRequest request, ServerResponse response) {
    switch (reply) {
      case Reply.Message(int status, Object body) -> Replies.send(response, status, body);
      case Reply.Failed(Problem problem) -> Replies.problem(request, response, problem);
      case Reply.Done() -> {
        response.status(reply.status());
        response.send();
      }
      case Reply.Download(String type, Reply.Writer writer) ->
          Download.send(request, response, type, writer);
      case Reply.Events(Reply.Source source) ->
          streams.send(response, settings.heartbeat(), permission(request), source);
    }
  }

  private OpenStreams.Permission permission(ServerRequest request) {
    return new OpenStreams.Permission(
        Request.caller(request),
        () -> {
          Caller unused = check.check(Gate.token(request));
        });
  }

  /** Adds a request that writes to no route. The server answers it with 404. */
  private static void unknown(AuditTrail audit, ServerRequest request, ServerResponse response) {
    Optional<AuditLog.Begun> row = audit.begin(AuditCall.NONE, request);
    audit.end(row, AuditCall.NONE, request, 404);
    response.next();
  }
}
