package dev.otters.models.provider;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Checks the fields of a provider. Each check throws IllegalArgumentException; its message never
 * contains a key.
 */
final class Fields {
  /** The names of the built-in providers. */
  static final Set<String> RESERVED = Set.of("scripted", "replay", "local");

  static final List<String> KEYS = List.of("name", "kind", "api-key", "api-base", "models");

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,39}");
  private static final Pattern MODEL = Pattern.compile("[^\\s\\p{Cntrl}\"'\\\\]{1,200}");
  private static final int LONGEST_KEY = 4096;
  private static final String ALL_MODELS = "*";

  private Fields() {}

  static String name(String text) {
    if (RESERVED.contains(text)) {
      throw new IllegalArgumentException(
          "the name '" + text + "' belongs to a built-in provider; choose another name");
    }
    if (!NAME.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "the name is '"
              + shown(text)
              + "'; use a lower-case letter, then up to 39 of a-z, 0-9 and '-'");
    }
    return text;
  }

  static ProviderKind kind(String text) {
    return ProviderKind.of(text)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the kind is '%s'; kinds are %s"
                        .formatted(shown(text), String.join(", ", ProviderKind.words()))));
  }

  static Template key(String text) {
    if (text.isEmpty() || text.length() > LONGEST_KEY) {
      throw new IllegalArgumentException(
          "the key must have 1 to " + LONGEST_KEY + " characters, not " + text.length());
    }
    refuseOddCharacters(text);
    return Template.of(text);
  }

  /** Rejects characters that an HTTP header cannot contain, so that a key cannot add a header. */
  static void refuseOddCharacters(String key) {
    if (!key.chars().allMatch(c -> c > ' ' && c < 127)) {
      throw new IllegalArgumentException(
          "the key contains a space, a line break or a character that is not ASCII; "
              + "copy only the key itself");
    }
  }

  static Template base(String text) {
    Template template = Template.of(text);
    if (template.variables().isEmpty()) {
      URI checked = address(text);
      return Template.of(checked.toString());
    }
    return template;
  }

  static URI address(String text) {
    URI address;
    try {
      address = new URI(text);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("the address is not a URL: " + e.getReason(), e);
    }
    String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw new IllegalArgumentException(
          "the address must start with https:// or http://, not with '"
              + shown(scheme)
              + "'; write it as in https://api.example.com/v1");
    }
    if (address.getHost() == null) {
      throw new IllegalArgumentException("the address has no host");
    }
    if (address.getUserInfo() != null
        || address.getQuery() != null
        || address.getFragment() != null) {
      throw new IllegalArgumentException(
          "the address must not contain a user, a '?' or a '#'; put the key into api-key");
    }
    return address;
  }

  /** Returns why a key should not be sent to an address; empty if it may be sent. */
  static Optional<String> exposure(URI address) {
    boolean loopback =
        Set.of("localhost", "[::1]").contains(address.getHost())
            || address.getHost().matches("127(\\.\\d{1,3}){3}");
    return "https".equalsIgnoreCase(address.getScheme()) || loopback
        ? Optional.empty()
        : Optional.of(
            "the key is sent unencrypted to " + address.getHost() + ": use https if possible");
  }

  static String model(String text) {
    if (!MODEL.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "the name of a model must have 1 to 200 characters, without spaces and quotes");
    }
    return text;
  }

  /** Checks a list of models, in which {@code *} means all models. */
  static List<String> models(List<String> names) {
    names.forEach(Fields::model);
    return names.contains(ALL_MODELS) ? List.of() : names.stream().distinct().toList();
  }

  /** Returns a short plain word as it is, and hides anything else: it may be a misplaced key. */
  static String shown(String text) {
    return text.length() <= 24 && text.matches("[A-Za-z0-9_. -]*") ? text : "…";
  }
}
