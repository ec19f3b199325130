package dev.otters.oci.bin;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.Platform;
import dev.otters.oci.manifest.ImageConfig;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.tar.TarWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The image of an interpreter, below a layer with a script.
 *
 * @param platform the platform of both
 * @param binary the absolute path of the interpreter in its image
 * @param layers the layers of its image
 * @param diffIds the digests of their uncompressed content
 */
record ScriptBase(Platform platform, String binary, List<Descriptor> layers, List<Digest> diffIds) {
  private static final int LARGEST_CONFIG = 4 << 20;
  private static final int LONGEST_LINE = 4096;
  private static final String FOLDER = "script";

  /** The first line of a script, with an option for the interpreter. */
  private static final Pattern OPTION = Pattern.compile("\\A#!\\s*\\S+[ \\t]+(-\\S.*)");

  static ScriptBase of(
      OciStore store, Ingest ingest, ImageReference interpreter, Platform platform) {
    BinImage bin = new BinImages(store).inspect(interpreter, platform);
    ImageManifest image = (ImageManifest) store.manifest(bin.manifest());
    image.layers().forEach(layer -> ingest.has(layer.digest()));
    ImageConfig config =
        ImageConfig.read(store.read(image.config(), LARGEST_CONFIG), interpreter.toString());
    return new ScriptBase(platform, bin.binary(), image.layers(), config.diffIds());
  }

  /** Writes a script, and a program under its name that starts the interpreter with it. */
  void script(TarWriter tar, String name, Path script) throws IOException {
    List<String> command = new ArrayList<>(List.of("@" + binary.substring(1)));
    Matcher option = OPTION.matcher(start(script));
    if (option.find() && !option.group().contains("/env ")) {
      command.add(option.group(1).strip());
    }
    command.add("@" + FOLDER + "/" + name);
    Launcher launcher = new Launcher(command, Collections.emptySortedMap());
    tar.file(name, 0755, launcher.program(platform));
    tar.folder(FOLDER);
    try (InputStream in = Files.newInputStream(script)) {
      tar.file(FOLDER + "/" + name, 0755, in, Files.size(script));
    }
  }

  private static String start(Path script) throws IOException {
    try (InputStream in = Files.newInputStream(script)) {
      return new String(in.readNBytes(LONGEST_LINE), StandardCharsets.UTF_8);
    }
  }
}
