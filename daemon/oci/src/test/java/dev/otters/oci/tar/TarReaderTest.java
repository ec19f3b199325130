package dev.otters.oci.tar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Samples;
import dev.otters.oci.tar.TarEntry.Kind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TarReaderTest {
  private static final TarBudget LARGE = TarBudget.forImage();

  @Test
  void namesLoseTheirDotsAndSlashesAtTheStart() {
    byte[] tar =
        Samples.tar(Samples.file("./a//b", "1"), Samples.file("/c", "22"), Samples.folder("./"));

    assertThat(entries(tar))
        .extracting(TarEntry::name, TarEntry::kind, TarEntry::size)
        .containsExactly(
            tuple("a/b", Kind.FILE, 1L), tuple("c", Kind.FILE, 2L), tuple("", Kind.FOLDER, 0L));
  }

  @ParameterizedTest
  @ValueSource(strings = {"../a", "a/../../b", "/../a", "a/..", ".."})
  void aNameThatLeavesTheTarIsRefused(String name) {
    assertInvalid(Samples.tar(Samples.file(name, "x")), "hostile name");
    assertInvalid(Samples.tar(Samples.hardLink("a", name)), "hostile name");
  }

  @Test
  void linksAndDevicesHaveNoContent() {
    byte[] tar =
        Samples.tar(
            Samples.symbolicLink("s", "../../etc/passwd"),
            Samples.hardLink("h", "s"),
            Samples.device("d"));

    assertThat(entries(tar))
        .extracting(TarEntry::kind)
        .containsExactly(Kind.SYMBOLIC_LINK, Kind.HARD_LINK, Kind.OTHER);
  }

  /** Headers in GNU's old format list the parts of a file that are no holes. */
  @ParameterizedTest
  @CsvSource({"0, 4", "512, 0", "512, 4"})
  void aFileThatListsItsHolesIsRefused(long offset, long length) {
    byte[] tar = Samples.tar(Samples.file("a", "text"));
    put(tar, 257, "ustar  \0");
    put(tar, 386, "%011o\0%011o\0".formatted(offset, length));
    put(tar, 148, " ".repeat(8));
    int sum = IntStream.range(0, 512).map(at -> tar[at] & 0xff).sum();
    put(tar, 148, "%06o\0 ".formatted(sum));

    assertInvalid(tar, "sparse file");
  }

  private static void put(byte[] tar, int at, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    System.arraycopy(bytes, 0, tar, at, bytes.length);
  }

  @Test
  void readsGzipAndPlainAlike() {
    byte[] tar = Samples.tar(Samples.file("a", "text"));

    assertThat(entries(Samples.gzip(tar))).isEqualTo(entries(tar));
  }

  @Test
  void truncatedTarsAreDamagedNotShort() {
    byte[] tar = Samples.tar(Samples.file("a", "x".repeat(5000)));

    assertInvalid(Arrays.copyOf(tar, 3000), "damaged");
    assertInvalid(Arrays.copyOf(Samples.gzip(tar), 40), "damaged");
  }

  @Test
  void bombsAreStoppedByTheBudget() {
    byte[] many = Samples.tar(Samples.file("a", ""), Samples.file("b", ""), Samples.file("c", ""));
    byte[] large = Samples.gzip(Samples.tar(Samples.file("a", "0".repeat(1 << 20))));

    assertInvalid(many, "more than 2 entries", new TarBudget(2, 1 << 20));
    assertInvalid(large, "more than 100000 bytes", new TarBudget(9, 100_000));
  }

  @Test
  void aNameOfManyMegabytesIsNotTakenIntoMemory() {
    byte[] tar =
        Samples.tar(
            new Samples.Entry("././@LongLink", (byte) 'L', "", "a".repeat(40 << 20)),
            Samples.file("short", "x"));

    assertInvalid(Samples.gzip(tar), "header is too large");
  }

  @Test
  void aFileLargerThanAllowedIsNotRead() {
    try (TarReader tar = open(Samples.tar(Samples.file("a", "12345")), LARGE)) {
      tar.next();

      assertThatExceptionOfType(OciException.class)
          .isThrownBy(() -> tar.read(4))
          .withMessageContaining("larger than 4 bytes");
    }
  }

  @Test
  void damagedTarsGiveOneClearErrorOrEntries() {
    byte[] valid =
        Samples.tar(
            Samples.file("a".repeat(150), "x"),
            Samples.symbolicLink("b", "c"),
            Samples.file("d", "y"));
    Random random = new Random(3);
    for (int i = 0; i < 5_000; i++) {
      byte[] damaged = valid.clone();
      for (int j = random.nextInt(6); j >= 0; j--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      }
      try {
        assertThat(entries(damaged)).hasSizeLessThanOrEqualTo(10);
      } catch (OciException e) {
        assertThat(e.reason()).isEqualTo(Reason.INVALID_IMAGE);
      }
    }
  }

  @Test
  void writtenTarsDependOnContentOnly() throws IOException {
    byte[] first = written();

    assertThat(written()).isEqualTo(first);
    assertThat(entries(first)).extracting(TarEntry::name).containsExactly("f", "f/x", "y");
  }

  @Test
  void writtenTarsNameNoUserOfThisMachineAndKeepLongNames() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    String name = "folder/".repeat(40) + "file";
    try (TarWriter tar = new TarWriter(out)) {
      tar.file(name, 0644, new byte[1]);
    }
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(new ByteArrayInputStream(out.toByteArray()))) {
      TarArchiveEntry entry = tar.getNextEntry();
      assertThat(entry.getName()).isEqualTo(name);
      assertThat(entry.getUserName() + entry.getGroupName()).isEmpty();
      assertThat(entry.getLongUserId() + entry.getLongGroupId()).isZero();
      assertThat(entry.getLastModifiedTime().toMillis()).isZero();
    }
  }

  private static byte[] written() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TarWriter tar = new TarWriter(out)) {
      tar.folder("f");
      tar.file("f/x", 0755, "1".getBytes(UTF_8));
      tar.file("y", 0644, new ByteArrayInputStream("22".getBytes(UTF_8)), 2);
    }
    return out.toByteArray();
  }

  private static void assertInvalid(byte[] tar, String message) {
    assertInvalid(tar, message, LARGE);
  }

  private static void assertInvalid(byte[] tar, String message, TarBudget budget) {
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> entries(tar, budget))
        .withMessageContaining(message)
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.INVALID_IMAGE));
  }

  private static List<TarEntry> entries(byte[] tar) {
    return entries(tar, TarBudget.forImage());
  }

  private static List<TarEntry> entries(byte[] bytes, TarBudget budget) {
    List<TarEntry> entries = new ArrayList<>();
    try (TarReader tar = open(bytes, budget)) {
      for (Optional<TarEntry> next = tar.next(); next.isPresent(); next = tar.next()) {
        entries.add(next.get());
      }
    }
    return entries;
  }

  private static TarReader open(byte[] tar, TarBudget budget) {
    return TarReader.open(new ByteArrayInputStream(tar), "it", budget);
  }
}
