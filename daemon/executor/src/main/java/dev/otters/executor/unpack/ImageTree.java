package dev.otters.executor.unpack;

import dev.otters.agentfile.Quoted;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.tar.TarEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The files of an image in memory, as its layers leave them and as engines on overlayfs unpack
 * them: each layer by itself, with the image as its root folder. Whiteouts remove files, and later
 * entries replace earlier ones. A path through a link of the same layer is followed inside the
 * image. A link or file of a lower layer on the path is replaced by a folder.
 *
 * <p>Every method throws {@link OciException} INVALID_IMAGE where an engine would fail too.
 */
final class ImageTree {
  private static final String WHITEOUT = ".wh.";
  private static final String OPAQUE = ".wh..wh..opq";
  private static final int MOST_LINKS = 40;
  private static final int DEEPEST = 200;

  /** The size of the objects around a name in a folder, as measured. */
  private static final long NODE_OVERHEAD = 160;

  /** The memory limit, enough for 200,000 files with names of ordinary length. */
  private static final long MOST_MEMORY = 64 << 20;

  /** An entry of a folder. */
  sealed interface Node {
    /** Returns the number of the layer of this entry. */
    int layer();
  }

  /**
   * A folder.
   *
   * @param children the entries by name, in a fixed order
   */
  record Folder(int layer, Map<String, Node> children) implements Node {
    Folder(int layer) {
      this(layer, new TreeMap<>());
    }
  }

  /**
   * A regular file. Hard links are several entries with the same file.
   *
   * @param id the number of its content
   */
  record File(int layer, long id) implements Node {}

  /** A symbolic link to any target. */
  record Link(int layer, String target) implements Node {}

  private final Folder root = new Folder(0);
  private final Set<Folder> hidden = Collections.newSetFromMap(new IdentityHashMap<>());
  private int hidingLayer;
  private long memory;

  Folder root() {
    return root;
  }

  /**
   * Applies the next entry of a layer. Layers come in order.
   *
   * @param content the number of the entry's content; only for files
   */
  void apply(int layer, TarEntry entry, Optional<Long> content) {
    String name = entry.name();
    if (name.isEmpty()) {
      return;
    }
    int slash = name.lastIndexOf('/');
    String base = name.substring(slash + 1);
    Folder parent = folder(slash < 0 ? "" : name.substring(0, slash), layer);
    if (base.equals(OPAQUE)) {
      hideOnce(parent, layer);
    } else if (base.startsWith(WHITEOUT + WHITEOUT)) {
      return;
    } else if (base.startsWith(WHITEOUT)) {
      parent.children.remove(whitedOut(base));
    } else {
      put(parent, base, layer, entry, content);
    }
  }

  private void put(Folder parent, String base, int layer, TarEntry entry, Optional<Long> content) {
    switch (entry.kind()) {
      case FOLDER -> {
        if (!(parent.children.get(base) instanceof Folder)) {
          add(parent, base, new Folder(layer));
        }
      }
      case FILE -> add(parent, base, new File(layer, content.orElseThrow()));
      case SYMBOLIC_LINK -> add(parent, base, new Link(layer, target(entry)));
      case HARD_LINK -> add(parent, base, linked(entry, layer));
      // A sandbox cannot use a device, but what it replaces is gone all the same.
      case OTHER -> parent.children.remove(base);
    }
  }

  private void add(Folder parent, String base, Node node) {
    memory += NODE_OVERHEAD + 2L * base.length();
    if (node instanceof Link link) {
      memory += 2L * link.target.length();
    }
    if (memory > MOST_MEMORY) {
      throw invalid("it has too many files and folders, or their names are too long");
    }
    parent.children.put(base, node);
  }

  private static String target(TarEntry entry) {
    if (entry.target().isEmpty() || entry.target().indexOf('\0') >= 0) {
      throw invalid("the link " + Quoted.of(entry.name()) + " leads nowhere");
    }
    return entry.target();
  }

  /** Returns the target of a hard link. A link at the end of its path is not followed. */
  private Node linked(TarEntry entry, int layer) {
    String path = entry.target();
    int slash = path.lastIndexOf('/');
    Folder holder = folder(slash < 0 ? "" : path.substring(0, slash), layer);
    return switch (holder.children.get(path.substring(slash + 1))) {
      case File file -> new File(layer, file.id);
      case Link link -> new Link(layer, link.target);
      case Folder _ ->
          throw invalid("the hard link " + Quoted.of(entry.name()) + " refers to a folder");
      case null ->
          throw invalid(
              "the hard link %s refers to %s, which does not exist"
                  .formatted(Quoted.of(entry.name()), Quoted.of(path)));
    };
  }

  private static String whitedOut(String base) {
    String name = base.substring(WHITEOUT.length());
    if (name.isEmpty() || name.equals(".") || name.equals("..")) {
      throw invalid("the whiteout " + Quoted.of(base) + " removes nothing");
    }
    return name;
  }

  /**
   * Hides the entries of lower layers in a folder. A second marker of the same layer changes
   * nothing.
   */
  private void hideOnce(Folder folder, int layer) {
    if (hidingLayer != layer) {
      hidden.clear();
      hidingLayer = layer;
    }
    if (hidden.add(folder)) {
      hideOlder(folder, layer);
    }
  }

  private static void hideOlder(Folder folder, int layer) {
    folder
        .children
        .values()
        .removeIf(
            node -> {
              if (node instanceof Folder inner) {
                hideOlder(inner, layer);
                return inner.layer < layer && inner.children.isEmpty();
              }
              return node.layer() < layer;
            });
  }

  /** Returns a folder, following the layer's own links, and creates missing ones. */
  private Folder folder(String path, int layer) {
    Deque<String> open = new ArrayDeque<>();
    push(open, path);
    List<Folder> way = new ArrayList<>(List.of(root));
    int links = 0;
    while (!open.isEmpty()) {
      String segment = open.removeFirst();
      if (segment.equals("..")) {
        if (way.size() > 1) {
          way.removeLast();
        }
      } else if (!segment.isEmpty() && !segment.equals(".")) {
        Optional<String> link = step(way, segment, layer, path);
        if (link.isPresent()) {
          if (++links > MOST_LINKS) {
            throw invalid("the path to " + Quoted.of(path) + " leads through too many links");
          }
          push(open, link.get());
          if (link.get().startsWith("/")) {
            way.subList(1, way.size()).clear();
          }
        }
      }
    }
    return way.getLast();
  }

  /** Enters a folder, or returns the target of a link. */
  private Optional<String> step(List<Folder> way, String segment, int layer, String path) {
    Folder here = way.getLast();
    Node next = here.children.get(segment);
    if (next instanceof Folder folder) {
      way.add(folder);
    } else if (next == null || next.layer() < layer) {
      Folder made = new Folder(layer);
      add(here, segment, made);
      way.add(made);
    } else if (next instanceof Link link) {
      return Optional.of(link.target);
    } else {
      throw invalid(Quoted.of(path) + " leads through a file");
    }
    if (way.size() > DEEPEST) {
      throw invalid(Quoted.of(path) + " is more than " + DEEPEST + " folders deep");
    }
    return Optional.empty();
  }

  private static void push(Deque<String> open, String path) {
    List<String> segments = Arrays.asList(path.split("/", -1));
    segments.reversed().forEach(open::addFirst);
  }

  private static OciException invalid(String why) {
    return new OciException(
        Reason.INVALID_IMAGE,
        "its layers cannot be unpacked: " + why,
        "Build the image again, or get it from another source.");
  }
}
