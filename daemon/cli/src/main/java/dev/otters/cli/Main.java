package dev.otters.cli;

import dev.otters.cli.client.Environment;
import dev.otters.cli.client.Interrupts;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Terminal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Starts the command in its own process. */
public final class Main {
  private Main() {}

  /** Runs a command line; the start script says in system properties what it knows. */
  public static void main(String[] words) {
    Map<String, String> variables = System.getenv();
    Terminal terminal =
        Terminal.of(
            System.getProperty("otters.terminals"), System.getProperty("otters.screen"), variables);
    end(Cli.run(List.of(words), environment(variables), Console.system(terminal)));
  }

  /**
   * Ends the process at once: everything is written, and {@link System#exit} would first load what
   * it logs with. An interrupt that is being handled ends it instead.
   */
  private static void end(int code) {
    try {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> {}, "end"));
    } catch (IllegalStateException _) {
      System.exit(code);
    }
    Runtime.getRuntime().halt(code);
  }

  static Environment environment(Map<String, String> variables) {
    searchNothing();
    String distribution = System.getProperty("otters.dist");
    return new Environment(
        variables,
        Path.of("").toAbsolutePath(),
        Path.of(variables.getOrDefault("HOME", System.getProperty("user.home"))),
        distribution == null ? null : Path.of(distribution),
        Objects.requireNonNullElse(Main.class.getPackage().getImplementationVersion(), "unknown"),
        Interrupts.ofProcess());
  }

  /** Says what would be looked for in every jar, which takes longer than to ask the daemon. */
  private static void searchNothing() {
    // Apache's client logs through SLF4J: nowhere.
    System.setProperty("slf4j.internal.verbosity", "ERROR");
    System.setProperty("slf4j.provider", "org.slf4j.helpers.NOP_FallbackServiceProvider");
    // picocli would like to know about Groovy, and how to make 20 types of which we use none.
    System.setProperty("picocli.disable.closures", "true");
    System.setProperty("picocli.converters.excludes", ".*");
    // The channels of Linux are the JDK's own.
    if (System.getProperty("os.name").equals("Linux")) {
      System.setProperty(
          "java.nio.channels.spi.SelectorProvider", "sun.nio.ch.EPollSelectorProvider");
    }
  }
}
