package dev.otters.models.provider.langchain4j;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Parses JSON of vendors, with a limit for its tokens: each takes more memory than its text. */
final class VendorJson {
  private static final long MOST_TOKENS = 200_000;
  private static final JsonMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxTokenCount(MOST_TOKENS).build())
                  .build())
          .build();
  private static final JsonMapper OWN =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private VendorJson() {}

  static JsonNode read(String text) throws JacksonException {
    return JSON.readTree(text);
  }

  /** Reads what the daemon itself wrote or stored, without changing a number. */
  static JsonNode own(String text) {
    return OWN.readTree(text);
  }

  static ObjectNode object() {
    return OWN.createObjectNode();
  }

  static ArrayNode array() {
    return OWN.createArrayNode();
  }
}
