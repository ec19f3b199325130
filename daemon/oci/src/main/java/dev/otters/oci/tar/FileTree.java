package dev.otters.oci.tar;

import dev.otters.oci.tar.TarEntry.Kind;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The merged files of an image's layers, in memory. Whiteouts remove files, and links are followed
 * inside the image only.
 */
public final class FileTree {
  private static final String WHITEOUT = ".wh.";
  private static final String OPAQUE = ".wh..wh..opq";
  private static final int MOST_LINKS = 40;

  private final NavigableMap<String, Node> nodes = new TreeMap<>();
  private final Set<String> opaque = new HashSet<>();

  /**
   * The place of a regular file's content.
   *
   * @param layer the number of the layer
   * @param name the entry's name in that layer's tar
   */
  public record File(int layer, String name) {}

  private record Node(int layer, TarEntry entry) {}

  /** Applies the next entry of layer number {@code layer}. Layers must come in order. */
  public void apply(int layer, TarEntry entry) {
    String name = entry.name();
    int slash = name.lastIndexOf('/');
    String base = name.substring(slash + 1);
    String parent = slash < 0 ? "" : name.substring(0, slash);
    if (base.equals(OPAQUE)) {
      hideOlder(parent, layer);
    } else if (base.startsWith(WHITEOUT)) {
      remove(join(parent, base.substring(WHITEOUT.length())));
    } else if (!name.isEmpty()) {
      put(name, new Node(layer, entry));
    }
  }

  /**
   * Finds a regular file. Links are followed as if the image were the root folder.
   *
   * @param path absolute, or relative to the image's root
   * @return empty if there is not a regular file
   */
  public Optional<File> find(String path) {
    Deque<String> open = segments(path);
    String at = "";
    int links = 0;
    while (!open.isEmpty()) {
      String segment = open.removeFirst();
      String next = step(at, segment);
      Node node = nodes.get(next);
      if (node == null || node.entry.kind() != Kind.SYMBOLIC_LINK) {
        at = next;
      } else if (++links > MOST_LINKS) {
        return Optional.empty();
      } else {
        String target = node.entry.target();
        segments(target).descendingIterator().forEachRemaining(open::addFirst);
        at = target.startsWith("/") ? "" : at;
      }
    }
    return Optional.ofNullable(nodes.get(at))
        .filter(node -> node.entry.kind() == Kind.FILE)
        .map(node -> new File(node.layer, node.entry.name()));
  }

  private void put(String name, Node node) {
    Node placed = node;
    if (node.entry.kind() == Kind.HARD_LINK) {
      placed = nodes.get(node.entry.target());
    }
    if (node.entry.kind() != Kind.FOLDER) {
      remove(name);
    }
    if (placed != null) {
      nodes.put(name, placed);
    }
  }

  private void remove(String name) {
    nodes.remove(name);
    below(name).clear();
  }

  private void hideOlder(String folder, int layer) {
    if (opaque.add(layer + "/" + folder)) {
      below(folder).values().removeIf(node -> node.layer < layer);
    }
  }

  private NavigableMap<String, Node> below(String folder) {
    return folder.isEmpty() ? nodes : nodes.subMap(folder + "/", true, folder + "0", false);
  }

  private static String step(String at, String segment) {
    if (segment.equals("..")) {
      int slash = at.lastIndexOf('/');
      return slash < 0 ? "" : at.substring(0, slash);
    }
    return segment.isEmpty() || segment.equals(".") ? at : join(at, segment);
  }

  private static Deque<String> segments(String path) {
    return new ArrayDeque<>(Arrays.asList(path.split("/", -1)));
  }

  private static String join(String parent, String base) {
    return parent.isEmpty() ? base : parent + "/" + base;
  }
}
