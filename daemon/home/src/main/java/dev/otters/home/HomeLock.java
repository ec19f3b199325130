package dev.otters.home;

import dev.otters.api.ApiException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The lock that reserves a home for one daemon. The kernel releases it when the process ends. The
 * file stays, with the last pid.
 */
public final class HomeLock implements AutoCloseable {
  // Closing any descriptor of a locked file releases the lock of the process, so a second attempt
  // in this process must not open the file.
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final FileChannel channel;

  private HomeLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Takes the lock of a home.
   *
   * @return the lock, to be closed after everything else
   * @throws ApiException when another daemon holds it; the message names its pid
   */
  public static HomeLock acquire(Home home) {
    Path file = home.lock();
    if (!HELD.add(file)) {
      throw inUse(home, String.valueOf(ProcessHandle.current().pid()));
    }
    boolean locked = false;
    try {
      FileChannel channel =
          FileChannel.open(
              file,
              Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
              PrivateFiles.fileMode());
      if (channel.tryLock() == null) {
        channel.close();
        throw inUse(home, Files.readString(file).strip());
      }
      // Overwriting the last pid needs no space on a full disk.
      channel.truncate(
          channel.write(StandardCharsets.UTF_8.encode(ProcessHandle.current().pid() + "\n"), 0));
      channel.force(true);
      locked = true;
      return new HomeLock(file, channel);
    } catch (IOException e) {
      throw HomeErrors.unusable(
          "cannot lock " + file + ": " + e.getMessage(),
          "Check that the home folder is on a local disk and that you own it.",
          e);
    } finally {
      if (!locked) {
        HELD.remove(file);
      }
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
    HELD.remove(file);
  }

  private static ApiException inUse(Home home, String pid) {
    String who = pid.isEmpty() ? "another daemon" : "another daemon (pid " + pid + ")";
    return HomeErrors.inUse(
        who + " serves " + home.folder(),
        "Stop it with 'OTTERS_HOME=%s otters daemon stop', or choose another home with --home."
            .formatted(home.folder()));
  }
}
