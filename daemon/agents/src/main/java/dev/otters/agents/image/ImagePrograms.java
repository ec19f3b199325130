package dev.otters.agents.image;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import dev.otters.oci.bin.ProgramSource;
import dev.otters.oci.store.OciStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes programs out of existing images, to pack them as tools. */
record ImagePrograms(OciStore store, ImageSource images) {
  private static final Pattern PROGRAM = Pattern.compile("(?:([a-z0-9]+/[a-z0-9]+):)?(/.+)");

  /**
   * Copies programs into a folder. An image that is not in the store is pulled for all platforms.
   *
   * @param image the reference of the image
   * @param paths absolute paths with their platforms, as {@code linux/amd64:/jq}; one path without
   *     a platform stands for all platforms of the image
   * @return the programs, with what dynamic ones need
   * @throws ApiException BIN_INVALID if a path is not valid
   */
  Programs copy(String image, List<String> paths, Path folder, Progress progress) {
    ImageReference reference = ImageReference.parse(image);
    Digest digest = images.any(reference, progress);
    ProgramSource source = new ProgramSource(store, digest, reference.toString());
    Map<Platform, String> wanted = new LinkedHashMap<>();
    for (String path : paths) {
      Matcher program = PROGRAM.matcher(path);
      if (!program.matches()) {
        throw invalid("'" + path + "' is not an absolute path in the image");
      }
      String platform = program.group(1);
      List<Platform> platforms =
          platform == null ? source.platforms() : List.of(Platform.parse(platform));
      for (Platform each : platforms) {
        if (wanted.put(each, program.group(2)) != null) {
          throw invalid("there are two programs for " + each);
        }
      }
    }
    if (wanted.isEmpty()) {
      throw invalid("no program of the image was named");
    }
    return copied(source, wanted, folder);
  }

  private static Programs copied(ProgramSource source, Map<Platform, String> wanted, Path folder) {
    Map<Platform, Path> files = new LinkedHashMap<>();
    Map<Platform, Path> libraries = new LinkedHashMap<>();
    try {
      Path programs = Files.createTempDirectory(folder, "programs");
      for (Map.Entry<Platform, String> program : wanted.entrySet()) {
        Path file = programs.resolve(Integer.toString(files.size()));
        Path needed = programs.resolve(files.size() + ".libraries");
        source.copy(program.getKey(), program.getValue(), file, needed);
        files.put(program.getKey(), file);
        if (Files.exists(needed)) {
          libraries.put(program.getKey(), needed);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write to " + folder, e);
    }
    return new Programs(files, libraries);
  }

  private static ApiException invalid(String why) {
    return ApiException.of(
        ErrorCode.BIN_INVALID,
        why,
        "Give one absolute path for all platforms, such as /usr/bin/jq, or one for each, such as"
            + " linux/amd64:/usr/bin/jq.");
  }
}
