package dev.otters.oci.json;

import dev.otters.agentfile.Quoted;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One object of an untrusted JSON document. Every read checks the type, and an error gives the
 * place.
 */
public final class JsonView {
  /** Each token takes about a hundred bytes of memory, however short it is in the document. */
  private static final long MOST_TOKENS = 300_000;

  private static final JsonMapper MAPPER = mapper(StreamReadConstraints.defaults());
  private static final JsonMapper WARY =
      mapper(StreamReadConstraints.builder().maxTokenCount(MOST_TOKENS).build());

  private static final String REMEDY = "Use another source; this one does not follow the format.";

  private final JsonNode node;
  private final String what;
  private final String path;
  private final Reason reason;

  private JsonView(JsonNode node, String what, String path, Reason reason) {
    this.node = node;
    this.what = what;
    this.path = path;
    this.reason = reason;
  }

  /**
   * Reads one JSON object.
   *
   * @param what names the document in errors
   * @param reason of the {@link OciException} for any wrong form, here and in later reads
   */
  public static JsonView parse(byte[] json, String what, Reason reason) {
    JsonNode node = tree(json, what, reason);
    JsonView view = new JsonView(node, what, "", reason);
    if (!node.isObject()) {
      throw view.error("it must be a JSON object");
    }
    return view;
  }

  /**
   * Reads one JSON list of objects, like {@link #parse}.
   *
   * @throws OciException with this reason also if it is not a list
   */
  public static List<JsonView> parseList(byte[] json, String what, Reason reason) {
    JsonNode list = tree(json, what, reason);
    JsonView view = new JsonView(list, what, "", reason);
    if (!list.isArray()) {
      throw view.error("it must be a JSON list");
    }
    return view.asElements().stream().map(JsonView::asObject).toList();
  }

  /** Returns the text at {@code field}, which is required. */
  public String text(String field) {
    return optionalText(field).orElseThrow(() -> at(field).error("is missing"));
  }

  /** Returns the text at {@code field}; empty if absent or null. */
  public Optional<String> optionalText(String field) {
    return child(field)
        .map(
            child -> {
              if (!child.node.isString()) {
                throw child.error("must be a string");
              }
              return child.node.stringValue();
            });
  }

  /** Returns the whole number at {@code field}, which is required and must fit a long. */
  public long number(String field) {
    JsonView child = child(field).orElseThrow(() -> at(field).error("is missing"));
    if (!child.node.isIntegralNumber() || !child.node.canConvertToLong()) {
      throw child.error("must be a whole number");
    }
    return child.node.longValue();
  }

  /** Returns the boolean at {@code field}; false if absent. */
  public boolean flag(String field) {
    return child(field)
        .map(
            child -> {
              if (!child.node.isBoolean()) {
                throw child.error("must be true or false");
              }
              return child.node.booleanValue();
            })
        .orElse(false);
  }

  /**
   * Returns the string, boolean, whole number (Long) or other number (Double) at {@code field};
   * empty if absent or null.
   */
  public Optional<Object> scalar(String field) {
    return child(field)
        .map(
            child ->
                switch (child.node.getNodeType()) {
                  case STRING -> child.node.stringValue();
                  case BOOLEAN -> child.node.booleanValue();
                  case NUMBER ->
                      child.node.isIntegralNumber() && child.node.canConvertToLong()
                          ? (Object) child.node.longValue()
                          : (Object) child.node.doubleValue();
                  default -> throw child.error("must be a string, a number or a boolean");
                });
  }

  /** Returns the object at {@code field}; empty if absent or null. */
  public Optional<JsonView> object(String field) {
    return child(field).map(JsonView::asObject);
  }

  /** Returns the objects of the list at {@code field}; empty if absent or null. */
  public List<JsonView> objects(String field) {
    return elements(field).stream().map(JsonView::asObject).toList();
  }

  /** Returns the strings of the list at {@code field}; empty if absent or null. */
  public List<String> texts(String field) {
    return elements(field).stream().map(JsonView::asText).toList();
  }

  /** Returns the string values of the object at {@code field}, in order; empty if absent. */
  public Map<String, String> textMap(String field) {
    Optional<JsonView> child = object(field);
    if (child.isEmpty()) {
      return Map.of();
    }
    Map<String, String> values = new LinkedHashMap<>();
    for (String key : child.get().node.propertyNames()) {
      values.put(key, child.get().text(key));
    }
    return Collections.unmodifiableMap(values);
  }

  /** Returns the names of this object's fields, in order. */
  public List<String> fields() {
    return List.copyOf(node.propertyNames());
  }

  /** Returns the whole object as maps, lists and scalars that {@link JsonText} can write. */
  @SuppressWarnings("unchecked")
  public Map<String, Object> asMap() {
    return MAPPER.treeToValue(node, LinkedHashMap.class);
  }

  /** Returns an error about this place. */
  public OciException error(String problem) {
    String place = path.isEmpty() ? "" : " field " + Quoted.of(path);
    return new OciException(reason, what + ":" + place + " " + problem, REMEDY);
  }

  /** Returns a view of {@code field} for errors about its value. */
  public JsonView at(String field) {
    return new JsonView(node, what, path.isEmpty() ? field : path + "." + field, reason);
  }

  private List<JsonView> elements(String field) {
    Optional<JsonView> child = child(field);
    if (child.isEmpty()) {
      return List.of();
    }
    JsonView list = child.get();
    if (!list.node.isArray()) {
      throw list.error("must be a list");
    }
    return list.asElements();
  }

  private List<JsonView> asElements() {
    List<JsonView> elements = new ArrayList<>();
    for (JsonNode element : node) {
      elements.add(new JsonView(element, what, path + "[" + elements.size() + "]", reason));
    }
    return elements;
  }

  private static JsonMapper mapper(StreamReadConstraints bounds) {
    return JsonMapper.builder(JsonFactory.builder().streamReadConstraints(bounds).build())
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .build();
  }

  /** The documents of the store itself have no such limit: they grow with it. */
  private static JsonNode tree(byte[] json, String what, Reason reason) {
    try {
      return (reason == Reason.STORE ? MAPPER : WARY).readTree(json);
    } catch (JacksonException e) {
      throw new OciException(
          reason, what + " is not valid JSON: " + Quoted.of(e.getOriginalMessage()), REMEDY, e);
    }
  }

  private JsonView asObject() {
    if (!node.isObject()) {
      throw error("must be an object");
    }
    return this;
  }

  private String asText() {
    if (!node.isString()) {
      throw error("must be a string");
    }
    return node.stringValue();
  }

  private Optional<JsonView> child(String field) {
    JsonNode value = node.get(field);
    if (value == null || value.isNull()) {
      return Optional.empty();
    }
    return Optional.of(new JsonView(value, what, at(field).path, reason));
  }
}
