package dev.otters.sessions.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.otters.home.text.RecentTexts;
import dev.otters.home.text.Sha256;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A file of a catalog.
 *
 * @param name such as {@code environment.json}
 * @param text at most {@link #MOST_BYTES} in UTF-8
 */
public record CatalogFile(String name, String text) {
  /** The limit on a file. Lists are cut long before. */
  public static final int MOST_BYTES = 256 << 10;

  /** The limit on the entries of a list. */
  public static final int MOST_ENTRIES = 64;

  /** The limit on the characters of a text in a list. */
  public static final int MOST_TEXT = 160;

  /** The limit on the characters of texts in each cache. Most files are as they were. */
  private static final long KEPT = 1 << 20;

  private static final RecentTexts<String> FINGERPRINTS = new RecentTexts<>(KEPT, Sha256::of);

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .changeDefaultPropertyInclusion(
              inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_ABSENT))
          .build();

  private static final RecentTexts<String> LISTS =
      new RecentTexts<>(KEPT, json -> CatalogMarkdown.of(JSON.readTree(json)));

  /** Refuses a file that is too large. */
  public CatalogFile {
    if (text.getBytes(UTF_8).length > MOST_BYTES) {
      throw new IllegalArgumentException(name + " has more than " + MOST_BYTES + " bytes");
    }
  }

  /**
   * Returns a file of JSON.
   *
   * @param name its name without an ending
   * @param content a record
   */
  public static CatalogFile json(String name, Object content) {
    return new CatalogFile(name + ".json", JSON.writeValueAsString(content) + "\n");
  }

  /** Returns a file of JSON and its twin for readers of Markdown. */
  public static List<CatalogFile> twins(String name, String title, Object content) {
    CatalogFile json = json(name, content);
    String markdown = "# " + title + "\n\n" + LISTS.of(json.text());
    return List.of(json, new CatalogFile(name + ".md", markdown));
  }

  /** Returns the beginning of a list. */
  public static <T> List<T> cut(List<T> list) {
    return list.stream().limit(MOST_ENTRIES).toList();
  }

  /** Returns the beginning of the first line of a text that says something. */
  public static String brief(String text) {
    String line = text.strip().lines().findFirst().orElse("");
    int end = Math.min(line.length(), MOST_TEXT);
    boolean cutsPair = end < line.length() && Character.isHighSurrogate(line.charAt(end - 1));
    return line.substring(0, cutsPair ? end - 1 : end);
  }

  /** Returns the name of a constant as the files have it. */
  public static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** Returns the hash of a text. */
  static String fingerprint(String text) {
    return FINGERPRINTS.of(text);
  }
}
