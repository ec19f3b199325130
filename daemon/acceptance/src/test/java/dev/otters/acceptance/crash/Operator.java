package dev.otters.acceptance.crash;

import dev.otters.acceptance.Eventually;
import dev.otters.acceptance.Otters;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.JsonNode;

/** Speaks the API of a daemon that may die at any moment, and repeats what got no answer. */
final class Operator {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final HttpClient http = HttpClient.newHttpClient();
  private final Path home;

  Operator(Path home) {
    this.home = home;
  }

  /** Sends a message, which is stored once however often it is repeated. */
  void say(String agent, String session, String text) {
    String id = UUID.randomUUID().toString();
    Map<String, String> message = Map.of("id", id, "type", "user.message", "text", text);
    repeat(sessionOf(agent, session) + "/events", message, () -> false);
  }

  /**
   * Schedules a wake.
   *
   * @param scheduled whether a request that got no answer had its effect
   */
  void wake(String agent, String session, int seconds, String note, BooleanSupplier scheduled) {
    Map<String, Object> wake = Map.of("inSeconds", seconds, "note", note);
    repeat(sessionOf(agent, session) + "/wakes", wake, scheduled);
  }

  /** Returns the calls that wait for permission; none if the daemon does not answer. */
  JsonNode approvals() {
    return send("GET", "/v1/approvals", "")
        .filter(response -> response.statusCode() == 200)
        .map(response -> Otters.JSON.readTree(response.body()).path("approvals"))
        .orElse(Otters.JSON.createArrayNode());
  }

  /** Allows or denies a call. If there is no answer, the call is still in the next list. */
  void decide(JsonNode approval, String decision) {
    String session =
        sessionOf(approval.get("agent").asString(), approval.get("session").asString());
    Map<String, String> body =
        Map.of("approval", approval.get("id").asString(), "decision", decision);
    Optional<HttpResponse<String>> unused =
        send("POST", session + "/approvals", Otters.JSON.writeValueAsString(body));
  }

  private static String sessionOf(String agent, String session) {
    return "/v1/agents/" + agent + "/sessions/" + session;
  }

  private void repeat(String path, Object body, BooleanSupplier done) {
    String text = Otters.JSON.writeValueAsString(body);
    AtomicReference<String> last = new AtomicReference<>("no answer");
    BooleanSupplier accepted =
        () -> {
          Optional<HttpResponse<String>> response = send("POST", path, text);
          response.ifPresent(it -> last.set(it.statusCode() + " " + it.body()));
          return response.map(it -> isAccepted(path, it)).orElseGet(done::getAsBoolean);
        };
    try {
      Eventually.within(PATIENCE, path + " takes " + text, accepted);
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + ": " + last.get(), e);
    }
  }

  /** Returns false if the agent or the daemon is between an end and a start. */
  private static boolean isAccepted(String path, HttpResponse<String> response) {
    int status = response.statusCode();
    if (status / 100 != 2 && status != 409 && status != 503) {
      throw new AssertionError(path + " was refused: " + status + " " + response.body());
    }
    return status / 100 == 2;
  }

  private Optional<HttpResponse<String>> send(String method, String path, String body) {
    try {
      JsonNode credentials = Otters.JSON.readTree(home.resolve("credentials.json").toFile());
      if (!credentials.has("tcp")) {
        return Optional.empty(); // the daemon has begun to start
      }
      URI address = URI.create(credentials.get("tcp").asString() + path);
      HttpRequest request =
          HttpRequest.newBuilder(address)
              .header("Authorization", "Bearer " + credentials.get("token").asString())
              .header("Content-Type", "application/json")
              .method(method, BodyPublishers.ofString(body))
              .build();
      return Optional.of(http.send(request, BodyHandlers.ofString()));
    } catch (IOException _) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }
}
