package dev.otters.bench.run;

import dev.otters.api.Json;
import dev.otters.api.system.Credentials;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A separate home with a daemon, used through the commands of the distribution and through the API.
 */
public final class OttersHome {
  private final Workbench bench;
  private final Path folder;
  private final Programs programs;

  private OttersHome(Workbench bench, Path folder) {
    this.bench = bench;
    this.folder = folder;
    this.programs = bench.programs(Map.of("OTTERS_HOME", folder.toString()));
  }

  /** Creates an empty home and starts its daemon. Both are removed at the end. */
  public static OttersHome open(Workbench bench) throws IOException {
    Path folder = bench.folder("home");
    OttersHome home = new OttersHome(bench, folder);
    bench.cleanUp().add("home " + folder, home::close);
    home.otters("ps");
    return home;
  }

  public Path folder() {
    return folder;
  }

  /** Returns programs whose environment names this home. */
  public Programs programs() {
    return programs;
  }

  /** Returns the path of a program of the distribution. */
  public String program(String name) {
    return bench.distribution().resolve("bin/" + name).toString();
  }

  /** Runs {@code otters}, which must succeed. */
  public Programs.Ended otters(String... arguments) {
    List<String> command = new ArrayList<>(List.of(program("otters")));
    command.addAll(List.of(arguments));
    return programs.run(command);
  }

  /** Returns a client of the daemon. */
  public Api api() throws IOException {
    Credentials credentials =
        Json.read(Files.readString(folder.resolve("credentials.json")), Credentials.class);
    return new Api(URI.create(Objects.requireNonNull(credentials.tcp())), credentials.token());
  }

  /** Writes the script of the model {@code scripted/NAME}. */
  public void script(String name, String yaml) throws IOException {
    Files.createDirectories(folder.resolve("scripts"));
    Files.writeString(folder.resolve("scripts/" + name + ".yaml"), yaml);
  }

  /** Builds an agent image {@code NAME:latest}. */
  public void image(String name, String agentfile) throws IOException {
    Path context = Files.createDirectories(folder.resolve("contexts/" + name));
    Files.writeString(context.resolve("Agentfile"), agentfile);
    otters("image", "build", "-q", "-t", name + ":latest", context.toString());
  }

  /** Returns the daemon's process. */
  public ProcessHandle daemon() {
    return daemon(folder).orElseThrow();
  }

  private void close() throws IOException {
    remove(folder, bench);
  }

  /** Stops the daemon of a home, then removes its containers. */
  static void remove(Path folder, Workbench bench) throws IOException {
    daemon(folder).ifPresent(OttersHome::end);
    Optional<String> id = Leftovers.text(folder.resolve("home.id"));
    if (id.isPresent() && bench.engine().isPresent()) {
      new DockerCli(bench.programs()).removeAll("io.openotters.home=" + id.get());
    }
  }

  private static Optional<ProcessHandle> daemon(Path folder) {
    return Leftovers.text(folder.resolve("ottersd.lock"))
        .filter(text -> text.matches("\\d+"))
        .flatMap(text -> ProcessHandle.of(Long.parseLong(text)))
        .filter(process -> isDaemonOf(process, folder));
  }

  private static boolean isDaemonOf(ProcessHandle process, Path folder) {
    return Leftovers.text(Path.of("/proc/" + process.pid() + "/environ"))
        .map(text -> text.contains("OTTERS_HOME=" + folder))
        .orElse(false);
  }

  private static void end(ProcessHandle process) {
    process.destroy();
    process.onExit().orTimeout(30, java.util.concurrent.TimeUnit.SECONDS).join();
  }
}
