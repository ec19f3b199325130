package dev.otters.executor.unpack;

import static dev.otters.oci.Samples.device;
import static dev.otters.oci.Samples.file;
import static dev.otters.oci.Samples.folder;
import static dev.otters.oci.Samples.hardLink;
import static dev.otters.oci.Samples.symbolicLink;
import static dev.otters.oci.Samples.tar;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.oci.Samples.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the content of unpacked images, and which images are refused. */
class UnpackingTest extends UnpackTest {
  @Test
  void appliesLayersInOrder() throws IOException {
    unpack(
        tar(folder("a"), file("a/kept", "1"), file("a/gone", "2"), file("a/changed", "3")),
        tar(file("a/.wh.gone", ""), file("a/changed", "4"), file("b/c/new", "5")));
    assertThat(listing()).containsExactly("a", "a/changed", "a/kept", "b", "b/c", "b/c/new");
    assertThat(text("a/changed")).isEqualTo("4");
  }

  @Test
  void hidesWhatAnOpaqueFolderHadBefore() throws IOException {
    unpack(
        tar(file("a/old", "1"), file("a/deep/old", "1"), file("b/old", "1")),
        tar(file("a/new", "2"), file("a/.wh..wh..opq", ""), file("a/deep/new", "2")));
    assertThat(listing()).containsExactly("a", "a/deep", "a/deep/new", "a/new", "b", "b/old");
  }

  @Test
  void removesWholeFoldersByWhiteoutAndNotWhatComesLater() throws IOException {
    unpack(
        tar(file("a/x/y", "1")),
        tar(file(".wh.a", ""), file(".wh.never-there", "")),
        tar(file("a/z", "2")));
    assertThat(listing()).containsExactly("a", "a/z");
  }

  @Test
  void replacesFoldersByFilesAndFilesByFolders() throws IOException {
    unpack(
        tar(file("was-folder/inner", "1"), file("was-file", "1"), symbolicLink("was-link", "/etc")),
        tar(file("was-folder", "2"), folder("was-file"), folder("was-link")));
    assertThat(listing()).containsExactly("was-file", "was-folder", "was-link");
    assertThat(root().resolve("was-link")).isDirectory();
    assertThat(Files.isSymbolicLink(root().resolve("was-link"))).isFalse();
  }

  @Test
  void theLastOfTwoEntriesOfOneNameWins() throws IOException {
    unpack(tar(file("a", "first"), file("a", "second")));
    assertThat(text("a")).isEqualTo("second");
  }

  @Test
  void writesThroughLinksOnlyInsideTheImage() throws IOException {
    Path outside = Files.createDirectory(temp.resolve("outside"));
    unpack(
        tar(
            symbolicLink("abs", outside.toString()),
            symbolicLink("up", "../../../../../../../.." + outside),
            file("abs/x", "1"),
            file("up/y", "2")));
    assertThat(outside).isEmptyDirectory();
    String inside = outside.toString().substring(1);
    assertThat(listing()).contains(inside + "/x", inside + "/y", "abs", "up");
  }

  @Test
  void followsLinksOfTheSameLayerOnlyAsEnginesDo() throws IOException {
    unpack(
        tar(
            folder("usr/lib"),
            symbolicLink("lib", "usr/lib"),
            symbolicLink("etc", "usr"),
            file("lib/libc.so", "1"),
            file("file", "2")),
        tar(file("lib/other", "3"), file("etc/.wh.lib", ""), file("file/inner", "4")));
    assertThat(listing())
        .containsExactly(
            "etc", "file", "file/inner", "lib", "lib/other", "usr", "usr/lib", "usr/lib/libc.so");
    assertThat(Files.isSymbolicLink(root().resolve("lib"))).isFalse();
    assertThat(Files.isSymbolicLink(root().resolve("etc"))).isFalse();
  }

  @Test
  void keepsLinksAsTheyAreWrittenAndNeverWhatTheyNameOnTheHost() throws IOException {
    unpack(
        tar(
            symbolicLink("shadow", "/etc/shadow"),
            symbolicLink("up", "../../../etc/shadow"),
            hardLink("hard", "shadow")));
    for (String name : List.of("shadow", "hard")) {
      assertThat(Files.readSymbolicLink(root().resolve(name))).isEqualTo(Path.of("/etc/shadow"));
    }
  }

  @Test
  void makesHardLinksOneFile() throws IOException {
    unpack(
        tar(file("a", "1"), hardLink("sub/b", "/a")), tar(file("a", "2"), hardLink("c", "sub/b")));
    assertThat(text("a")).isEqualTo("2");
    assertThat(text("sub/b")).isEqualTo("1");
    assertThat(Files.getAttribute(root().resolve("c"), "unix:ino"))
        .isEqualTo(Files.getAttribute(root().resolve("sub/b"), "unix:ino"));
  }

  @Test
  void leavesOutDevicesAndWhatTheyReplace() throws IOException {
    unpack(tar(file("null", "text"), file("kept", "")), tar(device("null"), device("zero")));
    assertThat(listing()).containsExactly("kept");
  }

  @Test
  void letsEverybodyReadAndNobodyGainRights() throws IOException {
    unpack(
        tar(
            file("secret", "1").withMode(0100000),
            file("su", "2").withMode(0106755),
            file("open", "3").withMode(0100666),
            folder("closed").withMode(0041700),
            file("closed/x", "4").withMode(0100700)));
    assertThat(modes())
        .containsExactly(
            "closed rwxr-xr-x",
            "closed/x rwxr-xr-x",
            "open rw-r--r--",
            "secret rw-r--r--",
            "su rwxr-xr-x");
    assertThat(Files.getAttribute(root().resolve("su"), "unix:mode")).isEqualTo(0100755);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(root())))
        .isEqualTo("rwxr-xr-x");
  }

  private List<String> modes() throws IOException {
    List<String> found = new ArrayList<>();
    for (String path : listing()) {
      var permissions = Files.getPosixFilePermissions(root().resolve(path));
      found.add(path + " " + PosixFilePermissions.toString(permissions));
    }
    return found;
  }

  @Test
  void keepsTimesAndNamesInAnyLanguage() throws IOException {
    unpack(tar(file("F\u0151tan\u00fas\u00edtv\u00e1ny.crt", "1"), file("a b\n", "2")));
    try (Stream<Path> entries = Files.list(root())) {
      assertThat(entries).allMatch(path -> path.toFile().lastModified() == 0).hasSize(2);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"../up", "a/../../up", "/..", "a/.."})
  void refusesNamesThatLeaveTheImage(String name) {
    assertRefused("hostile name", tar(file(name, "1")));
    assertRefused("hostile name", tar(file("a", "1"), hardLink("b", name)));
  }

  @Test
  void refusesWhatNoEngineCouldUnpack() {
    assertRefused("does not exist", tar(hardLink("b", "etc/passwd")));
    assertRefused("refers to a folder", tar(folder("d"), hardLink("b", "d")));
    assertRefused("leads through a file", tar(file("a", "1"), file("a/b", "2")));
    assertRefused("too many links", tar(symbolicLink("l", "l"), file("l/x", "1")));
    assertRefused("folders deep", tar(file("d/".repeat(300) + "x", "1")));
    assertRefused("leads nowhere", tar(symbolicLink("l", "")));
    assertRefused("removes nothing", tar(file("a/.wh...", "")));
    assertRefused("hostile name", tar(file("n".repeat(300), "1")));
  }

  @Test
  void refusesTooManyFoldersFromFewEntries() {
    Entry[] entries = new Entry[2300];
    for (int i = 0; i < entries.length; i++) {
      entries[i] = file(i + "/" + "d/".repeat(180) + "x", "");
    }
    assertRefused("too many files and folders", tar(entries));
  }

  @Test
  void refusesWhatIsNotATarOrEndsEarly() {
    byte[] whole = tar(file("a", "x".repeat(100_000)));
    assertRefused("damaged", java.util.Arrays.copyOf(whole, 40_000));
  }

  @Test
  void anImageWithoutLayersIsAnEmptyFolder() throws IOException {
    unpack();
    assertThat(listing()).isEmpty();
    assertThat(Files.exists(root(), LinkOption.NOFOLLOW_LINKS)).isTrue();
  }
}
