package dev.otters.api.tar;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.api.tar.TarEntry.Kind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TarInTest {
  private static TarEntry link(String name, String target) {
    return new TarEntry(Kind.LINK, name, target, 0, 0777, 0);
  }

  private static TarEntry file(String name, long size) {
    return new TarEntry(Kind.FILE, name, "", size, 0644, 1);
  }

  private static byte[] tar(TarEntry... entries) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    TarOut out = new TarOut(bytes);
    for (TarEntry entry : entries) {
      out.add(entry);
    }
    out.finish();
    return bytes.toByteArray();
  }

  private static TarIn in(byte[] tar) {
    return new TarIn(new ByteArrayInputStream(tar));
  }

  private static List<TarEntry> read(byte[] tar) throws IOException {
    List<TarEntry> read = new ArrayList<>();
    TarIn in = in(tar);
    for (Optional<TarEntry> next = in.next(); next.isPresent(); next = in.next()) {
      read.add(next.get());
    }
    return read;
  }

  /** Returns an entry with attributes in the format pax, and the entry that they belong to. */
  private static byte[] pax(String attributes, TarEntry entry) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    TarOut out = new TarOut(bytes);
    ByteArrayInputStream content = new ByteArrayInputStream(attributes.getBytes(ISO_8859_1));
    boolean unused = out.add(file("PaxHeaders", attributes.length()), content::read);
    out.add(entry);
    out.finish();
    byte[] tar = bytes.toByteArray();
    tar[156] = 'x';
    int sum = Integer.parseInt(new String(tar, 148, 6, ISO_8859_1), 8) + 'x' - '0';
    System.arraycopy("%06o".formatted(sum).getBytes(ISO_8859_1), 0, tar, 148, 6);
    return tar;
  }

  @Test
  void aLongNameOrTargetBelongsToOneEntry() throws IOException {
    TarEntry both = link("n".repeat(101), "t".repeat(101));
    TarEntry shorter = link("n".repeat(100), "t".repeat(100));
    TarEntry shortest = link("name", "target");

    assertThat(read(tar(both, shortest, shorter, both)))
        .containsExactly(both, shortest, shorter, both);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 511, 512, (1L << 33) - 1, 1L << 33, 1L << 40, Long.MAX_VALUE >> 1})
  void aSizeIsReadAsItWasWritten(long size) throws IOException {
    assertThat(in(tar(file("large", size))).next()).contains(file("large", size));
  }

  @Test
  void attributesReplaceTheNameTheTargetAndTheSizeOfOneEntry() throws IOException {
    TarIn renamed = in(pax("18 path=long/name\n13 comment=x\n", file("short", 0)));
    assertThat(renamed.next()).contains(file("long/name", 0));
    assertThat(renamed.next()).isEmpty();
    assertThat(read(pax("18 linkpath=there\n", link("a", "here"))))
        .containsExactly(link("a", "there"));
    assertThat(in(pax("13 size=1024\n", file("a", 0))).next()).contains(file("a", 1024));
    assertThat(read(pax("10 size=0\n", file("a", 1024)))).containsExactly(file("a", 0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "9 path=x",
        "0 path=x\n",
        "-9 path=x\n",
        "99 path=x\n",
        "9path=x\n",
        "6 path\n",
        "2 path=x\n",
        "x path=x\n",
        "13 size=many\n",
        "9 size=-\n",
        "22 GNU.sparse.major=1\n"
      })
  void damagedAttributesAreRefused(String attributes) {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> read(pax(attributes, file("a", 0))))
        .withMessageContaining("tar");
  }

  @Test
  void attributesThatTakeMuchMemoryAreRefused() throws IOException {
    int most = 64 << 10;
    String value = "c".repeat(most - "65536 comment=\n".length());
    assertThat(read(pax("65536 comment=" + value + "\n", file("a", 0)))).hasSize(1);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> read(pax("65537 comment=c" + value + "\n", file("a", 0))))
        .withMessageContaining("too large");
  }

  @Test
  void aTarThatEndsEarlyOrIsChangedIsRefused() throws IOException {
    byte[] tar = tar(link("name", "target"));
    for (int length : new int[] {0, 511, 512, 1023}) {
      assertThatExceptionOfType(EOFException.class)
          .isThrownBy(() -> read(Arrays.copyOf(tar, length)));
    }
    for (int at : new int[] {0, 100, 157, 511}) {
      byte[] changed = tar.clone();
      changed[at]++;
      assertThatExceptionOfType(IOException.class).isThrownBy(() -> read(changed));
    }
  }

  @Test
  void aNameIsSplitIntoItsParts() throws IOException {
    assertThat(file("./a//b/./c/", 0).path()).containsExactly("a", "b", "c");
    assertThat(file(".", 0).path()).isEmpty();
    assertThat(file("a/..b/c..", 0).path()).containsExactly("a", "..b", "c..");
    assertThat(link("a", "b/c").targetPath()).containsExactly("b", "c");
    String longest = "a".repeat(255);
    assertThat(file(longest, 0).path()).containsExactly(longest);
    assertThat(file("a/".repeat(2048), 0).path()).hasSize(2048);
  }

  @Test
  void aNameThatLeadsOutOfTheTarOrThatNoFileCanHaveIsRefused() {
    for (String name :
        List.of(
            "/a",
            "..",
            "../a",
            "a/../b",
            "a/..",
            "\0",
            "a\0b",
            "a".repeat(256),
            "b/" + "a".repeat(256),
            "a/".repeat(2048) + "b")) {
      assertThatExceptionOfType(IOException.class)
          .as(name)
          .isThrownBy(() -> file(name, 0).path())
          .withMessageContaining("which is not allowed");
      assertThatExceptionOfType(IOException.class)
          .as(name)
          .isThrownBy(() -> link("a", name).targetPath());
    }
  }
}
