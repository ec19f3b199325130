package dev.otters.oci.bin;

import dev.otters.oci.ImageReference;
import dev.otters.oci.Platform;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The input of a BIN image's build.
 *
 * @param name the tool's file name
 * @param description one line; empty if none
 * @param binaries one executable file per platform, at least one
 * @param usage text for the model; empty if none
 * @param tags the names of the image; empty for {@code <name>:latest}
 * @param annotations additional ones, such as {@code org.opencontainers.image.licenses}
 * @param created the image's time; empty for none
 */
public record BinBuild(
    String name,
    String description,
    Map<Platform, Path> binaries,
    String usage,
    List<ImageReference> tags,
    Map<String, String> annotations,
    Optional<Instant> created) {
  public BinBuild {
    binaries = Collections.unmodifiableMap(new LinkedHashMap<>(binaries));
    tags = List.copyOf(tags);
    annotations = Collections.unmodifiableSortedMap(new TreeMap<>(annotations));
  }
}
