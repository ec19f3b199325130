package dev.otters.oci.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.oci.Digest;
import dev.otters.oci.Fix;
import dev.otters.oci.Fix.Operation;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Samples;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class HostileArchiveTest extends ArchiveTestCase {
  @Test
  void aHostileTarLeavesNothing() throws IOException {
    byte[] manifest = manifest("x");
    String digest = Digest.of(manifest).hex();
    assertRefused(
        tar(
            Samples.file("index.json", index(manifest, NAMED_X)),
            Samples.file("blobs/sha256/" + digest, "other")),
        Reason.DIGEST_MISMATCH,
        "not");
    assertRefused(layout(index(manifest, NAMED_X)), Reason.INVALID_IMAGE, "it lacks parts of");
    assertRefused(layout(index(manifest, ""), manifest), Reason.INVALID_IMAGE, "without a name");
    assertRefused(
        layout(index(manifest, NAMED_X.replace("x:1", "../x")), manifest),
        Reason.INVALID_REFERENCE,
        "\"../x\"");
    assertRefused(tar(Samples.file("a", "b")), Reason.INVALID_IMAGE, "neither an index.json");
    assertRefused(tar(Samples.file("../a", "b")), Reason.INVALID_IMAGE, "hostile name");
    assertRefused(
        tar(
            Samples.symbolicLink("index.json", "/etc/passwd"),
            Samples.symbolicLink("blobs/sha256/" + digest, "/etc/passwd")),
        Reason.INVALID_IMAGE,
        "neither an index.json");
    assertRefused(folder.resolve("none.tar"), Reason.STORE, "none.tar");
  }

  @Test
  void filesAreNeitherLinksNorDevices() throws IOException {
    byte[] manifest = manifest("x");
    String name = "blobs/sha256/" + Digest.of(manifest).hex();
    assertRefused(
        tar(
            Samples.file("index.json", index(manifest, NAMED_X)),
            Samples.device(name),
            Samples.symbolicLink("other", "/" + name)),
        Reason.INVALID_IMAGE,
        "it lacks parts of");
    assertRefused(
        tar(
            Samples.file("manifest.json", "[{\"Config\":\"c\",\"RepoTags\":[\"x:1\"]}]"),
            Samples.symbolicLink("c", "../../../etc/passwd")),
        Reason.INVALID_IMAGE,
        "it lacks its file \"c\"");
  }

  @Test
  void nothingStandsThereTwice() throws IOException {
    byte[] manifest = manifest("x");
    assertRefused(
        tar(
            Samples.file("index.json", index(manifest, NAMED_X)),
            Samples.file("index.json", index(manifest, NAMED_X))),
        Reason.INVALID_IMAGE,
        "contains \"index.json\" twice");
    byte[] other = manifest("y");
    String two =
        index(manifest, NAMED_X).replace("]}", "," + index(other, NAMED_X).split("\\[", 2)[1]);
    assertRefused(
        layout(two, manifest, other, "y".getBytes(UTF_8)),
        Reason.INVALID_IMAGE,
        "has two images named x:1");
  }

  @Test
  void aMediaTypeThatLiesIsRefused() throws IOException {
    byte[] manifest = manifest("x");
    String index = index(manifest, NAMED_X);
    assertRefused(
        layout(index.replace(MediaTypes.MANIFEST, MediaTypes.INDEX), manifest),
        Reason.INVALID_IMAGE,
        "but it is \"" + MediaTypes.MANIFEST);
    assertRefused(
        layout(index.replace(MediaTypes.MANIFEST, "text/plain"), manifest),
        Reason.INVALID_IMAGE,
        "is \"text/plain\"");
  }

  @Test
  void aManifestOfAGigabyteIsNotRead() throws IOException {
    byte[] manifest = manifest("x");
    String index = index(manifest, NAMED_X);
    String size = "\"size\":" + manifest.length;
    assertRefused(
        layout(index.replace(size, "\"size\":" + (1 << 30)), manifest),
        Reason.INVALID_IMAGE,
        "has " + (1 << 30) + " bytes, more than");
    byte[] large = Arrays.copyOf(manifest, 5 << 20);
    Arrays.fill(large, manifest.length, large.length, (byte) ' ');
    assertRefused(layout(index(large, NAMED_X), large), Reason.INVALID_IMAGE, "more than");
    assertRefused(
        layout(index.replace(size, size + "0"), manifest),
        Reason.DIGEST_MISMATCH,
        "does not match its image");
  }

  @Test
  void indexesOfIndexesAreNoImages() throws IOException {
    byte[] manifest = manifest("x");
    byte[] inner = index(manifest, NAMED_X).getBytes(UTF_8);
    byte[] outer =
        index(inner, NAMED_X).replace(MediaTypes.MANIFEST, MediaTypes.INDEX).getBytes(UTF_8);
    String index = index(outer, NAMED_X).replace(MediaTypes.MANIFEST, MediaTypes.INDEX);
    assertRefused(layout(index, manifest, inner, outer), Reason.INVALID_IMAGE, "incomplete");
  }

  @Test
  void aSizeThatNoDiskHasIsRefusedBeforeItIsRead() throws IOException {
    byte[] tar = Samples.tar(Samples.file("blobs/sha256/" + "0".repeat(64), "x"));
    byte[] size = "77777777777\0".getBytes(UTF_8);
    System.arraycopy(size, 0, tar, 124, size.length);
    checksum(tar);
    byte[] huge = Arrays.copyOf(tar, 1024);
    // The largest size that eleven octal digits can say is 8 GiB; base 256 says more.
    assertRefused(() -> load(huge, Optional.empty()), Reason.INVALID_IMAGE, "damaged");
    byte[] larger = huge.clone();
    Arrays.fill(larger, 124, 136, (byte) 0);
    larger[124] = (byte) 0x80;
    larger[128] = 0x7f;
    checksum(larger);
    assertRefused(() -> load(larger, Optional.empty()), Reason.STORE, "is full: blob");
  }

  @Test
  void aBombIsRefusedWithoutBeingUnpacked() throws IOException {
    byte[] bomb = new byte[8 << 20];
    byte[] head = Samples.tar(Samples.file("index.json", "{}"));
    head[124 + 3] = '7';
    checksum(head);
    byte[] tar = Arrays.copyOf(head, 1024 + bomb.length);
    assertRefused(
        () -> load(Samples.gzip(tar), Optional.empty()), Reason.INVALID_IMAGE, "larger than");
    assertRefused(
        () -> load(Samples.gzip(paxBomb()), Optional.empty()),
        Reason.INVALID_IMAGE,
        "header is too large");
  }

  @Test
  void aFileThatEndsInTheMiddleIsRefused() throws IOException {
    byte[] manifest = manifest("x");
    byte[] whole = Files.readAllBytes(layout(index(manifest, NAMED_X), manifest));
    byte[] packed = Samples.gzip(whole);
    for (int length : new int[] {1, 100, 700, 1500, 2100}) {
      assertRefused(
          () -> load(Arrays.copyOf(whole, length), Optional.empty()), Reason.INVALID_IMAGE, "it ");
    }
    for (int length : new int[] {3, 9, 30, packed.length / 2, packed.length - 9}) {
      assertRefused(
          () -> load(Arrays.copyOf(packed, length), Optional.empty()),
          Reason.INVALID_IMAGE,
          "it is damaged");
    }
    assertRefused(() -> load(new byte[0], Optional.empty()), Reason.INVALID_IMAGE, "it is empty");
  }

  @Test
  void whatIsPackedOtherwiseSaysHowToUnpackIt() throws IOException {
    assertUnpacked("bzip2", "bzip2 -dc", 'B', 'Z', 'h', '9');
    assertUnpacked("xz", "xz -dc", 0xfd, '7', 'z', 'X', 'Z', 0);
    assertUnpacked("zstd", "zstd -dc", 0x28, 0xb5, 0x2f, 0xfd);
    assertUnpacked("zip", "unzip -p", 'P', 'K', 3, 4);
    assertRefused(
        () -> load("<html>".repeat(200).getBytes(UTF_8), Optional.empty()),
        Reason.INVALID_IMAGE,
        "it is not a tar");
    byte[] twice = Samples.gzip(Samples.gzip(Samples.tar(Samples.file("a", "b"))));
    assertRefused(() -> load(twice, Optional.empty()), Reason.INVALID_IMAGE, "it is not a tar");
  }

  private void assertUnpacked(String packer, String unpacker, int... start) {
    byte[] file = new byte[2000];
    for (int i = 0; i < start.length; i++) {
      file[i] = (byte) start[i];
    }
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> load(file, Optional.empty()))
        .withMessageContaining("it is compressed with " + packer)
        .satisfies(e -> assertThat(e.fix()).contains(new Fix(Operation.LOAD_UNPACKED, unpacker)));
  }

  @Test
  void aFileThatGrowsLikeNoImageIsRefused() throws IOException {
    byte[] zeros = Samples.tar(Samples.file("x/layer.tar", ""));
    ByteArrayOutputStream bomb = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bomb)) {
      gzip.write(largest(zeros));
      byte[] block = new byte[1 << 20];
      for (int i = 0; i < 300; i++) {
        gzip.write(block);
      }
    }
    assertRefused(
        () -> load(bomb.toByteArray(), Optional.empty()),
        Reason.INVALID_IMAGE,
        "grows to more than 200 times its size");
  }

  @Test
  void filesThatAreNoPartsOfImagesAreNotAllRead() throws IOException {
    Samples.Entry[] entries = new Samples.Entry[5_001];
    Arrays.setAll(entries, i -> Samples.file("d/" + i, "x"));
    assertRefused(tar(entries), Reason.INVALID_IMAGE, "more than 5000 files");
  }

  @Test
  void aLayoutThatLiesInAFolderIsNamed() throws IOException {
    assertRefused(
        tar(Samples.file("out/index.json", "{}"), Samples.file("out/a", "b")),
        Reason.INVALID_IMAGE,
        "its \"out/index.json\" must be at the top");
  }

  private static byte[] largest(byte[] tar) {
    byte[] header = Arrays.copyOf(tar, 512);
    System.arraycopy("77777777777".getBytes(UTF_8), 0, header, 124, 11);
    checksum(header);
    return header;
  }

  /** An extended header of 8 MiB, which a reader that trusts it keeps in memory. */
  private static byte[] paxBomb() {
    int length = 8 << 20;
    String comment = "comment=" + "a".repeat(length) + "\n";
    String record = ("1234567 ".length() + comment.length()) + " " + comment;
    return Samples.tar(new Samples.Entry("pax", (byte) 'x', "", record));
  }

  private static void checksum(byte[] header) {
    Arrays.fill(header, 148, 156, (byte) ' ');
    int sum = 0;
    for (int i = 0; i < 512; i++) {
      sum += header[i] & 0xff;
    }
    byte[] text = String.format("%06o\0 ", sum).getBytes(UTF_8);
    System.arraycopy(text, 0, header, 148, 8);
  }
}
