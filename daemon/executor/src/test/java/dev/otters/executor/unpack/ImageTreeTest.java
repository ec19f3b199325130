package dev.otters.executor.unpack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.oci.tar.TarEntry;
import dev.otters.oci.tar.TarEntry.Kind;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ImageTreeTest {
  @Test
  @Timeout(value = 20, unit = TimeUnit.SECONDS)
  void repeatedOpaqueMarkersCostNoMoreThanOne() {
    ImageTree tree = new ImageTree();
    tree.apply(0, link("a/old"), Optional.empty());
    for (int i = 0; i < 50_000; i++) {
      tree.apply(1, link("a/" + i), Optional.empty());
    }
    TarEntry marker = new TarEntry("a/.wh..wh..opq", Kind.FILE, "", 0);
    for (int i = 0; i < 400_000; i++) {
      tree.apply(1, marker, Optional.of(0L));
    }

    ImageTree.Folder folder = (ImageTree.Folder) tree.root().children().get("a");
    assertThat(folder.children()).hasSize(50_000).doesNotContainKey("old");
  }

  private static TarEntry link(String name) {
    return new TarEntry(name, Kind.SYMBOLIC_LINK, "x", 0);
  }
}
