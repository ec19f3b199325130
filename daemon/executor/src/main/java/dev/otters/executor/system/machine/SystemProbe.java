package dev.otters.executor.system.machine;

import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.SandboxUser;
import dev.otters.executor.posix.Caller;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds out, by trying, whether this machine can make sandboxes without an engine. */
public final class SystemProbe {
  private static final Pattern VERSION = Pattern.compile("bubblewrap (\\d+)\\.(\\d+)(\\.\\d+)*");
  private static final int OLDEST_MINOR = 8;
  private static final SandboxUser NOBODY = new SandboxUser(65_534, 65_534);
  private static final List<String> TRIAL =
      List.of(
          "--ro-bind",
          "/",
          "/",
          "--proc",
          "/proc",
          "--dev",
          "/dev",
          "--",
          "/bin/sh",
          "-c",
          "exit 0");

  private final Machine machine;
  private final boolean root;

  SystemProbe(Machine machine, boolean root) {
    this.machine = machine;
    this.root = root;
  }

  /**
   * Returns a probe of this machine.
   *
   * @param environment the daemon's environment, with {@code PATH}, and {@code OTTERS_BWRAP} for
   *     another path of bubblewrap
   */
  public static SystemProbe ofThisMachine(Map<String, String> environment) {
    return new SystemProbe(new Machine(Path.of("/"), Map.copyOf(environment)), Caller.uid() == 0);
  }

  /**
   * Finds bubblewrap, and checks that it works.
   *
   * @throws ExecutorException UNREACHABLE when this machine cannot make sandboxes; the remedy says
   *     what to install or allow
   */
  public Launcher launcher() {
    Path bwrap =
        Optional.ofNullable(machine.environment().get("OTTERS_BWRAP"))
            .filter(path -> !path.isEmpty())
            .map(Path::of)
            .or(() -> machine.program("bwrap"))
            .orElseThrow(
                () ->
                    refused(
                        "bubblewrap is not installed", Remedies.install(machine, "bubblewrap")));
    String version = version(bwrap);
    Path setpriv = require("setpriv", "util-linux");
    Path unshare = require("unshare", "util-linux");
    require("setsid", "util-linux");
    require("mkfifo", "coreutils");
    require("dd", "coreutils");
    Launcher launcher = new Launcher(bwrap, version, setpriv, unshare, root);
    tryOut(launcher);
    return launcher;
  }

  private Path require(String program, String holder) {
    return machine
        .program(program)
        .orElseThrow(
            () ->
                refused(
                    "the program " + program + " is missing", Remedies.install(machine, holder)));
  }

  private String version(Path bwrap) {
    Machine.Outcome outcome = run(List.of(bwrap.toString(), "--version"));
    Matcher matcher = VERSION.matcher(outcome.output());
    if (outcome.code() != 0 || !matcher.matches()) {
      throw refused(
          bwrap + " does not work: " + outcome.output(), Remedies.install(machine, "bubblewrap"));
    }
    boolean recent =
        Integer.parseInt(matcher.group(1)) > 0
            || Integer.parseInt(matcher.group(2)) >= OLDEST_MINOR;
    if (!recent) {
      throw refused(
          outcome.output() + " at " + bwrap + " is too old: 0.8.0 is needed",
          "Upgrade to Debian 12, Ubuntu 24.04, Fedora 38 or later, or name a newer bubblewrap in"
              + " OTTERS_BWRAP.");
    }
    return outcome.output().substring("bubblewrap ".length());
  }

  private void tryOut(Launcher launcher) {
    List<String> command = new ArrayList<>(launcher.command(NOBODY));
    command.addAll(Launcher.ISOLATION);
    command.addAll(TRIAL);
    Machine.Outcome outcome = run(command);
    if (outcome.code() != 0) {
      throw refused(
          "bubblewrap cannot make a sandbox on this machine: " + outcome.output(),
          Remedies.of(machine, outcome.output(), launcher.bwrap()));
    }
  }

  private Machine.Outcome run(List<String> command) {
    try {
      return machine.run(command);
    } catch (IOException e) {
      throw refused(
          command.getFirst() + " cannot be run: " + e.getMessage(),
          Remedies.install(machine, "bubblewrap"));
    }
  }

  private static ExecutorException refused(String found, String remedy) {
    return new ExecutorException(Reason.UNREACHABLE, found, remedy);
  }
}
