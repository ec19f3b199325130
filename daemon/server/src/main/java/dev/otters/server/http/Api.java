package dev.otters.server.http;

import dev.otters.home.text.Secrets;
import dev.otters.server.problem.Problems;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Optional;

/** Serves the endpoints of the API, the same on every listener. */
final class Api {
  private static final int NO_CONTENT = 204;

  private final List<Endpoint> endpoints;
  private final Gate.OperatorCheck check;
  private final HttpSettings settings;
  private final Secrets secrets;
  private final OpenStreams streams = new OpenStreams();

  Api(List<Endpoint> endpoints, Gate.OperatorCheck check, HttpSettings settings, Secrets secrets) {
    this.endpoints = List.copyOf(endpoints);
    this.check = check;
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
    routing.addFilter(new Gate(check, network));
    for (Endpoint endpoint : endpoints) {
      routing.route(
          endpoint.method(),
          endpoint.path(),
          (request, response) -> answer(endpoint, request, response));
    }
    routing.error(
        Throwable.class,
        (request, response, failure) -> Replies.problem(request, response, Problems.of(failure)));
  }

  /** Ends all streams. */
  void endStreams() {
    streams.close();
  }

  private void answer(Endpoint endpoint, ServerRequest request, ServerResponse response) {
    Reply reply;
    try {
      reply = endpoint.handler().handle(new Request(request, settings, secrets, streams));
    } catch (RuntimeException | StackOverflowError e) {
      Replies.problem(request, response, Problems.of(e));
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      Replies.problem(request, response, Problems.shuttingDown());
      return;
    }
    switch (reply) {
      case Reply.Message(int status, Object body) -> Replies.send(response, status, body);
      case Reply.Done() -> {
        response.status(NO_CONTENT);
        response.send();
      }
      case Reply.Download(String type, Reply.Writer writer) ->
          Download.send(request, response, type, writer);
      case Reply.Events(Reply.Source source) ->
          streams.send(response, settings.heartbeat(), source);
    }
  }
}
