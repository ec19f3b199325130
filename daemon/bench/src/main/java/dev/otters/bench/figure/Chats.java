package dev.otters.bench.figure;

import dev.otters.bench.report.Figure;
import dev.otters.bench.report.Goal;
import dev.otters.bench.report.Quantity;
import dev.otters.bench.report.Report;
import dev.otters.bench.report.Samples;
import dev.otters.bench.report.Unit;
import dev.otters.bench.run.Api;
import dev.otters.bench.run.ChatServer;
import dev.otters.bench.run.Deltas;
import dev.otters.bench.run.DockerAgent;
import dev.otters.bench.run.OttersChat;
import dev.otters.bench.run.OttersHome;
import dev.otters.bench.run.ProcessMemory;
import dev.otters.bench.run.StubVendor;
import dev.otters.bench.run.Workbench;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Measures conversations with a vendor's model over HTTP. */
public final class Chats implements Group {
  private static final int AGENTS = 10;
  private static final int ROUNDS = 5;
  private static final int PER_ROUND = 20;
  private static final int LATE = 1000;
  private static final int STREAMS = 100;
  private static final int LOAD_MILLIS = 10_000;
  private static final int PROMPTS = 10_000;
  private static final double LATENCY = 0.8;
  private static final double SHARE_OF_TIME = 0.67;
  private static final double LAG = 5;
  private static final double MEMORY = 160;
  private static final String METHOD =
      """
      The model is a vendor on this machine that answers over HTTP without delay, so every figure includes the gateway.
      With `-PdockerAgent=PROGRAM`, docker-agent's API server answers the same prompts with the same vendor, in turns of %d;
      its tools run without a sandbox, ours in containers. *At once*: milliseconds per prompt over all sessions, %d s each.
      *Delta*: from the vendor's write to the arrival at the client. *First model call*: until the request arrives at the vendor,
      to the millisecond that events have.\
      """
          .formatted(PER_ROUND, LOAD_MILLIS / 1000);

  private final Optional<Path> dockerAgent;

  /**
   * Creates the group.
   *
   * @param dockerAgent the program to compare with
   */
  public Chats(Optional<Path> dockerAgent) {
    this.dockerAgent = dockerAgent;
  }

  @Override
  public String name() {
    return "chat";
  }

  @Override
  public Report measure(Workbench bench) throws IOException, InterruptedException {
    if (bench.engine().isEmpty()) {
      return Report.without("Conversations over HTTP", METHOD, Workbench.NO_ENGINE);
    }
    try (StubVendor vendor = StubVendor.start()) {
      List<ChatServer> servers = new ArrayList<>();
      servers.add(otters(OttersHome.open(bench), vendor));
      if (dockerAgent.isPresent()) {
        servers.add(DockerAgent.start(bench, dockerAgent.get(), vendor, AGENTS));
      }
      List<String> skipped =
          dockerAgent.isPresent() ? List.of() : List.of("docker-agent: -PdockerAgent is not given");
      return new Report("Conversations over HTTP", METHOD, figures(servers, vendor), skipped);
    }
  }

  private static List<Figure> figures(List<ChatServer> servers, StubVendor vendor)
      throws IOException, InterruptedException {
    for (ChatServer server : servers) {
      newSessions(server, Agents.WITH_TOOL);
      newSessions(server, Agents.HELLO);
    }
    List<Figure> figures = new ArrayList<>();
    figures.add(latency("new session, no tool", servers, s -> newSessions(s, Agents.HELLO)));
    figures.add(latency("new session, one tool", servers, s -> newSessions(s, Agents.WITH_TOOL)));
    figures.add(latency("one session, no tool", servers, s -> oneSession(s, Agents.HELLO)));
    figures.add(latency("one session, one tool", servers, s -> oneSession(s, Agents.WITH_TOOL)));
    figures.add(latency("first delta of " + StubVendor.TOKENS, servers, Chats::firstDelta));
    figures.add(latency("the whole of " + StubVendor.TOKENS + " tokens", servers, Chats::whole));
    figures.add(
        compared("prompt " + LATE + " of a session", servers, LATENCY, ChatLoad.late(LATE)));
    for (int sessions : List.of(1, 10, 50)) {
      figures.add(
          compared(
              "prompt at once, sessions: " + sessions,
              servers,
              SHARE_OF_TIME,
              s -> ChatLoad.perPrompt(s, sessions, LOAD_MILLIS)));
    }
    figures.addAll(GatewayCost.figures(vendor));
    if (servers.getFirst() instanceof OttersChat otters) {
      figures.addAll(FirstCalls.figures(otters.api(), otters.prefix() + 0, vendor));
    }
    figures.addAll(lags(servers.getFirst()));
    figures.add(memory(servers.getFirst()));
    return figures;
  }

  private static ChatServer otters(OttersHome home, StubVendor vendor)
      throws IOException, InterruptedException {
    home.otters(
        "provider",
        "add",
        "stub",
        "--kind",
        "openai",
        "--api-key",
        "k",
        "--api-base",
        vendor.address());
    Agents.withShell(home, "chatter", "stub/stub");
    Api api = home.api();
    for (int i = 0; i < AGENTS; i++) {
      api.run(
          Map.of("ref", "chatter:latest", "name", "chatter" + i, "config", Agents.WITHOUT_BUDGET));
    }
    return new OttersChat(home, api, "chatter", AGENTS);
  }

  private static Figure latency(String name, List<ChatServer> servers, ChatLoad.Measure measure)
      throws IOException, InterruptedException {
    Map<ChatServer, List<Double>> all = new LinkedHashMap<>();
    for (int round = 0; round < ROUNDS; round++) {
      for (ChatServer server : servers) {
        all.computeIfAbsent(server, _ -> new ArrayList<>()).addAll(measure.of(server));
      }
    }
    return compared(name, servers, LATENCY, server -> all.getOrDefault(server, List.of()));
  }

  private static Figure compared(
      String name, List<ChatServer> servers, double limit, ChatLoad.Measure measure)
      throws IOException, InterruptedException {
    Figure figure = Figure.of(name, millis(measure.of(servers.getFirst())));
    if (servers.size() == 1) {
      return figure;
    }
    ChatServer other = servers.getLast();
    return figure
        .against(other.name(), millis(measure.of(other)))
        .goal(new Goal.TimesBaseline(limit));
  }

  private static Quantity millis(List<Double> values) {
    return new Quantity(new Samples(values), Unit.MILLISECONDS);
  }

  private static List<Double> newSessions(ChatServer server, String text)
      throws IOException, InterruptedException {
    List<Double> values = new ArrayList<>();
    for (int i = 0; i < PER_ROUND; i++) {
      values.add(server.ask(0, text));
    }
    return values;
  }

  private static List<Double> oneSession(ChatServer server, String text)
      throws IOException, InterruptedException {
    List<Double> values = new ArrayList<>();
    try (ChatServer.Session session = server.open(0)) {
      for (int i = 0; i < PER_ROUND; i++) {
        values.add(session.ask(text, new Deltas()));
      }
    }
    return values;
  }

  private static List<Double> firstDelta(ChatServer server)
      throws IOException, InterruptedException {
    List<Double> values = new ArrayList<>();
    for (int i = 0; i < PER_ROUND; i++) {
      try (ChatServer.Session session = server.open(0)) {
        Deltas deltas = new Deltas();
        session.ask(StubVendor.LONG, deltas);
        values.add(deltas.first());
      }
    }
    return values;
  }

  private static List<Double> whole(ChatServer server) throws IOException, InterruptedException {
    List<Double> values = new ArrayList<>();
    for (int i = 0; i < PER_ROUND; i++) {
      try (ChatServer.Session session = server.open(0)) {
        values.add(session.ask(StubVendor.LONG, new Deltas()));
      }
    }
    return values;
  }

  private static List<Figure> lags(ChatServer server) throws IOException, InterruptedException {
    Samples lags = new Samples(ChatLoad.lags(server, STREAMS));
    return List.of(
        Figure.of("delta, " + STREAMS + " streams", new Quantity(lags, Unit.MILLISECONDS)),
        Figure.of(
                "delta, " + STREAMS + " streams, 99th percentile",
                Quantity.once(lags.quantile(0.99), Unit.MILLISECONDS))
            .goal(new Goal.AtMost(LAG)));
  }

  private static Figure memory(ChatServer server) throws IOException, InterruptedException {
    ChatLoad.prompts(server, PROMPTS);
    double resident = ProcessMemory.resident(server.process().pid());
    return Figure.of(
            "RSS after %,d prompts, agents: %d".formatted(PROMPTS, AGENTS),
            Quantity.once(resident, Unit.MEGABYTES))
        .goal(new Goal.AtMost(MEMORY));
  }
}
