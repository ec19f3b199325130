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
    Path config =
        Optional.ofNullable(environment.get("XDG_CONFIG_HOME"))
            .filter(path -> path.startsWith("/"))
            .map(Path::of)
            .orElse(userHome.resolve(".config"));
    Path folder = Files.createDirectories(config.resolve("systemd/user"));
    Path unit = folder.resolve(NAME);
    boolean replaced = Files.exists(unit);
    Path written = Files.createTempFile(folder, NAME, ".new");
    Files.writeString(written, text(distribution, home, environment));
    Files.move(written, unit, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    out.println((replaced ? "replaced " : "wrote ") + unit);
    out.println("  daemon  " + distribution.resolve("bin/ottersd"));
    out.println("  home    " + home.toAbsolutePath().normalize());
    out.println("Start it now and at each login:");
    out.println("  systemctl --user daemon-reload");
    out.println("  systemctl --user enable --now ottersd");
    out.println("Start it at boot and keep it after you log out:");
    out.println("  loginctl enable-linger");
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
