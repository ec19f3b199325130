package dev.otters.oci.json;

import java.nio.charset.StandardCharsets;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * Writes maps, lists, strings, numbers and booleans as JSON. The bytes depend only on the values
 * and their order, and equal those of Go's encoder, so that the same content has the same digest.
 */
public final class JsonText {
  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .characterEscapes(new GoEscapes())
                  .disable(JsonWriteFeature.WRITE_HEX_UPPER_CASE)
                  .build())
          .addModule(new SimpleModule().addSerializer(Double.class, new Decimals()))
          .build();
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

  /** Returns {@code value} without white space. */
  public static byte[] compact(Object value) {
    return MAPPER.writeValueAsString(value).getBytes(StandardCharsets.UTF_8);
  }

  /** Returns {@code value} indented by two spaces, one entry per line. */
  public static byte[] indented(Object value) {
    return MAPPER
        .writer()
        .with(INDENTED)
        .writeValueAsString(value)
        .getBytes(StandardCharsets.UTF_8);
  }
}
