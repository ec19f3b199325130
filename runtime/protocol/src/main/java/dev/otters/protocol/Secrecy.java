package dev.otters.protocol;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Decides which environment values look like secrets; the one list of Otters. In doubt a value is
 * secret: any other may appear in prompts, logs and on screens.
 */
public final class Secrecy {
  /** Words that make a key secret wherever they occur in it. */
  private static final List<String> TELLING =
      List.of(
          "TOKEN", "SECRET", "PASSWORD", "PASSWD", "PASSPHRASE", "CREDENTIAL", "PRIVATE", "COOKIE");

  /** Words that make a key secret as a whole word of it. */
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

  /** Words that end in KEY but do not name keys. */
  private static final Set<String> NO_KEYS =
      Set.of("MONKEY", "DONKEY", "TURKEY", "HOCKEY", "JOCKEY", "WHISKEY");

  private static final Pattern WORD_BREAK =
      Pattern.compile("[^\\p{L}\\p{N}]+|(?<=\\p{Ll})(?=\\p{Lu})");

  /** Shapes of secrets anywhere in a value; each matches in linear time. */
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

  /** Reports whether a variable must be hidden. */
  public static boolean isSecret(String key, String value) {
    return isSecretKey(key) || isSecretValue(value);
  }

  /** Reports whether the key alone marks its value as secret. */
  public static boolean isSecretKey(String key) {
    return WORD_BREAK
        .splitAsStream(key)
        .map(word -> word.toUpperCase(Locale.ROOT))
        .anyMatch(Secrecy::isSecretWord);
  }

  /** Reports whether the value contains something shaped like a secret. */
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
