package dev.otters.protocol;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Decides which environment values look like secrets: the one list of Otters. It errs on the side
 * of secrecy; what it lets pass may be shown to a model, in logs and on screens.
 */
public final class Secrecy {
  /** Secret wherever they stand in a word of the key. */
  private static final List<String> TELLING =
      List.of(
          "TOKEN", "SECRET", "PASSWORD", "PASSWD", "PASSPHRASE", "CREDENTIAL", "PRIVATE", "COOKIE");

  /** Secret as a whole word of the key. */
  private static final Set<String> WORDS =
      Set.of(
          "AUTH",
          "AUTHN",
          "AUTHZ",
          "AUTHORIZATION",
          "AUTHENTICATION",
          "BEARER",
          "KEY",
          "KEYS",
          "DSN",
          "PASS",
          "PWD",
          "JWT",
          "SIGNATURE");

  /** End in KEY and have nothing to do with keys. */
  private static final Set<String> NO_KEYS =
      Set.of("MONKEY", "DONKEY", "TURKEY", "HOCKEY", "JOCKEY", "WHISKEY");

  private static final Pattern WORD_BREAK =
      Pattern.compile("[^\\p{L}\\p{N}]+|(?<=\\p{Ll})(?=\\p{Lu})");

  /** Found anywhere in a value; each in linear time. */
  private static final List<Pattern> SHAPES =
      List.of(
          // JSON Web Token
          Pattern.compile("\\beyJ[\\w-]{8,}\\.[\\w-]{4,}\\."),
          // PEM
          Pattern.compile("-----BEGIN [A-Z0-9 ]"),
          // user:password@host
          Pattern.compile("://[^\\s/@:?#]{0,256}:[^\\s/@]{1,512}@"),
          // AWS, Google, GitHub, GitLab, Slack, npm, Stripe, Hugging Face, OpenAI, Anthropic, Azure
          Pattern.compile("\\b(?:AKIA|ASIA)[A-Z0-9]{16}\\b"),
          Pattern.compile("\\bAIza[\\w-]{30,}"),
          Pattern.compile("\\bya29\\.[\\w-]{16,}"),
          Pattern.compile("\\b(?:gh[oprsu]_|github_pat_)\\w{20,}"),
          Pattern.compile("\\bglpat-[\\w-]{16,}"),
          Pattern.compile("\\bxox[abeprs]-[\\w-]{10,}"),
          Pattern.compile("\\bnpm_\\w{30,}"),
          Pattern.compile("\\b[rs]k_(?:live|test)_\\w{16,}"),
          Pattern.compile("\\bhf_\\w{24,}"),
          Pattern.compile("\\bsk-[\\w-]{20,}"),
          Pattern.compile("(?i)\\b(?:AccountKey|SharedAccessKey|Password|Pwd)=[^;\\s]+"));

  private Secrecy() {}

  /** Returns whether a variable of this key and value is to be hidden; null is not allowed. */
  public static boolean isSecret(String key, String value) {
    return isSecretKey(key) || isSecretValue(value);
  }

  /** Returns whether the key alone says that its value is a secret. */
  public static boolean isSecretKey(String key) {
    return WORD_BREAK
        .splitAsStream(key)
        .map(word -> word.toUpperCase(Locale.ROOT))
        .anyMatch(Secrecy::isSecretWord);
  }

  /** Returns whether the value holds something of a secret's shape. */
  public static boolean isSecretValue(String value) {
    return SHAPES.stream().anyMatch(shape -> shape.matcher(value).find());
  }

  private static boolean isSecretWord(String word) {
    return WORDS.contains(word)
        || TELLING.stream().anyMatch(word::contains)
        || word.startsWith("OAUTH")
        || (word.endsWith("KEY") && !NO_KEYS.contains(word));
  }
}
