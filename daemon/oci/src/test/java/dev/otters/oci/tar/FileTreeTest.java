package dev.otters.oci.tar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.oci.tar.TarEntry.Kind;
import org.junit.jupiter.api.Test;

class FileTreeTest {
  private final FileTree tree = new FileTree();

  @Test
  void laterLayersReplaceAndRemoveFiles() {
    file(0, "bin/a");
    file(0, "bin/b");
    file(1, "bin/a");
    file(1, "bin/.wh.b");

    assertThat(tree.find("/bin/a")).map(FileTree.File::layer).contains(1);
    assertThat(tree.find("/bin/b")).isEmpty();
  }

  @Test
  void anOpaqueFolderHidesOlderFilesButNotItsOwn() {
    file(0, "d/old");
    file(1, "d/new");
    file(1, "d/.wh..wh..opq");

    assertThat(tree.find("d/old")).isEmpty();
    assertThat(tree.find("d/new")).isPresent();
  }

  @Test
  void aFileInPlaceOfAFolderRemovesWhatWasBelow() {
    file(0, "d/x");
    file(0, "d0");
    file(1, "d");

    assertThat(tree.find("d/x")).isEmpty();
    assertThat(tree.find("d0")).isPresent();
  }

  @Test
  void linksAreFollowedInsideTheImageOnly() {
    file(0, "usr/bin/tool");
    link(0, "bin", "usr/bin");
    link(0, "abs", "/bin/tool");
    link(0, "usr/up", "../../../../bin/tool");

    assertThat(tree.find("/bin/tool")).isPresent();
    assertThat(tree.find("/abs")).isPresent();
    assertThat(tree.find("/usr/up")).isPresent();
    assertThat(tree.find("/bin/../tool")).isEmpty();
  }

  @Test
  void circlesOfLinksEnd() {
    link(0, "a", "b");
    link(0, "b", "a/../a");

    assertThat(tree.find("a")).isEmpty();
  }

  @Test
  void hardLinksNameAnEarlierFile() {
    file(0, "a");
    tree.apply(0, new TarEntry("b", Kind.HARD_LINK, "a", 0));
    tree.apply(0, new TarEntry("c", Kind.HARD_LINK, "missing", 0));

    assertThat(tree.find("b")).map(FileTree.File::name).contains("a");
    assertThat(tree.find("c")).isEmpty();
  }

  @Test
  void foldersAndDevicesAreNoFiles() {
    tree.apply(0, new TarEntry("d", Kind.FOLDER, "", 0));
    tree.apply(0, new TarEntry("n", Kind.OTHER, "", 0));

    assertThat(tree.find("d")).isEmpty();
    assertThat(tree.find("n")).isEmpty();
    assertThat(tree.find("/")).isEmpty();
  }

  private void file(int layer, String name) {
    tree.apply(layer, new TarEntry(name, Kind.FILE, "", 1));
  }

  private void link(int layer, String name, String target) {
    tree.apply(layer, new TarEntry(name, Kind.SYMBOLIC_LINK, target, 0));
  }
}
