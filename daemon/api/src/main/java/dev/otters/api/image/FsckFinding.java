package dev.otters.api.image;

import dev.otters.api.Absent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Is one thing that is wrong with the store.
 *
 * @param kind such as {@code damaged_blob} or {@code missing_blob}
 * @param subject a digest, or the name of a file of the store
 * @param message what was found, in one sentence
 * @param refs the images that need it
 * @param repaired whether it is right now
 * @param remedy what to do about it; null when nothing has to be done
 */
public record FsckFinding(
    String kind,
    String subject,
    String message,
    List<String> refs,
    boolean repaired,
    @Nullable String remedy) {
  /** Fills in what an answer left out. */
  public FsckFinding {
    refs = Absent.list(refs);
  }
}
