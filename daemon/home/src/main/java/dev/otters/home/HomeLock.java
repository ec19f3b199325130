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
 * Holds a home for one daemon. The kernel releases it with the process, however that ends; the file
 * stays and keeps the last pid.
 */
public final class HomeLock implements AutoCloseable {
  // Closing any descriptor of a locked file gives up the process's lock, so a second try in this
  // process must not open
  // it.
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
   * @param home the home
   * @return the lock, to be closed when the daemon has let go of everything
   * @throws ApiException when another daemon holds it; names its pid
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
      // Written over the last pid, which needs no room on a full disk.
      channel.truncate(
          channel.write(StandardCharsets.UTF_8.encode(ProcessHandle.current().pid() + "\n"), 0));
      channel.force(true);
      locked = true;
      return new HomeLock(file, channel);
    } catch (IOException e) {
      throw HomeErrors.unusable(
          "cannot lock " + file + ": " + e.getMessage(),
          "check that the home folder is on a local disk and yours",
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
        "use it as it is, stop it"
            + (pid.isEmpty() ? "" : " with 'kill " + pid + "'")
            + ", or choose another home with --home");
  }
}
