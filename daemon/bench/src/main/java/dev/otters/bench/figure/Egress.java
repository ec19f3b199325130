package dev.otters.bench.figure;

import dev.otters.bench.report.Figure;
import dev.otters.bench.report.Goal;
import dev.otters.bench.report.Quantity;
import dev.otters.bench.report.Report;
import dev.otters.bench.report.Samples;
import dev.otters.bench.report.Unit;
import dev.otters.bench.run.OttersHome;
import dev.otters.bench.run.PageServer;
import dev.otters.bench.run.ProcessMemory;
import dev.otters.bench.run.Workbench;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Measures what the egress proxy costs the tools of an agent. */
public final class Egress implements Group {
  private static final int ROUNDS = 10;
  private static final int REQUESTS = 50;
  private static final int TUNNELS = 1_000;
  private static final double THROUGHPUT = 0.6;
  private static final double LATENCY = 2;
  private static final double MEGABYTE = 1e6;
  private static final double MILLIS = 1e3;
  private static final String AGENT = "networker";
  private static final String DIRECT = "direct";
  private static final String METHOD =
      """
      The curl of an agent in bubblewrap, through the proxy, and the same program without a sandbox, directly; both take turns in each of %d rounds.
      The server is this program, so that server, relays and client share the processors. *Large page*: %d MiB from memory. *Request*: an empty page on a
      new connection, %d each round. *Tunnels*: a Python program opens %,d by CONNECT, and then uses each of them, as it does with %,d direct connections.\
      """
          .formatted(ROUNDS, PageServer.LARGE >> 20, REQUESTS, TUNNELS, TUNNELS);

  /** Opens many connections, tunnels if the first argument says so, then uses each of them. */
  private static final String CONNECTIONS =
      """
      import socket, sys, time
      kind, host, port = sys.argv[1], sys.argv[2], int(sys.argv[3])
      def until(s, end):
          got = b""
          while end not in got:
              part = s.recv(4096)
              if not part: sys.exit("closed after " + repr(got))
              got += part
          return got
      begin = time.monotonic()
      to = ("127.0.0.1", 3128) if kind == "proxied" else (host, port)
      all = [socket.create_connection(to) for i in range(%d)]
      if kind == "proxied":
          for s in all: s.sendall(b"CONNECT %%s:%%d HTTP/1.1\\r\\n\\r\\n" %% (host.encode(), port))
          for s in all:
              if b" 200 " not in until(s, b"\\r\\n\\r\\n"): sys.exit("refused")
      for s in all: s.sendall(b"GET / HTTP/1.1\\r\\n\\r\\n")
      for s in all: until(s, b"\\r\\n\\r\\n")
      print(time.monotonic() - begin)
      """
          .formatted(TUNNELS);

  private final List<Double> speed = new ArrayList<>();
  private final List<Double> directSpeed = new ArrayList<>();
  private final List<Double> request = new ArrayList<>();
  private final List<Double> directRequest = new ArrayList<>();
  private final List<Double> tunnels = new ArrayList<>();
  private final List<Double> directTunnels = new ArrayList<>();

  @Override
  public String name() {
    return "egress";
  }

  @Override
  public Report measure(Workbench bench) throws IOException, InterruptedException {
    if (!bench.executors().contains("system")) {
      return Report.without("Egress", METHOD, "the executor system is left out");
    }
    OttersHome home = OttersHome.open(bench);
    Agents.model(home);
    try (PageServer pages = PageServer.start()) {
      agent(home, pages.address());
      for (int i = 0; i < ROUNDS; i++) {
        round(home, pages.address());
      }
      return new Report("Egress", METHOD, figures(home), List.of());
    }
  }

  /** Starts an agent whose tools reach the server. */
  private static void agent(OttersHome home, String address) throws IOException {
    Agents.withNetworkTools(home, AGENT);
    home.otters("run", "--executor", "system", "--allow-host", address, AGENT + ":latest");
  }

  /** Runs a tool of the agent, or the same program without a sandbox. Returns its output. */
  private static String run(OttersHome home, boolean direct, String tool, String... arguments) {
    List<String> command = new ArrayList<>();
    if (direct) {
      command.add(unpacked(home, tool));
    } else {
      command.addAll(List.of(home.program("otters"), "exec", AGENT, tool));
    }
    command.addAll(List.of(arguments));
    return home.programs().run(command).out();
  }

  /** Returns the program of a tool as the daemon unpacked it for its sandboxes. */
  private static String unpacked(OttersHome home, String tool) {
    try (Stream<Path> images = Files.list(home.folder().resolve("cache/unpacked"))) {
      return images
          .map(image -> image.resolve("root").resolve(tool))
          .filter(Files::isExecutable)
          .findFirst()
          .orElseThrow()
          .toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void round(OttersHome home, String address) {
    speed.add(speed(home, false, address));
    directSpeed.add(speed(home, true, address));
    request.addAll(requests(home, false, address));
    directRequest.addAll(requests(home, true, address));
    tunnels.add(connections(home, false, address));
    directTunnels.add(connections(home, true, address));
  }

  private static double speed(OttersHome home, boolean direct, String address) {
    String out = curl(home, direct, "%{speed_download}", "http://" + address + "/large");
    return Double.parseDouble(out) / MEGABYTE;
  }

  private static List<Double> requests(OttersHome home, boolean direct, String address) {
    String urls = "http://" + address + "/[1-" + REQUESTS + "]";
    String out = curl(home, direct, "%{time_total}\\n", urls);
    return out.lines().map(seconds -> Double.parseDouble(seconds) * MILLIS).toList();
  }

  /** Fetches pages, and returns what curl writes about each of them. */
  private static String curl(OttersHome home, boolean direct, String format, String url) {
    String hosts = direct ? "*" : "";
    String[] options = {"-fsS", "--noproxy", hosts, "-o", "/dev/null", "-w", format, url};
    return run(home, direct, "curl", options);
  }

  private static double connections(OttersHome home, boolean direct, String address) {
    String[] server = address.split(":", -1);
    String kind = direct ? DIRECT : "proxied";
    String out = run(home, direct, "python3", "-c", CONNECTIONS, kind, server[0], server[1]);
    return Double.parseDouble(out) * MILLIS;
  }

  private List<Figure> figures(OttersHome home) throws IOException {
    Quantity proxied = quantity(request, Unit.MILLISECONDS);
    Quantity direct = quantity(directRequest, Unit.MILLISECONDS);
    double more = proxied.samples().median() - direct.samples().median();
    double memory = ProcessMemory.resident(home.daemon().pid());
    return List.of(
        Figure.of("large page", quantity(speed, Unit.MEGABYTES_PER_SECOND))
            .against(DIRECT, quantity(directSpeed, Unit.MEGABYTES_PER_SECOND))
            .goal(new Goal.ShareOfBaseline(THROUGHPUT)),
        Figure.of("request", proxied).against(DIRECT, direct),
        Figure.of("request, more than direct", Quantity.once(more, Unit.MILLISECONDS))
            .goal(new Goal.AtMost(LATENCY)),
        Figure.of("%,d tunnels at once".formatted(TUNNELS), quantity(tunnels, Unit.MILLISECONDS))
            .against(DIRECT, quantity(directTunnels, Unit.MILLISECONDS)),
        Figure.of("daemon after these, RSS", Quantity.once(memory, Unit.MEGABYTES)));
  }

  private static Quantity quantity(List<Double> values, Unit unit) {
    return new Quantity(new Samples(values), unit);
  }
}
