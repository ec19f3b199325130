package dev.otters.git;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectChecker;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevTree;
import org.eclipse.jgit.treewalk.TreeWalk;

/**
 * The files that a checkout would write, looked at before.
 *
 * @param files the number of files and links
 * @param bytes the bytes of all files
 * @param outward the links that lead out of the repository
 */
record Survey(long files, long bytes, List<Outward> outward) {
  private static final long MEBIBYTE = 1 << 20;
  private static final int LONGEST_LINK = 4096;
  private static final int LARGEST_FOLDER = 16 << 20;
  private static final ObjectChecker CHECKER = new ObjectChecker().setSafeForMacOS(true);

  /** A link that leads out of the repository. */
  record Outward(String path, String target) {}

  static Survey of(Repository repository, RevTree tree, Order.Limits limits) throws IOException {
    long entries = 0;
    long files = 0;
    long bytes = 0;
    List<Outward> outward = new ArrayList<>();
    try (ObjectReader reader = repository.newObjectReader();
        TreeWalk walk = new TreeWalk(repository, reader)) {
      walk.addTree(tree);
      check(reader, tree);
      while (walk.next()) {
        if (++entries > limits.files()) {
          throw new Refusal(
              Refusal.Kind.LIMIT,
              "the number of its files and folders is beyond " + limits.files());
        }
        FileMode mode = walk.getFileMode(0);
        if (walk.isSubtree()) {
          check(reader, walk.getObjectId(0));
          walk.enterSubtree();
        } else if (!mode.equals(FileMode.GITLINK)) {
          files++;
          bytes += reader.getObjectSize(walk.getObjectId(0), Constants.OBJ_BLOB);
          if (bytes > limits.bytes()) {
            throw tooLarge("its files have more than", limits.bytes());
          }
          if (mode.equals(FileMode.SYMLINK)) {
            String target =
                new String(
                    reader
                        .open(walk.getObjectId(0), Constants.OBJ_BLOB)
                        .getCachedBytes(LONGEST_LINK),
                    UTF_8);
            if (leadsOut(walk.getDepth(), target)) {
              outward.add(new Outward(walk.getPathString(), target));
            }
          }
        }
      }
    }
    return new Survey(files, bytes, outward);
  }

  /**
   * Checks the names in a folder. Two entries with one name would let a file be written through a
   * link, and one named {@code .git} would be in the place of the repository's own files.
   */
  private static void check(ObjectReader reader, ObjectId tree) throws IOException {
    CHECKER.checkTree(tree, reader.open(tree, Constants.OBJ_TREE).getCachedBytes(LARGEST_FOLDER));
  }

  /**
   * Returns whether a link could lead out of the repository. A {@code ..} after a name counts: that
   * name may be a link itself, so where it leads to is not known.
   *
   * @param depth the number of folders above the link
   */
  static boolean leadsOut(int depth, String target) {
    int up = 0;
    boolean down = false;
    for (String name : target.split("/", -1)) {
      if (name.equals("..")) {
        if (down || ++up > depth) {
          return true;
        }
      } else if (!name.isEmpty() && !name.equals(".")) {
        down = true;
      }
    }
    return target.startsWith("/");
  }

  static Refusal tooLarge(String what, long limit) {
    return new Refusal(Refusal.Kind.LIMIT, "%s %d MiB".formatted(what, limit / MEBIBYTE));
  }
}
