package dev.otters.images;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Creates the worker's ahead-of-time cache. The worker runs one turn against {@link
 * RehearsalDaemon}, with the JVM and the options of the image. Every change of a jar needs a new
 * cache, because the JVM does not detect that a cache belongs to another jar.
 */
final class AotCache {

  private static final long PATIENCE_SECONDS = 60;

  private AotCache() {}

  /**
   * Trains the cache.
   *
   * @param folder an empty folder whose path is short enough for a socket
   * @return the cache file
   * @throws IOException if the worker fails; the message contains its output
   */
  static Path train(JavaRuntime java, WorkerProgram worker, Path folder) throws IOException {
    Path cache = folder.resolve(WorkerProgram.CACHE);
    Path jars = Files.createDirectories(folder.resolve("jars"));
    for (Path jar : worker.jars()) {
      Files.copy(jar, jars.resolve(jar.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
    }
    Path sockets = Files.createTempDirectory("otters-rehearsal");
    try (RehearsalDaemon daemon = RehearsalDaemon.start(sockets)) {
      run(java, worker.arguments(jars.toString(), "-XX:AOTCacheOutput=" + cache), folder, daemon);
    } finally {
      Files.delete(sockets);
    }
    if (!Files.isRegularFile(cache)) {
      throw new IOException("the rehearsal did not write a cache to " + cache);
    }
    return cache;
  }

  private static void run(
      JavaRuntime java, List<String> arguments, Path folder, RehearsalDaemon daemon)
      throws IOException {
    Path root = Files.createDirectories(folder.resolve("root"));
    for (String name : List.of("etc/context", "workspace", "home", "tmp", "var/lib", "runtime")) {
      Files.createDirectories(root.resolve(name));
    }
    Path log = folder.resolve("rehearsal.log");
    List<String> command = new ArrayList<>(List.of(java.home().resolve("bin/runtime").toString()));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().clear();
    builder.environment().put("OTTERSD_URL", "unix://" + daemon.socket());
    builder.environment().put("OTTERS_AGENT_ROOT", root.toString());
    builder.environment().put("OTTERS_REHEARSAL", "true");
    Process process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (!ended || process.exitValue() != 0) {
        throw new IOException("the worker's rehearsal failed: " + Files.readString(log));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted in the worker's rehearsal", e);
    } finally {
      process.destroyForcibly();
    }
    daemon.requireEverythingSaid();
  }
}
