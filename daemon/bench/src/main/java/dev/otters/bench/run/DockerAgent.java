package dev.otters.bench.run;

import dev.otters.api.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The server of docker-agent (https://github.com/docker/docker-agent), to compare with. Its agents
 * run their tools without a sandbox.
 */
public final class DockerAgent implements ChatServer {
  private static final String AGENT = "talker";
  private static final String CONFIG =
      """
      models:
        stub:
          provider: openai
          model: stub
          base_url: %s
      agents:
        root:
          model: stub
          description: Talks.
          instruction: You are an agent.
          toolsets:
            - type: shell
      """;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Process process;
  private final URI base;
  private final Path folder;
  private final int agents;

  private DockerAgent(Process process, URI base, Path folder, int agents) {
    this.process = process;
    this.base = base;
    this.folder = folder;
    this.agents = agents;
  }

  /** Starts the server, and waits until it answers. It ends at the end of the benchmark. */
  public static DockerAgent start(Workbench bench, Path program, StubVendor vendor, int agents)
      throws IOException, InterruptedException {
    Path folder = bench.folder("docker-agent");
    Files.createDirectories(folder.resolve(".cagent"));
    // Without a list of models it looks for one on the network at each start.
    Files.writeString(folder.resolve(".cagent/models_dev.json"), "{}");
    Path config = folder.resolve(AGENT + ".yaml");
    Files.writeString(config, CONFIG.formatted(vendor.address()));
    String listen = "127.0.0.1:" + freePort();
    Process process =
        bench
            .programs(
                Map.of(
                    "HOME", folder.toString(), "OPENAI_API_KEY", "k", "TELEMETRY_ENABLED", "false"))
            .startQuietly(
                List.of(
                    program.toString(),
                    "serve",
                    "api",
                    config.toString(),
                    "-l",
                    listen,
                    "-s",
                    folder.resolve("sessions.db").toString()));
    bench.cleanUp().add("docker-agent", process::destroyForcibly);
    DockerAgent server =
        new DockerAgent(process, URI.create("http://" + listen + "/api/"), folder, agents);
    server.awaitReady();
    return server;
  }

  @Override
  public String name() {
    return "docker-agent";
  }

  @Override
  public int agents() {
    return agents;
  }

  @Override
  public ProcessHandle process() {
    return process.toHandle();
  }

  @Override
  public Session open(int agent) throws IOException, InterruptedException {
    String session = create();
    title(session);
    return new Opened(session, this);
  }

  @Override
  public double ask(int agent, String text) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    String session = create();
    double created = Clock.millisSince(begin);
    title(session);
    return created + new Opened(session, this).ask(text, new Deltas());
  }

  private String create() throws IOException, InterruptedException {
    Map<String, Object> request =
        Map.of("tools_approved", true, "working_dir", folder.toString(), "max_iterations", 50);
    return Json.read(send("POST", "sessions", Json.write(request)), Created.class).id();
  }

  /** Gives a session a title, since a session without one costs a second completion. */
  private void title(String session) throws IOException, InterruptedException {
    send("PATCH", "sessions/" + session + "/title", "{\"title\":\"bench\"}");
  }

  private String send(String method, String path, String body)
      throws IOException, InterruptedException {
    HttpResponse<String> response =
        http.send(request(method, path, body), HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() >= 300) {
      throw new IOException("docker-agent: " + path + ": " + response.body());
    }
    return response.body();
  }

  private HttpRequest request(String method, String path, String body) {
    return HttpRequest.newBuilder(base.resolve(path))
        .header("Content-Type", "application/json")
        .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
        .build();
  }

  private void awaitReady() throws IOException, InterruptedException {
    long begin = System.nanoTime();
    while (true) {
      try {
        send("GET", "agents", "");
        return;
      } catch (IOException notYet) {
        if (Clock.millisSince(begin) > 60_000 || !process.isAlive()) {
          throw new IOException("docker-agent does not answer", notYet);
        }
        Thread.sleep(20);
      }
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private record Created(String id) {}

  private record Opened(String id, DockerAgent server) implements Session {
    @Override
    public double ask(String text, Deltas deltas) throws IOException, InterruptedException {
      long begin = System.nanoTime();
      String body = Json.write(List.of(Map.of("role", "user", "content", text)));
      HttpRequest request = server.request("POST", "sessions/" + id + "/agent/" + AGENT, body);
      InputStream stream =
          server.http.send(request, HttpResponse.BodyHandlers.ofInputStream()).body();
      try (EventReader events = new EventReader(stream)) {
        while (true) {
          String data = events.next().data();
          if (data.contains("\"type\":\"agent_choice\"")) {
            deltas.add(data);
          } else if (data.contains("\"type\":\"error\"")) {
            throw new IOException("docker-agent: " + data);
          } else if (data.contains("\"type\":\"stream_stopped\"")) {
            return Clock.millisSince(begin);
          }
        }
      }
    }

    @Override
    public void close() {}
  }
}
