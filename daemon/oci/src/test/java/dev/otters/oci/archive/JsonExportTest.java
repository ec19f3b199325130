package dev.otters.oci.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Samples;
import dev.otters.oci.json.JsonText;
import dev.otters.oci.manifest.DescriptorCodec;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.manifest.ManifestCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The one file into which the original project exports an image. */
class JsonExportTest extends ArchiveTestCase {
  private static final byte[] CONFIG = "{}".getBytes(UTF_8);

  private static byte[] manifest(byte[] layer, String title) {
    return ManifestCodec.write(
        new ImageManifest(
            MediaTypes.MANIFEST,
            Optional.of(MediaTypes.AGENT),
            Descriptor.of(MediaTypes.AGENT_CONFIG, CONFIG),
            List.of(Descriptor.of(MediaTypes.CONTEXT, layer)),
            Map.of("org.opencontainers.image.title", title)));
  }

  private static Map<String, Object> blob(boolean dataFirst, String type, byte[] content) {
    Map<String, Object> fields = new LinkedHashMap<>();
    String data = Base64.getEncoder().encodeToString(content);
    if (dataFirst) {
      fields.put("data", data);
    }
    fields.put("descriptor", DescriptorCodec.write(Descriptor.of(type, content)));
    fields.putIfAbsent("data", data);
    return fields;
  }

  private static byte[] export(boolean dataFirst, byte[] manifest, byte[] layer) {
    List<Map<String, Object>> blobs = new ArrayList<>();
    blobs.add(blob(dataFirst, MediaTypes.MANIFEST, manifest));
    blobs.add(blob(dataFirst, MediaTypes.AGENT_CONFIG, CONFIG));
    blobs.add(blob(dataFirst, MediaTypes.CONTEXT, layer));
    Map<String, Object> root = DescriptorCodec.write(Descriptor.of(MediaTypes.MANIFEST, manifest));
    Map<String, Object> document = new LinkedHashMap<>();
    document.put(dataFirst ? "blobs" : "manifest", dataFirst ? blobs : root);
    document.put("later", Map.of("x", List.of(1, 2)));
    document.put(dataFirst ? "manifest" : "blobs", dataFirst ? root : blobs);
    return JsonText.compact(document);
  }

  private static byte[] export() {
    byte[] layer = "text".getBytes(UTF_8);
    return export(false, manifest(layer, "Guide"), layer);
  }

  @Test
  void anAgentIsCalledAsItCallsItself() throws IOException {
    byte[] layer = "text".getBytes(UTF_8);
    byte[] manifest = manifest(layer, "Guide");
    for (boolean dataFirst : new boolean[] {false, true}) {
      assertThat(load(export(dataFirst, manifest, layer), Optional.empty()))
          .containsExactly("guide:latest");
      Descriptor root = store.require(ImageReference.parse("guide:latest"));
      assertThat(root.digest()).isEqualTo(Digest.of(manifest));
      assertThat(store.closure(root)).hasSize(3);
      var _ = store.remove(ImageReference.parse("guide:latest"), List.of());
    }
  }

  @Test
  void aNameCanBeGiven() throws IOException {
    assertThat(load(export(), Optional.of(GUIDE))).containsExactly("guide:1");
    byte[] layer = new byte[1];
    byte[] nameless = export(false, manifest(layer, "??"), layer);
    assertRefused(() -> load(nameless, Optional.empty()), Reason.INVALID_IMAGE, "without a name");
  }

  @Test
  void largeBlobsAreTakenInPieces() throws IOException {
    byte[] layer = new byte[30 << 20];
    new Random(1).nextBytes(layer);
    byte[] file = Samples.gzip(export(true, manifest(layer, "guide"), layer));

    assertThat(load(file, Optional.empty())).containsExactly("guide:latest");
    assertThat(store.path(Digest.of(layer))).hasBinaryContent(layer);
  }

  @Test
  void contentThatIsNotWhatItSaysIsRefused() throws IOException {
    String text = Base64.getEncoder().encodeToString("text".getBytes(UTF_8));
    for (String wrong : List.of("teXt", "texts", "tex", "")) {
      String other = Base64.getEncoder().encodeToString(wrong.getBytes(UTF_8));
      refused(Reason.DIGEST_MISMATCH, "", "\"" + text + "\"", "\"" + other + "\"");
    }
  }

  @Test
  void whatHasAnotherFormIsRefused() throws IOException {
    refused("it is not valid JSON", "}]}", "}]");
    refused("it is not valid JSON", "\"dGV4dA==\"", "\"dGV4*\"");
    refused("at \"data\"", "\"dGV4dA==\"", "12");
    refused("at \"blobs\"", "\"blobs\":[", "\"blobs\":1,\"x\":[");
    refused("at \"manifest\"", "\"manifest\":{", "\"manifest\":null,\"x\":{");
    refused("no field \"manifest\"", "\"manifest\"", "\"Manifest\"");
    refused("a blob without data", "\"data\"", "\"Data\"");
    refused("a blob without descriptor", "\"descriptor\"", "\"Descriptor\"");
    refused("twice", "\"later\"", "\"manifest\":{},\"later\"");
    refused("goes on after its end", "}]}", "}]}{}");
    refused("field \"digest\"", "\"digest\":\"sha256:", "\"digest\":\"md5:");
    refused("\"size\"", "\"size\":2", "\"size\":2e99");
    assertRefused(
        () -> load("{}".getBytes(UTF_8), Optional.empty()), Reason.INVALID_IMAGE, "manifest");
  }

  @Test
  void whatIsMissingIsNamed() throws IOException {
    byte[] layer = "text".getBytes(UTF_8);
    byte[] manifest = manifest(layer, "guide");
    Map<String, Object> root = DescriptorCodec.write(Descriptor.of(MediaTypes.MANIFEST, manifest));
    byte[] none = JsonText.compact(Map.of("manifest", root, "blobs", List.of()));
    byte[] only =
        JsonText.compact(
            Map.of("manifest", root, "blobs", List.of(blob(true, MediaTypes.MANIFEST, manifest))));

    assertRefused(() -> load(none, Optional.empty()), Reason.INVALID_IMAGE, "lacks its manifest");
    assertRefused(() -> load(only, Optional.empty()), Reason.INVALID_IMAGE, "it lacks parts of");
  }

  private void refused(String message, String part, String instead) throws IOException {
    refused(Reason.INVALID_IMAGE, message, part, instead);
  }

  private void refused(Reason reason, String message, String part, String instead)
      throws IOException {
    String json = new String(export(), UTF_8);
    assertThat(json).contains(part);
    byte[] wrong = json.replace(part, instead).getBytes(UTF_8);
    assertRefused(() -> load(wrong, Optional.empty()), reason, message);
  }
}
