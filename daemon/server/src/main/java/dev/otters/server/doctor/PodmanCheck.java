package dev.otters.server.doctor;

import dev.otters.api.system.CheckView;
import dev.otters.api.system.ExecutorOption;
import dev.otters.api.system.ExecutorView;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Checks Podman: what it cannot enforce if it is the engine, and how to start its service if it is
 * only installed.
 *
 * @param executors all executors of the daemon
 * @param environment the environment of the daemon
 */
record PodmanCheck(List<ExecutorOption> executors, Map<String, String> environment) {
  private static final String NAME = "podman";

  /** The mark of Podman in the version of an engine. */
  private static final String MARK = "(Podman)";

  private static final String START =
      "Run 'systemctl --user enable --now podman.socket', as root 'systemctl enable --now"
          + " podman.socket', or without systemd 'podman system service --time 0 &', and restart"
          + " the daemon. Podman needs the package catatonit, and for an ordinary user uidmap with"
          + " ranges in /etc/subuid and /etc/subgid.";

  /** Returns the result; empty when the machine has no Podman, or another engine is in use. */
  Optional<CheckView> run() {
    Optional<ExecutorView> engine =
        executors.stream()
            .filter(option -> option.kind().equals("docker"))
            .flatMap(option -> Stream.ofNullable(option.executor()))
            .findFirst();
    return engine.isPresent()
        ? engine.filter(used -> used.version().contains(MARK)).map(PodmanCheck::used)
        : program().map(PodmanCheck::silent);
  }

  private static CheckView used(ExecutorView podman) {
    String found = podman.version().replace(MARK, "").strip() + " at " + podman.endpoint();
    return podman.limitations().isEmpty()
        ? CheckView.ok(NAME, found)
        : CheckView.note(
            NAME,
            found + " cannot enforce everything:\n" + String.join("\n", podman.limitations()),
            null);
  }

  private static CheckView silent(Path program) {
    return CheckView.note(NAME, program + " is installed, but its service does not answer", START);
  }

  private Optional<Path> program() {
    String path = Objects.requireNonNullElse(environment.get("PATH"), "");
    return Stream.of(path.split(File.pathSeparator, -1))
        .filter(folder -> folder.startsWith("/"))
        .map(folder -> Path.of(folder, "podman"))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
