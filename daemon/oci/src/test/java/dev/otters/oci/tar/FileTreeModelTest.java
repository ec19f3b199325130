package dev.otters.oci.tar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.oci.tar.TarEntry.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compares the tree with the plainest model there is: a map that is searched from end to end. */
class FileTreeModelTest {
  private static final List<String> NAMES = List.of("a", "b", "a/b", "a/c", "a/b/c", "b/a", "ab");

  private final Map<String, Integer> files = new HashMap<>();

  @Test
  void anyOrderOfFilesFoldersAndWhiteoutsEndsAsInTheModel() {
    Random random = new Random(17);
    for (int round = 0; round < 3_000; round++) {
      FileTree tree = new FileTree();
      files.clear();
      for (int layer = 0; layer < 3; layer++) {
        for (int i = random.nextInt(5); i > 0; i--) {
          String name = NAMES.get(random.nextInt(NAMES.size()));
          switch (random.nextInt(4)) {
            case 0 -> folder(tree, layer, name);
            case 1 -> whiteout(tree, layer, name);
            case 2 -> opaque(tree, layer, name);
            default -> file(tree, layer, name);
          }
        }
      }
      for (String name : NAMES) {
        assertThat(tree.find("/" + name).map(FileTree.File::layer).orElse(null))
            .as("round %d, %s", round, name)
            .isEqualTo(files.get(name));
      }
    }
  }

  private void file(FileTree tree, int layer, String name) {
    tree.apply(layer, new TarEntry(name, Kind.FILE, "", 1));
    files.keySet().removeIf(other -> other.startsWith(name + "/"));
    files.put(name, layer);
  }

  private void folder(FileTree tree, int layer, String name) {
    tree.apply(layer, new TarEntry(name, Kind.FOLDER, "", 0));
    files.remove(name);
  }

  private void whiteout(FileTree tree, int layer, String name) {
    String hidden = name.replaceFirst("([^/]+)$", ".wh.$1");
    tree.apply(layer, new TarEntry(hidden, Kind.FILE, "", 0));
    files.keySet().removeIf(other -> other.equals(name) || other.startsWith(name + "/"));
  }

  private void opaque(FileTree tree, int layer, String name) {
    tree.apply(layer, new TarEntry(name + "/.wh..wh..opq", Kind.FILE, "", 0));
    files
        .entrySet()
        .removeIf(file -> file.getKey().startsWith(name + "/") && file.getValue() < layer);
  }
}
