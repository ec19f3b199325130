package dev.otters.agents.image;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.oci.ImageReference;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import dev.otters.oci.Samples;
import dev.otters.oci.bin.BinImage;
import dev.otters.oci.bin.BinImages;
import dev.otters.oci.manifest.ImageManifest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which files can be packed as tools. */
class ToolBuildsTest extends BuildTest {
  private static final Platform HERE = Platform.ofThisMachine();

  private void build(Tars files, String interpreter) {
    builds.bin(
        new Builds.BinRequest("tool", "", List.of(), "", Optional.empty(), interpreter),
        files.stream(),
        Progress.NONE);
  }

  private void assertRefused(Tars files, String interpreter, String title, String remedy) {
    assertThatThrownBy(() -> build(files, interpreter))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.problem().code()).isEqualTo(ErrorCode.BIN_INVALID);
              assertThat(e.problem().title()).isEqualTo("cannot build the tool tool: " + title);
              assertThat(e.problem().remedy()).isEqualTo(remedy);
            });
    assertThat(store.resolve(ImageReference.parse("tool"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "#!/usr/bin/env python3 -u|python3|otters/tools/python3",
        "#! /usr/bin/python3|python3|otters/tools/python3",
        "#!/usr/bin/env -S sh -e|sh|otters/tools/sh",
        "#!/bin/sh|sh|otters/tools/sh",
      })
  void aScriptIsRefusedWithTheShippedImageOfItsInterpreter(
      String line, String interpreter, String image) {
    assertRefused(
        new Tars().file(HERE.toString(), line + "\nx\n"),
        "",
        HERE + ": the file is a script for " + interpreter + ", which is not in its image",
        "Pack it with its interpreter: --interpreter " + image + ".");
  }

  @Test
  void aScriptForAnotherInterpreterIsRefusedToo() {
    assertRefused(
        new Tars().file(HERE.toString(), "#!/usr/bin/perl\n"),
        "",
        HERE + ": the file is a script for perl, which is not in its image",
        "Pack it with a BIN image of its interpreter: --interpreter REF.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "MZ\u0090|a Windows program",
        "\u00cf\u00fa\u00ed\u00fe..|a macOS program or a Java class",
        "PK\u0003\u0004|a zip or jar archive",
        "\u001f\u008b..|gzip data",
        "echo hello|text without a '#!' line",
        "''|empty",
        "\u0001\u0002.|of an unknown format",
      })
  void aFileThatIsNoProgramIsRefusedWithItsFormat(String content, String format) {
    assertRefused(
        new Tars().file(HERE.toString(), content.getBytes(ISO_8859_1)),
        "",
        HERE + ": the file is " + format + ", not a Linux program",
        "Give an ELF program, or a script whose first line is '#!' and its interpreter.");
  }

  @Test
  void aPlatformWithoutSandboxesIsRefused() {
    assertRefused(
        new Tars().file("windows/amd64", Samples.program(62, "")),
        "",
        "windows/amd64: sandboxes run only Linux programs",
        "Give a file for linux/ARCH.");
  }

  @Test
  void everyLibraryThatNoSandboxHasIsNamed() throws Exception {
    byte[] program = Files.readAllBytes(Path.of(System.getProperty("java.home"), "lib/libnio.so"));
    new TestImages(store, folder).runtime("lib/libc.so.6", "lib/libdl.so.2", "lib/libpthread.so.0");

    assertRefused(
        new Tars().file(HERE.toString(), program),
        "",
        HERE + ": the program needs libjava.so, libnet.so, which no sandbox has",
        "Link it statically (C: -static, Go: CGO_ENABLED=0), or use a static build of its"
            + " project.");

    new TestImages(store, folder)
        .runtime(
            "usr/lib/libjava.so",
            "lib/x86_64-linux-gnu/libnet.so",
            "lib/libc.so.6",
            "lib/libdl.so.2",
            "lib/libpthread.so.0",
            "lib/aarch64-linux-gnu/libnet.so");
    build(new Tars().file(HERE.toString(), program), "");
    assertThat(store.resolve(ImageReference.parse("tool"))).isPresent();
  }

  @Test
  void allFilesAreCheckedAtOnce() {
    assertThatThrownBy(
            () ->
                build(
                    new Tars()
                        .file("linux/amd64", "#!/bin/sh\n")
                        .file("linux/arm64", "MZ")
                        .file("darwin/arm64", "x"),
                    ""))
        .hasMessageContainingAll("linux/amd64: ", "linux/arm64: ", "darwin/arm64: ");
  }

  @Test
  void aScriptIsPackedOnTopOfItsInterpreter() {
    new TestImages(store, folder).tool("python", "tools/python:3");
    build(new Tars().file(HERE.toString(), "#!/usr/bin/env python\nprint(1)\n"), "tools/python:3");

    BinImages bins = new BinImages(store);
    BinImage below = bins.inspect(ImageReference.parse("tools/python:3"), HERE);
    BinImage tool = bins.inspect(ImageReference.parse("tool"), HERE);
    ImageManifest image = (ImageManifest) store.manifest(tool.manifest());
    assertThat(image.layers().getFirst().digest())
        .isEqualTo(((ImageManifest) store.manifest(below.manifest())).layers().getFirst().digest());
    assertThat(image.layers()).hasSize(2);
    assertThat(bins.present(tool.digest(), HERE, List.of("/tool", "/script/tool", "/python")))
        .hasSize(3);
    assertThat(tool.usage()).as("the usage of the interpreter does not apply").isEmpty();
  }

  @Test
  void anInterpreterIsForScriptsOnly() {
    new TestImages(store, folder).tool("python", "tools/python:3");

    assertRefused(
        new Tars().file(HERE.toString(), Samples.program(0, "")),
        "tools/python:3",
        HERE + ": the file is a program, not a script",
        "Omit --interpreter, or give the script.");
    assertRefused(
        new Tars().file("linux/riscv64", "#!/bin/sh\n"),
        "tools/python:3",
        "linux/riscv64: scripts cannot be packed for this platform",
        "Pack a program.");
    assertThatThrownBy(() -> build(new Tars().file(HERE.toString(), "x"), "tools/none:1"))
        .hasMessageContaining("tools/none:1");
  }

  @Test
  void textsThatNoToolNeedsAreRefusedBeforeTheyAreRead() {
    new TestImages(store, folder).tool("python", "tools/python:3");
    byte[] script = Arrays.copyOf("#!/usr/bin/env python\n".getBytes(ISO_8859_1), (4 << 20) + 1);
    assertRefused(
        new Tars().file(HERE.toString(), script),
        "tools/python:3",
        HERE + ": the script is larger than 4 MiB",
        "Move its data to files of the agent.");
    byte[] largest = Arrays.copyOf(script, 4 << 20);
    assertThatThrownBy(
            () ->
                build(
                    new Tars()
                        .file(HERE.toString(), largest)
                        .file("USAGE.md", new byte[(256 << 10) + 1]),
                    "tools/python:3"))
        .hasMessage("USAGE.md is larger than 256 KiB");
    build(
        new Tars().file(HERE.toString(), largest).file("USAGE.md", "x".repeat(256 << 10)),
        "tools/python:3");
    assertThat(store.resolve(ImageReference.parse("tool"))).isPresent();
  }

  @Test
  void anAgentAndAToolDoNotTakeEachOthersTags() {
    TestImages images = new TestImages(store, folder);
    images.tool("zz", "zz:latest");
    assertThatThrownBy(() -> images.agent("zz:latest", "FROM scratch\nMODEL a/b\n"))
        .hasMessage("the tag zz:latest belongs to a BIN image, not an agent image");
    assertThat(new BinImages(store).inspect(ImageReference.parse("zz"), HERE).name())
        .isEqualTo("zz");

    images.agent("tool:latest", "FROM scratch\nMODEL a/b\n");
    assertThatThrownBy(() -> build(new Tars().file(HERE.toString(), Samples.program(0, "")), ""))
        .hasMessage("the tag tool:latest belongs to an agent image, not a BIN image");
  }

  @Test
  void aProgramOfAnImageIsPackedForAllItsPlatformsOrOne() {
    Platform other = new Platform("linux", HERE.architecture().equals("arm64") ? "amd64" : "arm64");
    builds.bin(
        request("first"),
        new Tars()
            .file(HERE.toString(), program(HERE)).file(other.toString(), program(other)).stream(),
        Progress.NONE);

    fromImage("all", "first", "/first");
    fromImage("one", "first", other + ":/first");

    BinImages bins = new BinImages(store);
    assertThat(bins.inspect(ImageReference.parse("all"), HERE).binary()).isEqualTo("/all");
    assertThat(bins.inspect(ImageReference.parse("all"), other).binary()).isEqualTo("/all");
    assertThat(bins.inspect(ImageReference.parse("one"), other).binary()).isEqualTo("/one");
    assertThatThrownBy(() -> bins.inspect(ImageReference.parse("one"), HERE))
        .hasMessageContaining("it has " + other);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/gone | has no file \"/gone\" for linux/",
        "/ | '/' is not an absolute path in the image",
        "/../../etc/passwd | has no file \"/../../etc/passwd\"",
        "first | 'first' is not an absolute path in the image",
        "linux/amd64:first | 'linux/amd64:first' is not an absolute path in the image",
        "linux/s390x:/first | has no image for linux/s390x; it has linux/",
      })
  void aProgramThatAnImageDoesNotHaveIsRefused(String path, String why) {
    builds.bin(
        request("first"), new Tars().file(HERE.toString(), program(HERE)).stream(), Progress.NONE);

    assertThatThrownBy(() -> fromImage("tool", "first", path)).hasMessageContaining(why);
    assertThatThrownBy(() -> fromImage("tool", "first", "/first", HERE + ":/first"))
        .hasMessageContaining("there are two programs for " + HERE);
    assertThat(store.resolve(ImageReference.parse("tool"))).isEmpty();
  }

  private static byte[] program(Platform platform) {
    return Samples.program(platform.architecture().equals("arm64") ? 183 : 62, "");
  }

  private static Builds.BinRequest request(String name) {
    return new Builds.BinRequest(name, "", List.of(), "", Optional.empty(), "");
  }

  private void fromImage(String name, String image, String... paths) {
    builds.bin(
        request(name),
        image,
        List.of(paths),
        List.of(),
        new Tars().file("USAGE.md", "text").stream(),
        Progress.NONE);
  }
}
