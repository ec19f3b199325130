package dev.otters.oci.bin;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import dev.otters.oci.Samples;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.Origin;
import dev.otters.oci.tar.TarBudget;
import dev.otters.oci.tar.TarEntry;
import dev.otters.oci.tar.TarReader;
import dev.otters.oci.tar.TarWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Takes programs of this machine out of images, with what they need. */
class ProgramSourceTest extends BinTestCase {
  private static final Platform HERE = Platform.ofThisMachine();
  private static final ImageReference IMAGE = ImageReference.parse("base:1");
  private static final Path LS = Path.of("/bin/ls");
  private static final List<String> PLACES =
      List.of("/lib", "/usr/lib", "/lib64", "/lib/x86_64-linux-gnu", "/lib/aarch64-linux-gnu");

  @Test
  void aDynamicProgramRunsWithTheLoaderAndTheLibrariesOfItsImage() throws IOException {
    image(files(LS, "bin/ls"));

    Path root = unpacked(build("/bin/ls"));

    assertThat(root.resolve("lib/ld.so")).isExecutable();
    assertThat(run(root.resolve("ls"), "--version")).startsWith("ls (GNU coreutils)");
    assertThat(run(root.resolve("ls"), "/none")).startsWith(root + "/ls: cannot access '/none'");
  }

  @Test
  void foldersThatAProgramNamesForItsLibrariesAreSearched() throws IOException {
    Path java = Path.of(System.getProperty("java.home"), "bin/java");
    Map<String, Path> files = files(java, "opt/java/bin/java");
    Path library = java.resolve("../../lib/libjli.so").normalize();
    files.put("opt/java/lib/libjli.so", library);
    collect(library, "lib", files);
    image(files);

    Path root = unpacked(build("/opt/java/bin/java"));

    assertThat(root.resolve("lib/libjli.so")).isExecutable();
    assertThat(root.resolve("lib/libc.so.6")).isExecutable();
  }

  @Test
  void everyMissingFileIsNamed() throws IOException {
    Map<String, Path> files = files(LS, "bin/ls");
    String loader = BinImages.program(LS).orElseThrow().loader();
    List<String> names = List.of("libselinux.so.1", "libc.so.6");
    files.keySet().removeIf(name -> names.stream().anyMatch(name::endsWith));
    image(files);

    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> build("/bin/ls"))
        .withMessage(
            "base:1 lacks files that /bin/ls for %s needs: libc.so.6, libselinux.so.1", HERE);

    image(new TreeMap<>(Map.of("bin/ls", LS)));
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> build("/bin/ls"))
        .withMessageContaining(loader)
        .withMessageContaining("libselinux.so.1");
  }

  @Test
  void aStaticProgramIsCopiedAlone() throws IOException {
    Path file = Files.write(folder.resolve("static"), Samples.program(machine(), ""));
    image(new TreeMap<>(Map.of("bin/tool", file)));

    assertThat(unpacked(build("/bin/tool")).toFile().list()).containsExactly("ls");
  }

  @Test
  void aLauncherIsRefused() throws IOException {
    byte[] launcher = new Launcher(List.of("@x"), new TreeMap<>()).program(HERE);
    Path file = Files.write(folder.resolve("launcher"), launcher);
    image(new TreeMap<>(Map.of("tool", file)));

    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> build("/tool"))
        .withMessage("base:1 has a launcher at /tool, which needs the rest of its image");
  }

  @Test
  void aHostileProgramNamesNoFileOutsideOfTheLibraries() throws IOException {
    Map<String, Path> files = files(LS, "bin/ls");
    String text = Files.readString(LS, ISO_8859_1);
    Path evil =
        Files.writeString(
            folder.resolve("evil"), text.replace("libselinux.so.1", "../../evil.so.1"), ISO_8859_1);
    files.put("bin/ls", evil);
    image(files);

    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> build("/bin/ls"))
        .withMessageContaining("needs: ../../evil.so.1");
  }

  private static int machine() {
    return HERE.architecture().equals("arm64") ? 183 : 62;
  }

  /** Returns a program with its loader and libraries, by their places in an image. */
  private static Map<String, Path> files(Path program, String place) throws IOException {
    Map<String, Path> files = new TreeMap<>(Map.of(place, program));
    String loader = BinImages.program(program).orElseThrow().loader();
    files.put(loader.substring(1), Path.of(loader));
    collect(program, "lib", files);
    return files;
  }

  private static void collect(Path program, String folder, Map<String, Path> files)
      throws IOException {
    for (String name : BinImages.program(program).orElseThrow().libraries()) {
      Optional<Path> found =
          PLACES.stream().map(it -> Path.of(it, name)).filter(Files::exists).findFirst();
      if (found.isPresent() && files.putIfAbsent(folder + "/" + name, found.get()) == null) {
        collect(found.get(), folder, files);
      }
    }
  }

  private void image(Map<String, Path> files) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarWriter tar = new TarWriter(bytes)) {
      for (Map.Entry<String, Path> file : files.entrySet()) {
        tar.file(file.getKey(), 0755, Files.readAllBytes(file.getValue()));
      }
    }
    try (Ingest ingest = store.ingest()) {
      ingest.tag(
          IMAGE,
          Samples.container(ingest, HERE, Map.of(), Map.of(), List.of(bytes.toByteArray())),
          Origin.PULLED);
      ingest.commit();
    }
  }

  private BinImage build(String path) throws IOException {
    Path work = Files.createTempDirectory(folder, "work");
    Path program = work.resolve("program");
    Path libraries = work.resolve("libraries");
    new ProgramSource(store, store.require(IMAGE).digest(), "base:1")
        .copy(HERE, path, program, libraries);
    bins.build(
        new BinBuild("ls", "", Map.of(HERE, program), "", List.of(), Map.of(), Optional.empty()),
        Files.exists(libraries) ? Map.of(HERE, libraries) : Map.of(),
        Progress.NONE);
    return bins.inspect(ImageReference.parse("ls"), HERE);
  }

  private Path unpacked(BinImage tool) throws IOException {
    Path root = Files.createTempDirectory(folder, "root").toRealPath();
    ImageManifest image = (ImageManifest) store.manifest(tool.manifest());
    try (TarReader tar =
        TarReader.open(
            store.open(image.layers().getFirst().digest()), "it", TarBudget.forImage())) {
      for (Optional<TarEntry> next = tar.next(); next.isPresent(); next = tar.next()) {
        Path file = root.resolve(next.get().name());
        if (next.get().kind() == TarEntry.Kind.FILE) {
          Files.createDirectories(file.resolve("..").normalize());
          try (var out = Files.newOutputStream(file)) {
            tar.copyTo(out);
          }
          assertThat(file.toFile().setExecutable(next.get().executable())).isTrue();
        }
      }
    }
    return root;
  }

  private static String run(Path program, String argument) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(program.toString(), argument);
    builder.environment().clear();
    Process process = builder.redirectErrorStream(true).start();
    process.getOutputStream().close();
    return new String(process.getInputStream().readAllBytes(), UTF_8);
  }
}
