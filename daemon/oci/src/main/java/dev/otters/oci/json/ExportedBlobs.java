package dev.otters.oci.json;

import dev.otters.agentfile.Quoted;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads {@code {"manifest": descriptor, "blobs": [{"descriptor": …, "data": "base64"}]}} without
 * keeping a blob in memory. Fields may come in any order; unknown ones are skipped.
 */
public final class ExportedBlobs {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(1 << 16)
                  .maxNestingDepth(20)
                  .maxTokenCount(1_000_000)
                  .maxDocumentLength(96L << 30)
                  .build())
          .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
          .build();

  private static final Set<String> OF_DESCRIPTORS =
      Set.of("mediaType", "digest", "size", "artifactType");

  private final String what;
  private final Target target;

  /**
   * @param what names the file in errors
   */
  public ExportedBlobs(String what, Target target) {
    this.what = what;
    this.target = target;
  }

  /** Receives the blobs. */
  public interface Target {
    /**
     * Opens the output for the next blob.
     *
     * @param descriptor empty if it follows the data
     */
    OutputStream open(Optional<JsonView> descriptor) throws IOException;

    void end(JsonView descriptor) throws IOException;
  }

  /**
   * Reads the whole document. The stream stays open.
   *
   * @return the descriptor of the image
   * @throws OciException INVALID_IMAGE if the document has another form
   * @throws IOException when {@code in} or the target does
   */
  public JsonView read(InputStream in) throws IOException {
    try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), in)) {
      return document(json);
    } catch (JacksonException e) {
      if (e.getCause() instanceof IOException io) {
        throw io;
      }
      throw wrong("is not valid JSON: " + Quoted.of(e.getOriginalMessage()), e);
    }
  }

  private JsonView document(JsonParser json) throws IOException {
    expect(json.nextToken(), JsonToken.START_OBJECT, "the file");
    Optional<JsonView> manifest = Optional.empty();
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String field = json.currentName();
      JsonToken value = json.nextToken();
      if (field.equals("manifest")) {
        refuseSecond(manifest.isPresent(), field);
        manifest = Optional.of(descriptor(json, value, field));
      } else if (field.equals("blobs")) {
        blobs(json, value);
      } else {
        json.skipChildren();
      }
    }
    if (json.nextToken() != null) {
      throw wrong("goes on after its end", null);
    }
    return manifest.orElseThrow(() -> wrong("has no field \"manifest\"", null));
  }

  private void blobs(JsonParser json, JsonToken first) throws IOException {
    expect(first, JsonToken.START_ARRAY, "blobs");
    while (json.nextToken() != JsonToken.END_ARRAY) {
      blob(json);
    }
  }

  private void blob(JsonParser json) throws IOException {
    expect(json.currentToken(), JsonToken.START_OBJECT, "blobs[]");
    Optional<JsonView> descriptor = Optional.empty();
    boolean data = false;
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String field = json.currentName();
      JsonToken value = json.nextToken();
      if (field.equals("descriptor")) {
        refuseSecond(descriptor.isPresent(), field);
        descriptor = Optional.of(descriptor(json, value, field));
      } else if (field.equals("data")) {
        refuseSecond(data, field);
        expect(value, JsonToken.VALUE_STRING, field);
        data = true;
        json.readBinaryValue(target.open(descriptor));
      } else {
        json.skipChildren();
      }
    }
    if (!data || descriptor.isEmpty()) {
      throw wrong("has a blob without " + (data ? "descriptor" : "data"), null);
    }
    target.end(descriptor.get());
  }

  /** Keeps only the fields that are used, so that a huge one takes no memory. */
  private JsonView descriptor(JsonParser json, JsonToken first, String place) {
    expect(first, JsonToken.START_OBJECT, place);
    Map<String, Object> fields = new LinkedHashMap<>();
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String field = json.currentName();
      JsonToken value = json.nextToken();
      if (OF_DESCRIPTORS.contains(field) && value.isScalarValue()) {
        refuseSecond(fields.containsKey(field), field);
        fields.put(
            field, value == JsonToken.VALUE_NUMBER_INT ? json.getNumberValue() : json.getString());
      } else {
        json.skipChildren();
      }
    }
    return JsonView.parse(JsonText.compact(fields), place + " of " + what, Reason.INVALID_IMAGE);
  }

  private void expect(@Nullable JsonToken found, JsonToken wanted, String place) {
    if (found != wanted) {
      throw wrong("has an unexpected value at " + Quoted.of(place), null);
    }
  }

  private void refuseSecond(boolean second, String field) {
    if (second) {
      throw wrong("has the field " + Quoted.of(field) + " twice", null);
    }
  }

  private OciException wrong(String why, @Nullable Exception cause) {
    return new OciException(Reason.INVALID_IMAGE, what + " " + why, "Export it again.", cause);
  }
}
