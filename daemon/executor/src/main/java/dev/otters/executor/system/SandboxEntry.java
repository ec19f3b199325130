package dev.otters.executor.system;

import dev.otters.executor.ExecSink;
import dev.otters.executor.ExecSpec;
import dev.otters.executor.Execution;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.SandboxBaseline;
import dev.otters.executor.SandboxUser;
import dev.otters.executor.system.machine.Launcher;
import dev.otters.executor.system.machine.Machine;
import dev.otters.executor.system.process.ProcessExecution;
import dev.otters.executor.system.process.ProcessId;
import dev.otters.executor.system.process.StateFolder;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Runs programs in running sandboxes.
 *
 * <p>A shell enters the sandbox's cgroups, the sandbox's user enters its namespaces with a script
 * for Perl, gives up its rights as bubblewrap does, and runs the program.
 */
record SandboxEntry(Machine machine, Launcher launcher) {
  private static final String TERMINAL_KIND = "xterm";

  /** Preferred to the PATH, since only root can change it. */
  private static final Path USUAL_PERL = Path.of("/usr/bin/perl");

  Execution run(StateFolder folder, ProcessId first, ExecSpec spec, ExecSink sink)
      throws IOException {
    Path perl =
        Optional.of(USUAL_PERL)
            .filter(Files::isExecutable)
            .or(() -> machine.program("perl"))
            .orElseThrow(
                () ->
                    new ExecutorException(
                        Reason.UNSUPPORTED,
                        "cannot enter a sandbox: the program perl is missing",
                        "Install perl."));
    SandboxUser user = first.user();
    List<String> command = new ArrayList<>(launcher.as(user));
    command.addAll(List.of(perl.toString(), "-e", text("enter.pl")));
    command.addAll(
        List.of(
            System.getProperty("os.arch"),
            "" + ProcessHandle.current().pid(),
            "" + first.pid(),
            "" + first.start(),
            spec.terminal().isPresent() ? "1" : "",
            spec.folder()));
    command.addAll(spec.command());
    String shell = text("enter.sh");
    return ProcessExecution.start(
        spec,
        sink,
        terminal -> {
          List<String> all = new ArrayList<>(List.of("/bin/sh", "-c", shell, "enter"));
          all.addAll(List.of(folder.path().toString(), terminal));
          all.addAll(command);
          ProcessBuilder builder = new ProcessBuilder(all).directory(Path.of("/").toFile());
          setEnvironment(builder.environment(), spec);
          return builder;
        },
        ProcessBuilder::start,
        ProcessId::child);
  }

  /** The programs that enter the sandbox must not see the variables that the operator chose. */
  private static void setEnvironment(Map<String, String> environment, ExecSpec spec) {
    Map<String, String> variables = new TreeMap<>(SandboxBaseline.environment());
    if (spec.terminal().isPresent()) {
      variables.put("TERM", TERMINAL_KIND);
    }
    variables.putAll(spec.environment());
    environment.clear();
    environment.put("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
    environment.put("LC_ALL", "C");
    variables.forEach(
        (name, value) -> environment.put("ENTER_" + environment.size(), name + "=" + value));
  }

  private static String text(String name) throws IOException {
    try (InputStream program = SandboxEntry.class.getResourceAsStream(name)) {
      if (program == null) {
        throw new FileNotFoundException(name);
      }
      return new String(program.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
