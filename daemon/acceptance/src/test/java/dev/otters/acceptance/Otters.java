package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.model.Container;
import dev.otters.executor.testkit.Bubblewrap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.testcontainers.DockerClientFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One home with its own daemon, driven as a user does: by the commands of the distribution. Closing
 * it removes every agent, stops the daemon, and asserts that neither a container nor a folder of an
 * agent is left.
 */
public final class Otters implements AutoCloseable {

  private static final String ID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

  public static final JsonMapper JSON = new JsonMapper();

  private final Path home;
  private final Path files;
  private final Path distribution;
  private final List<String> prefix;
  private final Map<String, String> environment = new HashMap<>();
  private boolean engine = true;

  private Otters(Path home, Path files, Path distribution, List<String> prefix) {
    this.home = home;
    this.files = files;
    this.distribution = distribution;
    this.prefix = prefix;
    environment.put("OTTERS_HOME", home.toString());
    environment.put("HOME", files.resolve("user").toString());
    environment.put("PATH", distribution.resolve("bin") + ":/usr/bin:/bin");
    environment.put("OTTERS_JAVA_HOME", System.getProperty("java.home"));
    environment.put("NO_COLOR", "1");
    String engine = System.getenv("DOCKER_HOST");
    if (engine != null) {
      environment.put("DOCKER_HOST", engine);
    }
  }

  /** Makes an empty home. Its path is short, as sockets need it. */
  public static Otters fresh() throws IOException {
    return new Otters(
        Files.createTempDirectory("otters-"), userFolder(), Distribution.folder(), List.of());
  }

  /**
   * Makes an empty home whose agents run in bubblewrap, on a machine where no variable names an
   * engine.
   */
  public static Otters freshWithBubblewrap() throws IOException {
    return freshWithBubblewrap(Files.createTempDirectory("otters-"));
  }

  /** Does so in a home that exists. */
  public static Otters freshWithBubblewrap(Path home) throws IOException {
    Otters otters = new Otters(home, userFolder(), Distribution.folder(), List.of());
    otters.environment.remove("DOCKER_HOST");
    otters.engine = false;
    String program = Objects.requireNonNull(Bubblewrap.environment().get("OTTERS_BWRAP"));
    return otters.with("OTTERS_BWRAP", program).with("OTTERS_EXECUTOR", "system");
  }

  /**
   * Makes an empty home whose agents run on an engine of the caller, who removes its containers.
   */
  public static Otters freshOnEngine(String host) throws IOException {
    Otters otters = fresh().with("DOCKER_HOST", host);
    otters.engine = false;
    return otters;
  }

  /** Makes an empty home of another user, who gets a copy of the distribution to run. */
  public static Otters freshFor(int user) throws IOException {
    Path files = userFolder();
    Path home = Files.createTempDirectory("otters-");
    Path copy = files.resolve("otters");
    Run.start(
            files,
            Map.of("PATH", "/usr/bin:/bin"),
            "",
            List.of("cp", "-a", Distribution.folder().toString(), copy.toString()))
        .await()
        .ok();
    for (Path owned : List.of(home, files, files.resolve("user"))) {
      Files.setAttribute(owned, "unix:uid", user);
      Files.setAttribute(owned, "unix:gid", user);
    }
    return new Otters(
        home,
        files,
        copy,
        List.of("setpriv", "--reuid=" + user, "--regid=" + user, "--clear-groups"));
  }

  /** Makes an empty home of an ordinary user, on a machine where no variable names an engine. */
  public static Otters freshOfAnOrdinaryUser(int user) throws IOException {
    boolean root = Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    Otters otters = root ? freshFor(user) : fresh();
    otters.environment.remove("DOCKER_HOST");
    otters.engine = false;
    // Not every machine lets everybody write to /tmp.
    return otters.with(
        "OTTERSD_JAVA_OPTS", "-Djava.io.tmpdir=" + otters.files.resolve("user").toString());
  }

  private static Path userFolder() throws IOException {
    Path files = Files.createTempDirectory("otters-user-");
    Files.setPosixFilePermissions(files, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.createDirectory(files.resolve("user"));
    return files;
  }

  /** Sets a variable of the environment of all later commands. */
  public Otters with(String key, String value) {
    environment.put(key, value);
    return this;
  }

  /** Takes a variable out of the environment of all later commands. */
  public Otters without(String key) {
    environment.remove(key);
    return this;
  }

  public Path home() {
    return home;
  }

  /** Gives a folder of the user, which everybody may read. */
  public Path files() {
    return files;
  }

  /** Runs {@code otters} with these arguments to its end. */
  public Run run(String... arguments) {
    return start(arguments).await();
  }

  /** Runs {@code otters} with text on its standard input. */
  public Run runWith(String input, String... arguments) {
    return Run.start(files, environment, input, command("otters", arguments)).await();
  }

  /** Runs a line of a shell, in which {@code otters} is the distribution's. */
  public Run shell(String line) {
    return startShell(line).await();
  }

  /** Starts a line of a shell. */
  public Run.Started startShell(String line) {
    List<String> command = new ArrayList<>(prefix);
    command.addAll(List.of("/bin/sh", "-c", line));
    return Run.start(files, environment, "", command);
  }

  /** Starts {@code otters} with these arguments. */
  public Run.Started start(String... arguments) {
    return Run.start(files, environment, "", command("otters", arguments));
  }

  /** Starts {@code ottersd} in the foreground. */
  public Run.Started startDaemon() {
    return Run.start(files, environment, "", command("ottersd", "serve"));
  }

  private List<String> command(String program, String... arguments) {
    List<String> command = new ArrayList<>(prefix);
    command.add(distribution.resolve("bin/" + program).toString());
    command.addAll(List.of(arguments));
    return command;
  }

  /** Gives what a command with {@code --output json} printed. */
  public JsonNode json(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--output");
    all.add("json");
    return JSON.readTree(run(all.toArray(String[]::new)).ok());
  }

  /** Gives the one element that {@code otters inspect} shows of an agent. */
  public JsonNode inspect(String agent) {
    return json("inspect", agent).get(0);
  }

  /** Gives the folder of an agent on the host. */
  public Path root(String agent) {
    return home.resolve("agents").resolve(inspect(agent).get("id").asString());
  }

  /** Counts the folders of agents, those in the making among them. */
  public int folders() {
    return names(home.resolve("agents")).size();
  }

  /** Gives the id that the containers of this home carry. */
  public String homeId() {
    return read(home.resolve("home.id")).strip();
  }

  /** Gives the daemon's process, from its lock file. */
  public ProcessHandle daemon() {
    long pid = Long.parseLong(read(home.resolve("ottersd.lock")).strip());
    return ProcessHandle.of(pid)
        .orElseThrow(() -> new AssertionError("no process " + pid + ", which the lock file names"));
  }

  /** Kills the daemon as {@code kill -9} does and waits until it is gone. */
  public void killDaemon() {
    ProcessHandle daemon = daemon();
    daemon.destroyForcibly();
    ProcessEnd.await("the daemon is gone", daemon);
  }

  /** Gives the ids of this home's sandboxes, running or not, as their executor names them. */
  public List<String> sandboxes() {
    return engine
        ? containers().stream().map(Container::getId).toList()
        : Stream.of("system", "unsandboxed")
            .flatMap(folder -> names(home.resolve(folder)).stream())
            .filter(name -> name.matches(ID))
            .toList();
  }

  /** Gives the containers of this home, running or not. */
  public List<Container> containers() {
    return DockerClientFactory.instance()
        .client()
        .listContainersCmd()
        .withShowAll(true)
        .withLabelFilter(Map.of("io.openotters.home", homeId()))
        .exec();
  }

  /** Writes the script behind {@code MODEL scripted/<name>}. */
  public void script(String name, String yaml) {
    write(home.resolve("scripts").resolve(name + ".yaml"), yaml);
  }

  /**
   * Adds a scripted model that runs a command in {@code sh} on "run COMMAND" and says its output.
   */
  public void shellModel(String name) {
    script(
        name,
        """
        rules:
          - when: {user: "run (.*)"}
            call: {tool: sh, args: ["-c", "${1}"]}
          - when: {result: {matches: "(?s)(.*)"}}
            say: "${1}"
        """);
  }

  /** Writes an Agentfile into a new build context and gives the context. */
  public Path agentfile(String name, String text) {
    Path context = files.resolve("contexts").resolve(name);
    write(context.resolve("Agentfile"), text);
    return context;
  }

  /** Writes the Agentfile of an agent whose only tool is a shell, and gives its build context. */
  public Path agentWithShell(String name, String model) {
    return agentfile(
        name,
        """
        FROM scratch
        NAME %s
        MODEL %s
        BIN sh otters/tools/sh:latest "A shell."
        """
            .formatted(name, model));
  }

  /** Copies the examples that the project ships to where its commands run. */
  public void copyAgentfiles() throws IOException {
    String examples = Distribution.root().resolve("agentfiles").toString();
    Run.start(
            files, Map.of("PATH", "/usr/bin:/bin"), "", List.of("cp", "-r", examples, "agentfiles"))
        .await()
        .ok();
  }

  /** Asserts that nothing of any agent is left: no row, no container, no folder, no socket. */
  public void assertNoAgentIsLeft() {
    assertThat(json("ps", "-a").size()).as("rows").isZero();
    assertNoFileIsLeft();
  }

  private void assertNoFileIsLeft() {
    assertThat(sandboxes()).as("sandboxes").isEmpty();
    assertThat(names(home.resolve("agents"))).as("folders").isEmpty();
    assertThat(names(home.resolve("run"))).as("socket folders").isEmpty();
  }

  /** Removes every agent, and asserts that nothing of it is left. */
  public void removeAgents() {
    List<String> command = new ArrayList<>(List.of("rm", "-f"));
    json("ps", "-a").forEach(agent -> command.add(agent.get("name").asString()));
    if (command.size() > 2) {
      run(command.toArray(String[]::new)).ok();
      assertNoAgentIsLeft();
    } else {
      assertNoFileIsLeft();
    }
  }

  @Override
  public void close() throws IOException {
    try {
      if (Files.exists(home.resolve("ottersd.lock"))) {
        removeAgents();
      }
    } finally {
      stopDaemon();
      Trees.delete(home);
      Trees.delete(files);
    }
  }

  private void stopDaemon() {
    if (Files.exists(home.resolve("ottersd.lock"))) {
      ProcessHandle daemon = daemon();
      daemon.destroy();
      ProcessEnd.await("the daemon stops", daemon);
    }
  }

  private static List<String> names(Path folder) {
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (var files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static void write(Path file, String text) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
