package dev.otters.bench.figure;

import dev.otters.bench.report.Figure;
import dev.otters.bench.report.Goal;
import dev.otters.bench.report.Quantity;
import dev.otters.bench.report.Report;
import dev.otters.bench.report.Samples;
import dev.otters.bench.report.Unit;
import dev.otters.bench.run.OttersHome;
import dev.otters.bench.run.Programs;
import dev.otters.bench.run.Workbench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Measures the size of the runtime image and the duration of builds. */
public final class Images implements Group {
  private static final int ROUNDS = 10;
  private static final int FILES = 10;
  private static final int SMALL = 20_000;
  private static final int LARGE = 40 << 20;
  private static final double RUNTIME_LIMIT = 60;
  private static final double MEGABYTE = 1e6;
  private static final String METHOD =
      """
      The image as it is shipped, layers compressed. Builds are whole commands, of the same files, which change before
      every build; `docker build` is the engine's own builder with `FROM scratch` and `COPY`.\
      """
          .strip();

  @Override
  public String name() {
    return "image";
  }

  @Override
  public Report measure(Workbench bench) throws IOException, InterruptedException {
    double runtime = Files.size(bench.distribution().resolve("images/runtime.tar")) / MEGABYTE;
    List<Figure> figures = new ArrayList<>();
    figures.add(
        Figure.of("runtime image, compressed", Quantity.once(runtime, Unit.MEGABYTES))
            .goal(new Goal.AtMost(RUNTIME_LIMIT))
            .peers(Peers.IMAGE));
    if (bench.engine().isEmpty()) {
      return new Report("Images", METHOD, figures, List.of("builds: " + Workbench.NO_ENGINE));
    }
    OttersHome home = OttersHome.open(bench);
    Path files = context(home.folder().resolve("small"), FILES, SMALL, true);
    Path large = context(home.folder().resolve("large"), 1, LARGE, false);
    Files.write(large.resolve("data0"), StaticProgram.bytes(LARGE));
    figures.add(
        compare(
                "agent image, 10 contexts and 10 files",
                home,
                files,
                List.of(home.program("otters"), "image", "build", "-q", files.toString()))
            .peers(Peers.BUILD));
    figures.add(
        compare(
                "BIN image, 40 MiB",
                home,
                large,
                List.of(
                    home.program("otters"),
                    "bin",
                    "build",
                    "-q",
                    "-n",
                    "large",
                    Agents.platform() + ":" + large.resolve("data0")))
            .peers(Peers.BUILD_LARGE));
    return new Report("Images", METHOD, figures, List.of());
  }

  private static Figure compare(String name, OttersHome home, Path context, List<String> build)
      throws IOException {
    Programs programs = home.programs();
    List<String> docker =
        List.of("docker", "build", "-q", "-t", "otters-bench:latest", context.toString());
    List<Double> ours = new ArrayList<>();
    List<Double> theirs = new ArrayList<>();
    for (int i = 0; i <= ROUNDS; i++) {
      double first = programs.run(touched(context, build)).millis();
      double second = programs.run(touched(context, docker)).millis();
      if (i > 0) {
        ours.add(first);
        theirs.add(second);
      }
    }
    programs.run("docker", "image", "rm", "-f", "otters-bench:latest");
    return Figure.of(name, new Quantity(new Samples(ours), Unit.MILLISECONDS))
        .against("docker build", new Quantity(new Samples(theirs), Unit.MILLISECONDS))
        .goal(new Goal.TimesBaseline(1));
  }

  /** Changes the data, so that a builder cannot use its cache. */
  private static List<String> touched(Path context, List<String> command) throws IOException {
    try (var channel =
        Files.newByteChannel(context.resolve("data0"), java.nio.file.StandardOpenOption.WRITE)) {
      channel.position(channel.size() - Long.BYTES);
      channel.write(java.nio.ByteBuffer.allocate(Long.BYTES).putLong(0, System.nanoTime()));
    }
    return command;
  }

  private static Path context(Path folder, int files, int size, boolean agent) throws IOException {
    Files.createDirectories(folder);
    Random random = new Random(1);
    StringBuilder agentfile = new StringBuilder("FROM scratch\nNAME small\nMODEL scripted/bench\n");
    for (int i = 0; i < files; i++) {
      byte[] data = new byte[size];
      random.nextBytes(data);
      Files.write(folder.resolve("data" + i), data);
      agentfile.append("ADD data%d \"Data.\"\n".formatted(i));
      if (agent) {
        Files.writeString(folder.resolve("context" + i + ".md"), "Be kind. ".repeat(100));
        agentfile.append("CONTEXT C%d \"Text.\" file://context%d.md\n".formatted(i, i));
      }
    }
    Files.writeString(folder.resolve("Agentfile"), agentfile);
    Files.writeString(
        folder.resolve("Dockerfile"),
        "FROM scratch\nCOPY " + (agent ? "." : "data0") + " /etc/data/\n");
    return folder;
  }
}
