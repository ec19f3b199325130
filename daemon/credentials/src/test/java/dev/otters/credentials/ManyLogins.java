package dev.otters.credentials;

import dev.otters.credentials.Credentials.Password;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** A process that logs in to one registry after the other. */
final class ManyLogins {
  static final int COUNT = 40;

  private ManyLogins() {}

  static Process start(Path file, String name) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            ManyLogins.class.getName(),
            file.toString(),
            name)
        .inheritIO()
        .start();
  }

  static void in(DockerConfig config, String name) {
    for (int i = 0; i < COUNT; i++) {
      config.store(host(name, i), new Password("me", "p"));
    }
  }

  static String host(String name, int number) {
    return name + "-" + number + ".io";
  }

  /** Takes the file and the name. */
  public static void main(String[] arguments) {
    in(new DockerConfig(Path.of(arguments[0]), Map.of()), arguments[1]);
  }
}
