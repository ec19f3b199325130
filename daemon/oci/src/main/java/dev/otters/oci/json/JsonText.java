package dev.otters.oci.json;

import java.nio.charset.StandardCharsets;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes maps, lists, strings, numbers and booleans as JSON whose bytes depend on nothing but the
 * values and their order.
 */
public final class JsonText {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final DefaultIndenter TWO_SPACES = new DefaultIndenter("  ", "\n");
  private static final DefaultPrettyPrinter INDENTED =
      new DefaultPrettyPrinter(
              Separators.createDefaultInstance()
                  .withObjectNameValueSpacing(Separators.Spacing.AFTER)
                  .withObjectEmptySeparator("")
                  .withArrayEmptySeparator(""))
          .withObjectIndenter(TWO_SPACES)
          .withArrayIndenter(TWO_SPACES);

  private JsonText() {}

  /** Returns {@code value} without any white space. */
  public static byte[] compact(Object value) {
    return MAPPER.writeValueAsString(value).getBytes(StandardCharsets.UTF_8);
  }

  /** Returns {@code value} indented by two spaces, one entry a line. */
  public static byte[] indented(Object value) {
    return MAPPER
        .writer()
        .with(INDENTED)
        .writeValueAsString(value)
        .getBytes(StandardCharsets.UTF_8);
  }
}
