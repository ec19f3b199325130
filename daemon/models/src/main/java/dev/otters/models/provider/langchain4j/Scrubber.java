package dev.otters.models.provider.langchain4j;

import dev.otters.home.text.Redactor;
import dev.otters.home.text.Secrets;
import dev.otters.models.provider.Secret;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reduces a message of a vendor to one line, without the key or parts of it, and without other
 * secrets that the daemon knows.
 */
final class Scrubber {
  private static final int LONGEST = 300;
  private static final int TELLING = 8;
  private static final Pattern MASKED = Pattern.compile("[\\w.-]*[*•]{2,}[\\w.*•-]*");
  private static final Pattern BEARER = Pattern.compile("(?i)(bearer\\s+)[\\w.~+/-]{6,}=*");
  private static final Pattern NO_TEXT = Pattern.compile("[\\p{C}\\s]+");

  private final Optional<Secret> key;

  Scrubber(Optional<Secret> key) {
    this.key = key;
  }

  /** Returns the text as one line. */
  String clean(String text) {
    String line = NO_TEXT.matcher(hidden(text)).replaceAll(" ").strip();
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
  }

  private String hidden(String text) {
    String clean = Secrets.hide(text);
    if (key.isPresent()) {
      String secret = key.get().reveal();
      clean = new Redactor(List.of(secret)).redact(clean);
      clean = clean.replaceAll(part(secret), Redactor.HIDDEN);
    }
    clean = MASKED.matcher(clean).replaceAll(Redactor.HIDDEN);
    return BEARER.matcher(clean).replaceAll("$1" + Redactor.HIDDEN);
  }

  /** Returns a pattern for words that start or end like the key. */
  private static String part(String secret) {
    if (secret.length() < 2 * TELLING) {
      return Pattern.quote(secret);
    }
    String start = Pattern.quote(secret.substring(0, TELLING));
    String end = Pattern.quote(secret.substring(secret.length() - TELLING));
    return start + "[\\w.…-]*|[\\w.…-]*" + end;
  }
}
