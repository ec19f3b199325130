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
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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
    assertThat(read(Samples.program(X86_64, MUSL)))
        .contains(new Program(X86_64, MUSL, List.of(), List.of()));
    assertThat(read(Samples.program(X86_64, MUSL + "\0.2")).orElseThrow().loader()).isEqualTo(MUSL);
    assertThat(read(Samples.program(AARCH64, "")))
        .contains(new Program(AARCH64, "", List.of(), List.of()));
    assertThat(read("#!/bin/sh\n".getBytes(UTF_8))).isEmpty();
    assertThat(read(new byte[0])).isEmpty();
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
    List<String> libraries = read(whole).orElseThrow().libraries();
    assertThat(libraries).contains("libjava.so", "libc.so.6");
    Random random = new Random(13);
    for (int round = 0; round < 20_000; round++) {
      byte[] damaged =
          round % 10 == 0 ? Arrays.copyOf(whole, random.nextInt(whole.length)) : whole.clone();
      for (int i = random.nextInt(8); i >= 0 && damaged.length > 4; i--) {
        int area = random.nextBoolean() ? Math.min(1024, damaged.length) : damaged.length;
        damaged[random.nextInt(area)] = (byte) random.nextInt(256);
      }
      read(damaged).ifPresent(read -> assertThat(read.libraries().size()).isLessThan(257));
    }
  }

  @Test
  void noDamageMakesItFail() {
    byte[] whole = Samples.program(X86_64, MUSL);
    for (int length = 0; length < whole.length; length++) {
      assertThat(read(Arrays.copyOf(whole, length)).map(Program::loader).orElse("")).isEmpty();
    }
    for (int at = 4; at < 120; at++) {
      byte[] damaged = whole.clone();
      damaged[at] = (byte) 0xff;
      assertThat(read(damaged).map(Program::loader).orElse("")).isIn("", MUSL, "/");
    }
  }

  @ParameterizedTest
  @ValueSource(shorts = {0, 32, 55, 57, 64})
  void headersOfAnotherSizeCountAsAbsent(short size) {
    byte[] program = Arrays.copyOf(Samples.program(X86_64, MUSL), 1024);
    ByteBuffer.wrap(program).order(ByteOrder.LITTLE_ENDIAN).putShort(0x36, size);
    assertThat(read(program)).contains(new Program(X86_64, "", List.of(), List.of()));
  }

  @Test
  void onlyTheFirstListOfLibrariesAndItsFirstNamesCount() {
    assertThat(libraries(2, new Listed(1, 3))).containsExactly("aaa", "aa", "a");
    assertThat(libraries(65_535, new Listed(1, 3), new Listed(2, 4))).hasSize(3);
    assertThat(libraries(2, new Listed(1, 400))).hasSize(256);
    assertThat(libraries(300, new Listed(255, 3))).hasSize(3);
    assertThat(libraries(300, new Listed(256, 3))).isEmpty();
  }

  @Test
  void theBeginningOfAFileTellsItsLoaderOnly() {
    assertThat(Program.loader(Samples.program(X86_64, MUSL))).isEqualTo(MUSL);
    assertThat(Program.loader(new byte[3])).isEmpty();
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

  /** The place of a header whose list names this many libraries. */
  private record Listed(int header, int names) {}

  /** Returns the libraries of a program that says it has {@code headers} headers. */
  private static List<String> libraries(int headers, Listed... lists) {
    ByteBuffer file = ByteBuffer.wrap(Arrays.copyOf(Samples.program(X86_64, MUSL), 64 << 10));
    file.order(ByteOrder.LITTLE_ENDIAN).putShort(0x38, (short) headers);
    file.putInt(64, 1).putLong(64 + 8, 0).putLong(64 + 0x20, file.limit());
    int at = 32 << 10;
    for (Listed list : lists) {
      int header = 64 + list.header() * 56;
      file.putInt(header, 2).putLong(header + 8, at).putLong(header + 0x20, 16L << 10);
      file.putLong(at, 5).putLong(at + 8, 60_000);
      for (int name = 0; name < list.names(); name++) {
        at += 16;
        file.putLong(at, 1).putLong(at + 8, 500 - list.names() + name);
      }
      at += 32;
    }
    Arrays.fill(file.array(), 60_000, 60_500, (byte) 'a');
    return read(file.array()).orElseThrow().libraries();
  }

  private static Optional<Program> read(byte[] file) {
    return Program.of(ByteBuffer.wrap(file));
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
