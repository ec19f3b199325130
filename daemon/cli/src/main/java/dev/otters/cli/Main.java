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

  /** Runs a command line. The start script passes system properties. */
  public static void main(String[] words) {
    Map<String, String> variables = System.getenv();
    Terminal terminal =
        Terminal.of(
            System.getProperty("otters.terminals"), System.getProperty("otters.screen"), variables);
    end(Cli.run(List.of(words), environment(variables), Console.system(terminal)));
  }

  /**
   * Ends the process at once. All output is flushed, and {@link System#exit} would load the logging
   * classes first. If an interrupt is being handled, that ends the process.
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

  /**
   * Names services that would otherwise be searched in every jar, which takes longer than a
   * request.
   */
  private static void searchNothing() {
    // Apache's client logs through SLF4J; drop its messages.
    System.setProperty("slf4j.internal.verbosity", "ERROR");
    System.setProperty("slf4j.provider", "org.slf4j.helpers.NOP_FallbackServiceProvider");
    // picocli would look for Groovy and register converters for 20 unused types.
    System.setProperty("picocli.disable.closures", "true");
    System.setProperty("picocli.converters.excludes", ".*");
    // On Linux, the provider is known.
    if (System.getProperty("os.name").equals("Linux")) {
      System.setProperty(
          "java.nio.channels.spi.SelectorProvider", "sun.nio.ch.EPollSelectorProvider");
    }
  }
}
