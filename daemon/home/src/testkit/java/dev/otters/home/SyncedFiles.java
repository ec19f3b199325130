package dev.otters.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Shows which files a program makes durable, as the JVM itself records it. */
public final class SyncedFiles {
  private SyncedFiles() {}

  /** Work of any kind. */
  @FunctionalInterface
  public interface Work {
    /** Runs it. */
    void run() throws Exception;
  }

  /** Runs work and returns the files and folders that it synced to the disk, in order. */
  public static List<Path> during(Work work) throws Exception {
    Path file = Files.createTempFile("synced", ".jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.FileForce").withoutThreshold().withoutStackTrace();
      recording.start();
      work.run();
      recording.stop();
      recording.dump(file);
      return read(file);
    } finally {
      Files.delete(file);
    }
  }

  private static List<Path> read(Path file) throws IOException {
    return RecordingFile.readAllEvents(file).stream()
        .sorted(Comparator.comparing(RecordedEvent::getStartTime))
        .map(event -> Path.of(event.getString("path")))
        .toList();
  }
}
