package dev.otters.resources.mcp;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Semaphore;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

/** The JSON of servers, which is made with the first of them. */
final class McpJson {
  private static final int DEEPEST = 64;

  /** The limit on tokens of a message, each of which takes memory of about 100 bytes. */
  private static final int MOST_TOKENS = 50_000;

  /** The messages of all servers that are parsed at the same time. */
  private static final Semaphore PLACES = new Semaphore(4);

  static final TypeRef<Map<String, Object>> OBJECT = new TypeRef<>() {};

  static final McpJsonMapper MAPPER =
      new JacksonMcpJsonMapper(
          JsonMapper.builder(
                  JsonFactory.builder()
                      .streamReadConstraints(
                          StreamReadConstraints.builder()
                              .maxNestingDepth(DEEPEST)
                              .maxTokenCount(MOST_TOKENS)
                              .build())
                      .build())
              .build());

  private McpJson() {}

  /**
   * Reads a message of a server.
   *
   * @throws McpFailure if the text is none
   */
  static JSONRPCMessage message(String text) {
    try {
      return few(() -> McpSchema.deserializeJsonRpcMessage(MAPPER, text));
    } catch (IOException | RuntimeException e) {
      throw new McpFailure(
          McpFailure.Kind.BROKEN, "its server sent what is no message of the protocol");
    }
  }

  /** Reads a message. */
  @FunctionalInterface
  interface Parse<T> {
    T get() throws IOException;
  }

  /** Reads a message when few others are read. It has limits, so no wait is long. */
  static <T> T few(Parse<T> parse) throws IOException {
    PLACES.acquireUninterruptibly();
    try {
      return parse.get();
    } finally {
      PLACES.release();
    }
  }
}
