package dev.otters.agents.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class ToolParametersTest {
  private static String of(String schema) throws EndpointProblem {
    return ToolParameters.of(
        new Fields(JsonMapper.builder().build().readTree(schema), "tools[0].input_schema"));
  }

  @Test
  void aSchemaWithoutReferencesStaysAsItIs() throws Exception {
    String schema =
        "{\"type\":\"object\",\"properties\":{\"definitions\":{\"type\":[\"string\",\"null\"]}},"
            + "\"required\":[\"definitions\"]}";
    assertThat(of(schema)).isEqualTo(schema);
  }

  @Test
  void aReferenceIsReplacedByWhatItNames() throws Exception {
    String schema =
        """
        {"type": "object",
         "properties": {"from": {"$ref": "#/$defs/Point", "description": "Start"},
                        "all": {"type": "array", "items": {"$ref": "#/definitions/P~1Q"}}},
         "$defs": {"Point": {"type": "object", "properties": {"x": {"$ref": "#/$defs/Number"}}},
                   "Number": {"type": "number"}},
         "definitions": {"P/Q": {"type": "string"}}}\
        """;
    assertThat(of(schema))
        .isEqualTo(
            "{\"type\":\"object\",\"properties\":{\"from\":{\"type\":\"object\",\"properties\":"
                + "{\"x\":{\"type\":\"number\"}},\"description\":\"Start\"},"
                + "\"all\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}}}}");
  }

  @Test
  void aReferenceToNothingIsRefused() {
    for (String reference : new String[] {"#/$defs/None", "#Point", "https://a.example/s", "#"}) {
      assertThatThrownBy(
              () -> of("{\"properties\":{\"a\":{\"$ref\":\"" + reference + "\"}},\"$defs\":{}}"))
          .isInstanceOf(EndpointProblem.class)
          .hasMessage("tools[0].input_schema has the reference %s, which leads nowhere", reference);
    }
  }

  @Test
  void endlessAndVeryManyReferencesAreRefused() {
    String endless =
        "{\"properties\":{\"a\":{\"$ref\":\"#/$defs/A\"}},"
            + "\"$defs\":{\"A\":{\"items\":{\"$ref\":\"#/$defs/A\"}}}}";
    StringBuilder many = new StringBuilder("{\"items\":{\"$ref\":\"#/$defs/A0\"},\"$defs\":{");
    for (int i = 0; i < 20; i++) {
      String next = "{\"$ref\":\"#/$defs/A" + (i + 1) + "\"}";
      many.append("\"A%d\":{\"anyOf\":[%s,%s]},".formatted(i, next, next));
    }
    many.append("\"A20\":{}}}");
    for (String schema : new String[] {endless, many.toString()}) {
      assertThatThrownBy(() -> of(schema))
          .isInstanceOf(EndpointProblem.class)
          .hasMessageContaining("so many or endless references is not supported");
    }
  }
}
