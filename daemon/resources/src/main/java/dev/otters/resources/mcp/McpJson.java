package dev.otters.resources.mcp;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import java.util.Map;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

/** The JSON of servers, which is made with the first of them. */
final class McpJson {
  private static final int DEEPEST = 64;

  static final TypeRef<Map<String, Object>> OBJECT = new TypeRef<>() {};

  static final McpJsonMapper MAPPER =
      new JacksonMcpJsonMapper(
          JsonMapper.builder(
                  JsonFactory.builder()
                      .streamReadConstraints(
                          StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
                      .build())
              .build());

  private McpJson() {}
}
