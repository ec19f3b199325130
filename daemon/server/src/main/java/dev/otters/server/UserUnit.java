package dev.otters.server;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes a systemd unit that starts the daemon when its user logs in. Agents that run as processes
 * of the daemon outlive it, so systemd ends only the daemon itself.
 */
final class UserUnit {
  /** Variables that decide how the daemon runs, copied from the user's environment. */
  private static final List<String> VARIABLES =
      List.of("OTTERS_JAVA_HOME", "OTTERS_EXECUTOR", "DOCKER_HOST", "DOCKER_CONTEXT");

  private static final String NAME = "ottersd.service";

  /** The folder that exists while systemd runs the machine. */
  private static final Path RUNNING = Path.of("/run/systemd/system");

  private UserUnit() {}

  /**
   * Writes the unit below {@code XDG_CONFIG_HOME}, replacing an older one, and prints what was done
   * and what to do next.
   *
   * @param distribution the folder with {@code bin/ottersd}
   */
  static void install(
      Path distribution, Path home, Map<String, String> environment, Path userHome, PrintStream out)
      throws IOException {
    Path folder = Files.createDirectories(folder(environment, userHome));
    Path unit = folder.resolve(NAME);
    boolean replaced = Files.exists(unit);
    Path written = Files.createTempFile(folder, NAME, ".new");
    Files.writeString(written, text(distribution, home, environment));
    Files.move(written, unit, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    out.println((replaced ? "replaced " : "wrote ") + unit);
    out.println("  daemon  " + distribution.resolve("bin/ottersd"));
    out.println("  home    " + home.toAbsolutePath().normalize());
    if (!Files.exists(RUNNING)) {
      out.println("systemd does not run on this machine. These commands work only where it does.");
    }
    out.println("Start it now and at each login:");
    out.println("  systemctl --user daemon-reload");
    out.println("  systemctl --user enable --now ottersd");
    out.println("Start it at boot and keep it after you log out:");
    out.println("  loginctl enable-linger");
    out.println("Remove the unit again:");
    out.println("  ottersd uninstall");
  }

  /** Removes the unit and its link for logins, if they exist, and prints what to do next. */
  static void uninstall(Map<String, String> environment, Path userHome, PrintStream out)
      throws IOException {
    Path folder = folder(environment, userHome);
    Path unit = folder.resolve(NAME);
    boolean linked = Files.deleteIfExists(folder.resolve("default.target.wants").resolve(NAME));
    if (!Files.deleteIfExists(unit) && !linked) {
      out.println("nothing to remove: there is no unit " + unit);
      return;
    }
    out.println("removed " + unit);
    out.println("A daemon that systemd started runs on. Stop it; agents keep running:");
    out.println("  systemctl --user stop ottersd");
    out.println("  systemctl --user daemon-reload");
  }

  /** Returns the folder of the user's units. */
  static Path folder(Map<String, String> environment, Path userHome) {
    return Optional.ofNullable(environment.get("XDG_CONFIG_HOME"))
        .filter(path -> path.startsWith("/"))
        .map(Path::of)
        .orElse(userHome.resolve(".config"))
        .resolve("systemd/user");
  }

  private static String text(Path distribution, Path home, Map<String, String> environment) {
    StringBuilder unit =
        new StringBuilder(
            """
            [Unit]
            Description=Otters daemon
            Documentation=man:otters(1)

            [Service]
            """);
    for (String name : VARIABLES) {
      String value = environment.get(name);
      if (value != null && value.matches("\\P{Cntrl}+")) {
        unit.append("Environment=").append(quoted(name + "=" + value)).append('\n');
      }
    }
    return unit.append("ExecStart=")
        .append(quoted(distribution.resolve("bin/ottersd").toString()))
        .append(" serve --home ")
        .append(quoted(home.toAbsolutePath().normalize().toString().replace("$", "$$")))
        .append(
            """

            Restart=on-failure
            SuccessExitStatus=143
            KillMode=process

            [Install]
            WantedBy=default.target
            """)
        .toString();
  }

  /** Quotes a word for systemd, which replaces percent signs in it. */
  private static String quoted(String word) {
    return '"' + word.replace("\\", "\\\\").replace("\"", "\\\"").replace("%", "%%") + '"';
  }
}
