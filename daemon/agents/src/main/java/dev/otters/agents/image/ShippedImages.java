package dev.otters.agents.image;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.otters.home.PrivateFiles;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.Progress;
import dev.otters.oci.archive.Archive;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.StoredImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads the images of the distribution into the store, each version of a file once.
 *
 * @param store the store
 * @param marks a private folder that records the loaded files
 */
public record ShippedImages(OciStore store, Path marks) {
  private static final Logger LOGGER = LoggerFactory.getLogger(ShippedImages.class);

  /**
   * Loads every {@code *.tar} of a folder that was not loaded before, or whose images were removed.
   *
   * @param folder the folder, which may be missing
   * @return the number of loaded files
   */
  public int load(Path folder) {
    int loaded = 0;
    try {
      PrivateFiles.createFolder(marks);
      for (Path tar : tars(folder)) {
        loaded += loadOnce(tar) ? 1 : 0;
      }
      return loaded;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot load the images in " + folder, e);
    }
  }

  /** Returns the references of the images that were loaded. */
  public List<ImageReference> names() {
    if (!Files.isDirectory(marks)) {
      return List.of();
    }
    List<ImageReference> names = new ArrayList<>();
    try (Stream<Path> files = Files.list(marks)) {
      for (Path mark : files.sorted().toList()) {
        Files.readAllLines(mark).stream().map(ImageReference::parse).forEach(names::add);
      }
      return names;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + marks, e);
    }
  }

  private boolean loadOnce(Path tar) throws IOException {
    Path mark = marks.resolve(identity(tar).hex());
    if (Files.exists(mark) && Files.readAllLines(mark).stream().allMatch(this::present)) {
      return false;
    }
    List<ImageReference> names =
        new Archive(store).load(tar, Progress.NONE).stream().map(StoredImage::reference).toList();
    PrivateFiles.write(
        mark, String.join("\n", names.stream().map(ImageReference::toString).toList()));
    LOGGER
        .atInfo()
        .addKeyValue("file", tar)
        .addKeyValue("images", names)
        .log("Loaded shipped images");
    return true;
  }

  private boolean present(String name) {
    return store.resolve(ImageReference.parse(name)).isPresent();
  }

  private static List<Path> tars(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".tar")).sorted().toList();
    }
  }

  /** Identifies a version of a file without reading it, which would delay each start. */
  private static Digest identity(Path file) throws IOException {
    Map<String, Object> facts = Files.readAttributes(file, "unix:dev,ino,size,ctime");
    return Digest.of((file.getFileName() + " " + new TreeMap<>(facts)).getBytes(UTF_8));
  }
}
