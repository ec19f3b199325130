package dev.otters.models.provider;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Knows what the members of a provider may be. Each check throws IllegalArgumentException with what
 * is wrong; the message never holds a key.
 */
final class Fields {
  /** Are the names of providers that are always there. */
  static final Set<String> RESERVED = Set.of("scripted", "local");

  static final List<String> KEYS = List.of("name", "kind", "api-key", "api-base", "models");

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,39}");
  private static final Pattern MODEL = Pattern.compile("[^\\s\\p{Cntrl}\"'\\\\]{1,200}");
  private static final int LONGEST_KEY = 4096;
  private static final String ALL_MODELS = "*";

  private Fields() {}

  static String name(String text) {
    if (RESERVED.contains(text)) {
      throw new IllegalArgumentException(
          "the name '" + text + "' belongs to a provider that is always there; choose another");
    }
    if (!NAME.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "the name is '"
              + shown(text)
              + "'; it must be a lower-case letter, then up to 39 of a-z, 0-9 and '-'");
    }
    return text;
  }

  static ProviderKind kind(String text) {
    return ProviderKind.of(text)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the kind is '"
                        + shown(text)
                        + "'; kinds are "
                        + String.join(", ", ProviderKind.words())));
  }

  static Template key(String text) {
    if (text.isEmpty() || text.length() > LONGEST_KEY) {
      throw new IllegalArgumentException(
          "the key has " + text.length() + " characters; it must have 1 to " + LONGEST_KEY);
    }
    refuseOddCharacters(text);
    return Template.of(text);
  }

  /** Refuses what can stand in no HTTP header, so that a key cannot smuggle one in. */
  static void refuseOddCharacters(String key) {
    if (!key.chars().allMatch(c -> c > ' ' && c < 127)) {
      throw new IllegalArgumentException(
          "the key holds a blank, a line end, or a character that is not ASCII; "
              + "copy it again, without anything around it");
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
      throw new IllegalArgumentException("the address is no URL: " + e.getReason(), e);
    }
    String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw new IllegalArgumentException(
          "the address must begin with https:// or http://, not with '"
              + shown(scheme)
              + "'; write it as in https://api.example.com/v1");
    }
    if (address.getHost() == null) {
      throw new IllegalArgumentException("the address names no host");
    }
    if (address.getUserInfo() != null
        || address.getQuery() != null
        || address.getFragment() != null) {
      throw new IllegalArgumentException(
          "the address may hold neither a user, a '?' nor a '#'; a key belongs to api-key");
    }
    return address;
  }

  /** Says why a key should not be sent to an address, empty when it may be. */
  static Optional<String> exposure(URI address) {
    boolean loopback =
        Set.of("localhost", "[::1]").contains(address.getHost())
            || address.getHost().matches("127(\\.\\d{1,3}){3}");
    return "https".equalsIgnoreCase(address.getScheme()) || loopback
        ? Optional.empty()
        : Optional.of(
            "the key is sent unencrypted to " + address.getHost() + ": use https if you can");
  }

  static String model(String text) {
    if (!MODEL.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "a model's name may hold no blanks and no quotes, and must have 1 to 200 characters");
    }
    return text;
  }

  /** Takes a list in which {@code *} stands for all models. */
  static List<String> models(List<String> names) {
    names.forEach(Fields::model);
    return names.contains(ALL_MODELS) ? List.of() : names.stream().distinct().toList();
  }

  /** Shows a short harmless word as it is; anything else may be a key in the wrong place. */
  static String shown(String text) {
    return text.length() <= 24 && text.matches("[A-Za-z0-9_. -]*") ? text : "…";
  }
}
