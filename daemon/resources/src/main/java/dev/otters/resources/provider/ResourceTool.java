package dev.otters.resources.provider;

/**
 * An operation of a provider that a model may call.
 *
 * @param operation the last part of its name, such as {@code write}
 * @param mode the access that it needs
 * @param description what it does, for the model
 * @param inputJson the JSON Schema of its input
 */
public record ResourceTool(
    String operation, ResourceMode mode, String description, String inputJson) {
  /** The description of a {@code namespace} that limits what a tool reads. */
  public static final String WITHIN =
      "Only this namespace and what is below it. Usually left out: all that you may read.";

  private static final String SCHEMA =
      """
      {"type":"object","properties":{%s\
      "namespace":{"type":"string","description":"%s"}},\
      "required":[%s],"additionalProperties":false}\
      """;

  /**
   * Returns the JSON Schema of an input that may have a {@code namespace}.
   *
   * @param members the other members in JSON, each with a comma behind it; empty for none
   * @param namespace what the namespace means
   * @param required the names of required members in JSON, with commas between them
   */
  public static String schema(String members, String namespace, String required) {
    return SCHEMA.formatted(members, namespace, required);
  }
}
