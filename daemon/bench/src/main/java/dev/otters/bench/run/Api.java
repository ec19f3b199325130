package dev.otters.bench.run;

import dev.otters.api.Json;
import dev.otters.api.agent.ExecFrame;
import dev.otters.api.agent.RequestedLimits;
import dev.otters.api.agent.RequestedSandbox;
import dev.otters.api.bin.BinRunRequest;
import dev.otters.api.session.EventType;
import dev.otters.api.session.MessageAccepted;
import dev.otters.api.session.MessageRequest;
import dev.otters.api.session.TurnOutcome;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A client of the daemon's API over TCP. */
public final class Api {
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI base;
  private final String token;

  Api(URI base, String token) {
    this.base = base;
    this.token = token;
  }

  /**
   * Creates an agent.
   *
   * @param request the fields of the request
   * @return the milliseconds until it is ready
   */
  public double run(Map<String, Object> request) throws IOException, InterruptedException {
    return work("/v1/agents", Json.write(request));
  }

  /** Starts a stopped agent. Returns the milliseconds until it is ready. */
  public double start(String agent) throws IOException, InterruptedException {
    return work("/v1/agents/" + agent + "/start", "");
  }

  /** Stops an agent. */
  public void stop(String agent) throws IOException, InterruptedException {
    send(request("/v1/agents/" + agent + "/stop?grace=2", "POST", ""));
  }

  /** Removes an agent, running or not. */
  public void remove(String agent) throws IOException, InterruptedException {
    send(request("/v1/agents/" + agent + "?force=true", "DELETE", ""));
  }

  /**
   * Runs a tool in a sandbox of its own, without input.
   *
   * @return the milliseconds until its exit code arrives
   */
  public double runTool(String image, List<String> args) throws IOException, InterruptedException {
    BinRunRequest wanted =
        new BinRunRequest(
            image,
            args,
            Map.of(),
            List.of(),
            RequestedLimits.DEFAULT,
            RequestedSandbox.DEFAULT,
            null,
            null);
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    ExecFrame.json(ExecFrame.Kind.START, wanted).write(new DataOutputStream(body));
    HttpRequest request =
        HttpRequest.newBuilder(base.resolve("/v1/bins/run"))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", ExecFrame.MEDIA_TYPE)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body.toByteArray()))
            .build();
    long begin = System.nanoTime();
    try (DataInputStream answer = new DataInputStream(stream(request))) {
      ExecFrame frame = ExecFrame.read(answer).orElseThrow();
      while (frame.kind() == ExecFrame.Kind.OUTPUT || frame.kind() == ExecFrame.Kind.ERROR) {
        frame = ExecFrame.read(answer).orElseThrow();
      }
      double millis = Clock.millisSince(begin);
      if (frame.kind() != ExecFrame.Kind.EXIT || frame.numbers().getInt() != 0) {
        throw new IOException(image + " failed: " + frame.text());
      }
      return millis;
    }
  }

  /**
   * Sends a message to a new conversation and follows it to the end of the turn.
   *
   * @return the milliseconds until then
   */
  public double ask(String agent, String text) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    try (Conversation conversation = open(agent, text)) {
      conversation.awaitEnd();
      return Clock.millisSince(begin);
    }
  }

  /** Starts a conversation with a message, and follows it. */
  public Conversation open(String agent, String text) throws IOException, InterruptedException {
    String session = "api:" + UUID.randomUUID();
    String events = "/v1/agents/" + agent + "/sessions/" + session + "/events";
    long seq = append(events, text);
    return new Conversation(this, session, events, stream(events + "?follow=true&after=" + seq));
  }

  private double work(String path, String body) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    try (EventReader events = new EventReader(stream(request(path, "POST", body)))) {
      while (true) {
        EventReader.Event event = events.next();
        switch (event.name()) {
          case "result" -> {
            return Clock.millisSince(begin);
          }
          case "error" -> throw new IOException(path + " failed: " + event.data());
          default -> {}
        }
      }
    }
  }

  private long append(String events, String text) throws IOException, InterruptedException {
    String message = Json.write(MessageRequest.user(UUID.randomUUID().toString(), text));
    return Json.read(send(request(events, "POST", message)), MessageAccepted.class).seq();
  }

  private InputStream stream(String path) throws IOException, InterruptedException {
    return stream(request(path, "GET", ""));
  }

  private InputStream stream(HttpRequest request) throws IOException, InterruptedException {
    HttpResponse<InputStream> response =
        http.send(request, HttpResponse.BodyHandlers.ofInputStream());
    if (response.statusCode() >= 300) {
      try (InputStream body = response.body()) {
        throw new IOException(
            request.uri() + ": " + new String(body.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
    return response.body();
  }

  private String send(HttpRequest request) throws IOException, InterruptedException {
    HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() >= 300) {
      throw new IOException(request.uri() + ": " + response.body());
    }
    return response.body();
  }

  private HttpRequest request(String path, String method, String body) {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(base.resolve(path)).header("Authorization", "Bearer " + token);
    if (!body.isEmpty()) {
      builder.header("Content-Type", "application/json");
    }
    HttpRequest.BodyPublisher publisher =
        body.isEmpty()
            ? HttpRequest.BodyPublishers.noBody()
            : HttpRequest.BodyPublishers.ofString(body);
    return builder.method(method, publisher).build();
  }

  /** A conversation with an open stream of its events. */
  public static final class Conversation implements AutoCloseable {
    private final Api api;
    private final String id;
    private final String path;
    private final EventReader events;

    private Conversation(Api api, String id, String path, InputStream stream) {
      this.api = api;
      this.id = id;
      this.path = path;
      this.events = new EventReader(stream);
    }

    /** Returns the id of the session. */
    public String id() {
      return id;
    }

    /** Sends a message. */
    public void send(String text) throws IOException, InterruptedException {
      api.append(path, text);
    }

    /** Sends a message. Returns the milliseconds until its turn ends. */
    public double ask(String text) throws IOException, InterruptedException {
      long begin = System.nanoTime();
      api.append(path, text);
      awaitEnd();
      return Clock.millisSince(begin);
    }

    /** Follows the conversation with another stream, from its beginning. */
    public Conversation join() throws IOException, InterruptedException {
      return new Conversation(api, id, path, api.stream(path + "?follow=true"));
    }

    /** Waits for the next event of a type, and returns it in JSON. */
    public String await(EventType type) throws IOException {
      while (true) {
        String data = events.next().data();
        if (data.contains("\"" + type + "\"")) {
          return data;
        }
      }
    }

    /** Waits for the end of the turn, and fails unless it has an answer. */
    public void awaitEnd() throws IOException {
      awaitEnd(new Deltas());
    }

    /** Waits for the end of the turn, fails unless it has an answer, and notes its deltas. */
    public void awaitEnd(Deltas deltas) throws IOException {
      while (true) {
        EventReader.Event event = events.next();
        if (event.name().equals("delta")) {
          deltas.add(event.data());
        }
        if (event.data().contains("\"" + EventType.TURN_FINISHED + "\"")) {
          if (!event.data().contains("\"" + TurnOutcome.ANSWERED + "\"")) {
            throw new IOException("the turn was not answered: " + event.data());
          }
          return;
        }
      }
    }

    @Override
    public void close() throws IOException {
      events.close();
    }
  }
}
