package dev.otters.api.image;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A defect of the image store.
 *
 * @param kind such as {@code damaged_blob} or {@code missing_blob}
 * @param subject a digest, or the name of a file in the store
 * @param message what was found, in one sentence
 * @param refs the images that need it
 * @param repaired whether it was repaired
 * @param remedy what to do; null when nothing is needed
 */
public record FsckFinding(
    String kind,
    String subject,
    String message,
    List<String> refs,
    boolean repaired,
    @Nullable String remedy) {}
