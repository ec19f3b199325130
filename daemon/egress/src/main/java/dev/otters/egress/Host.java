package dev.otters.egress;

import java.net.IDN;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** The host that a client asks for, or that a rule allows. */
public sealed interface Host {
  /**
   * A name.
   *
   * @param text in lower case and in ASCII, without a final dot
   */
  record Name(String text) implements Host {
    @Override
    public String toString() {
      return text;
    }
  }

  /** An address. */
  record Address(InetAddress address) implements Host {
    @Override
    public String toString() {
      String text = address.getHostAddress();
      return address instanceof Inet6Address ? "[" + text + "]" : text;
    }
  }

  /**
   * Parses a host. There is one spelling of each IPv4 address: some programs read {@code 0177.1} or
   * {@code 2130706433} as 127.0.0.1 and others as a name, so both are refused.
   *
   * @param text a name, also with a final dot or in another script, an IPv4 address, or an IPv6
   *     address in brackets
   * @return empty if it is none of them
   */
  static Optional<Host> parse(String text) {
    if (text.startsWith("[") && text.endsWith("]")) {
      return Forms.v6(text.substring(1, text.length() - 1));
    }
    return Forms.ascii(text).flatMap(Forms::nameOrV4);
  }

  /** The forms of hosts. */
  final class Forms {
    private static final int LONGEST = 253;
    private static final Pattern LABEL = Pattern.compile("[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?");

    /** Letters that the two versions of IDNA map to different names. */
    private static final Pattern DEVIATIONS =
        Pattern.compile("[\\u00df\\u1e9e\\u03c2\\u200c\\u200d]");

    private static final Pattern NUMBER = Pattern.compile("[0-9]+|0x[0-9a-f]*");
    private static final Pattern V4 =
        Pattern.compile("((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\\.(?!$)|$)){4}");

    private Forms() {}

    private static Optional<Host> v6(String text) {
      boolean plain = text.indexOf(':') >= 0 && text.indexOf('%') < 0;
      return plain ? literal(text) : Optional.empty();
    }

    private static Optional<String> ascii(String text) {
      if (text.isEmpty() || text.length() > LONGEST + 1 || DEVIATIONS.matcher(text).find()) {
        return Optional.empty();
      }
      try {
        String ascii = IDN.toASCII(text).toLowerCase(Locale.ROOT);
        return Optional.of(ascii.endsWith(".") ? ascii.substring(0, ascii.length() - 1) : ascii);
      } catch (IllegalArgumentException invalid) {
        return Optional.empty();
      }
    }

    private static Optional<Host> nameOrV4(String ascii) {
      if (V4.matcher(ascii).matches()) {
        return literal(ascii);
      }
      String[] labels = ascii.split("\\.", -1);
      for (String label : labels) {
        if (!LABEL.matcher(label).matches()) {
          return Optional.empty();
        }
      }
      boolean number = NUMBER.matcher(labels[labels.length - 1]).matches();
      return number || ascii.length() > LONGEST ? Optional.empty() : Optional.of(new Name(ascii));
    }

    private static Optional<Host> literal(String text) {
      try {
        return Optional.of(new Address(InetAddress.ofLiteral(text)));
      } catch (IllegalArgumentException invalid) {
        return Optional.empty();
      }
    }
  }
}
