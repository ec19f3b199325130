package dev.otters.cli.testing;

import dev.otters.api.Json;
import dev.otters.api.system.Credentials;
import dev.otters.cli.Cli;
import dev.otters.cli.client.Environment;
import dev.otters.cli.client.Interrupts;
import dev.otters.cli.console.Screen;
import dev.otters.cli.console.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** Runs the command against a daemon in memory, in a home of its own. */
public final class Bench implements AutoCloseable {
  /** The token of the home. */
  public static final String TOKEN = "the-operators-token";

  private final Path folder;
  private final Path home;
  private final FakeDaemon daemon;
  private final Map<String, String> variables = new HashMap<>();
  private final List<Runnable> atInterrupt = new CopyOnWriteArrayList<>();
  private Terminal terminal = Terminal.NONE;
  private String ahead = "";
  private String input = "";
  private String secret = "";
  private final List<String> prompts = new ArrayList<>();
  private Path distribution;

  /** Is what a run leaves behind. */
  public record Run(int exit, String out, String err) {}

  /** Makes a home with credentials and a daemon that listens. */
  public Bench(Path folder) throws IOException {
    this.folder = Files.createDirectories(folder.resolve("work"));
    this.home = Files.createDirectories(folder.resolve("otters"));
    this.daemon = new FakeDaemon(home.resolve("otters.sock"));
    variables.put("OTTERS_HOME", home.toString());
    Files.writeString(
        home.resolve("credentials.json"),
        Json.write(new Credentials("unix://" + home.resolve("otters.sock"), TOKEN, null)));
  }

  /** Returns the daemon. */
  public FakeDaemon daemon() {
    return daemon;
  }

  /** Returns the working folder. */
  public Path folder() {
    return folder;
  }

  /** Returns the daemon's home. */
  public Path home() {
    return home;
  }

  /** Sets an environment variable. */
  public Bench variable(String name, String value) {
    variables.put(name, value);
    return this;
  }

  /** Connects the next runs to a terminal with colours. */
  public Bench colourTerminal(int columns) {
    terminal = new Terminal(true, true, true, columns, 24, true);
    return this;
  }

  /** Connects the next runs to a terminal. */
  public Bench terminal(int columns) {
    terminal = new Terminal(true, true, true, columns, 24, false);
    return this;
  }

  /** Gives the next runs this standard input. */
  public Bench input(String text) {
    input = text;
    return this;
  }

  /** Gives the next runs input that was typed before they began. */
  public Bench typedAhead(String text) {
    ahead = text;
    return this;
  }

  /** Answers what is asked for in secret. */
  public Bench secret(String text) {
    secret = text;
    return this;
  }

  /** Returns what was asked for in secret. */
  public List<String> prompts() {
    return prompts;
  }

  /** Installs the command somewhere. */
  public Bench distribution(Path place) {
    distribution = place;
    return this;
  }

  /** Presses Ctrl-C. */
  public void interrupt() {
    atInterrupt.forEach(Runnable::run);
  }

  /** Runs the command. */
  public Run run(String... words) {
    Screen screen =
        new Screen(
            terminal,
            ahead,
            input,
            prompt -> {
              prompts.add(prompt);
              return secret;
            });
    Environment environment =
        new Environment(variables, folder, folder, distribution, "1.2.3", this::handle);
    int exit = Cli.run(List.of(words), environment, screen.console());
    return new Run(exit, screen.out(), screen.err());
  }

  private Interrupts.Handle handle(Runnable action, Duration wait) {
    atInterrupt.add(action);
    return () -> atInterrupt.remove(action);
  }

  @Override
  public void close() throws IOException {
    daemon.close();
  }
}
