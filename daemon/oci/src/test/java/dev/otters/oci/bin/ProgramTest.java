package dev.otters.oci.bin;

import static dev.otters.oci.Samples.AMD64;
import static dev.otters.oci.Samples.ARM64;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.Progress;
import dev.otters.oci.Samples;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgramTest extends BinTestCase {
  private static final int X86_64 = 62;
  private static final int AARCH64 = 183;
  private static final String MUSL = "/lib/ld-musl-x86_64.so.1";

  @Test
  void theLoaderAndTheMachineAreRead() {
    assertThat(Program.of(Samples.program(X86_64, MUSL)))
        .contains(new Program(X86_64, MUSL, List.of()));
    assertThat(Program.of(Samples.program(X86_64, MUSL + "\0.2")).orElseThrow().loader())
        .isEqualTo(MUSL);
    assertThat(Program.of(Samples.program(AARCH64, "")))
        .contains(new Program(AARCH64, "", List.of()));
    assertThat(Program.of("#!/bin/sh\n".getBytes(UTF_8))).isEmpty();
    assertThat(Program.of(new byte[0])).isEmpty();
  }

  @Test
  void theRealProgramsOfThisMachineNameTheirLoader() throws IOException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Program program = BinImages.program(java).orElseThrow();
    assertThat(Path.of(program.loader())).isAbsolute().exists();
    assertThat(program.libraries()).contains("libc.so.6");
  }

  @Test
  void theRealProgramsOfThisMachineNameTheirLibrariesAlsoWhenTheyAreDamaged() throws IOException {
    byte[] whole = Files.readAllBytes(Path.of(System.getProperty("java.home"), "lib", "libnio.so"));
    List<String> libraries = Program.of(whole).orElseThrow().libraries();
    assertThat(libraries).contains("libjava.so", "libc.so.6");
    Random random = new Random(13);
    for (int round = 0; round < 20_000; round++) {
      byte[] damaged =
          round % 10 == 0 ? Arrays.copyOf(whole, random.nextInt(whole.length)) : whole.clone();
      for (int i = random.nextInt(8); i >= 0 && damaged.length > 4; i--) {
        int area = random.nextBoolean() ? Math.min(1024, damaged.length) : damaged.length;
        damaged[random.nextInt(area)] = (byte) random.nextInt(256);
      }
      Program.of(damaged).ifPresent(read -> assertThat(read.libraries().size()).isLessThan(257));
    }
  }

  @Test
  void noDamageMakesItFail() {
    byte[] whole = Samples.program(X86_64, MUSL);
    for (int length = 0; length < whole.length; length++) {
      assertThat(Program.of(Arrays.copyOf(whole, length)).map(Program::loader).orElse(""))
          .isEmpty();
    }
    for (int at = 4; at < 120; at++) {
      byte[] damaged = whole.clone();
      damaged[at] = (byte) 0xff;
      assertThat(Program.of(damaged).map(Program::loader).orElse("")).isIn("", MUSL, "/");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"tool", "opt/tool"})
  void aToolSaysWhichLoaderItWants(String path) {
    String place = path.contains("/") ? "/opt" : "/";
    tag(place, Samples.file(path, new String(Samples.program(X86_64, MUSL), UTF_8)));
    assertThat(inspect().loader()).isEqualTo(MUSL);
  }

  @Test
  void aLoaderThatTheImageBringsAlongIsNotMissing() {
    String own = "/opt/bin-images/tool/lib/ld.so";
    String program = new String(Samples.program(X86_64, own), UTF_8);
    tag("/", Samples.file("tool", program));
    assertThat(inspect().loader()).isEqualTo(own);
    tag("/", Samples.file("tool", program), Samples.file("lib/ld.so", "x"));
    assertThat(inspect().loader()).isEmpty();
  }

  @Test
  void aLoaderAtItsUsualPlaceInTheImageIsNotWhereTheSandboxLooks() {
    tag(
        "/",
        Samples.file("tool", new String(Samples.program(X86_64, MUSL), UTF_8)),
        Samples.file(MUSL.substring(1), "x"));
    assertThat(inspect().loader()).isEqualTo(MUSL);
    assertThat(bins.present(store.require(name()).digest(), AMD64, List.of(MUSL, "/lib/none")))
        .containsExactly(MUSL);
  }

  @Test
  void aProgramForAnotherProcessorIsNotPacked() throws IOException {
    Path file = Files.write(folder.resolve("tool"), Samples.program(X86_64, ""));
    BinBuild build =
        new BinBuild("tool", "", Map.of(ARM64, file), "", List.of(), Map.of(), Optional.empty());

    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> bins.build(build, Progress.NONE))
        .withMessageContaining("linux/arm64: the program is made for amd64");
    assertThat(store.list()).isEmpty();
  }

  private static ImageReference name() {
    return ImageReference.parse("tools/tool:1");
  }

  private BinImage inspect() {
    return bins.inspect(name(), AMD64);
  }

  private void tag(String path, Samples.Entry... entries) {
    Map<String, String> notes =
        Map.of("io.openotters.bin.name", "tool", "io.openotters.bin.path", path);
    try (Ingest ingest = store.ingest()) {
      ingest.tag(
          name(),
          Samples.container(ingest, AMD64, Map.of(), notes, List.of(Samples.tar(entries))),
          Origin.PULLED);
      ingest.commit();
    }
  }
}
