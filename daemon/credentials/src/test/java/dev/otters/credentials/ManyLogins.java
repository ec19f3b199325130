package dev.otters.credentials;

import dev.otters.credentials.Credentials.Password;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A process that logs in to one registry after the other. */
final class ManyLogins {
  static final int COUNT = 40;

  private ManyLogins() {}

  static Process start(Path file, String name) throws IOException {
    return process(file.toString(), name).inheritIO().start();
  }

  /** Starts a process that locks a file, says so, and keeps the lock until it is killed. */
  static Process startHolding(Path lock) throws IOException {
    return process(lock.toString()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private static ProcessBuilder process(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(ManyLogins.class.getName());
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command);
  }

  static void in(DockerConfig config, String name) {
    for (int i = 0; i < COUNT; i++) {
      config.store(host(name, i), new Password("me", "p"));
    }
  }

  static String host(String name, int number) {
    return name + "-" + number + ".io";
  }

  /** Takes the file and the name, or only a file to lock. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length == 1) {
      hold(Path.of(arguments[0]));
    }
    in(new DockerConfig(Path.of(arguments[0]), Map.of()), arguments[1]);
  }

  private static void hold(Path file) throws IOException, InterruptedException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      if (channel.tryLock() != null) {
        System.out.println("locked");
      }
      Thread.currentThread().join();
    }
  }
}
