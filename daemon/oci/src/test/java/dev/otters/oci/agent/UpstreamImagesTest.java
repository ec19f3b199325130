package dev.otters.oci.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.Agentfile.Arg;
import dev.otters.agentfile.Bin;
import dev.otters.agentfile.Capability;
import dev.otters.agentfile.ConfigValue;
import dev.otters.agentfile.Env;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.Progress;
import dev.otters.oci.archive.Archive;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.Origin;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads images byte for byte as each generation of the upstream project's builder wrote them. */
class UpstreamImagesTest {
  private static final ImageReference WEATHER = ImageReference.parse("host.io/agents/weather:1");
  private static final String TITLE = "org.opencontainers.image.title";

  @TempDir private Path folder;
  private OciStore store;

  /** A blob of an image, and how it is written into a manifest. */
  private record Blob(String mediaType, String title, String text) {
    String descriptor() {
      String annotations =
          title.isEmpty() ? "" : ",\"annotations\":{\"" + TITLE + "\":\"" + title + "\"}";
      return "{\"mediaType\":\"%s\",\"digest\":\"%s\",\"size\":%d%s}"
          .formatted(
              mediaType, Digest.of(text.getBytes(UTF_8)), text.getBytes(UTF_8).length, annotations);
    }
  }

  @BeforeEach
  void openStore() {
    store = OciStore.open(folder);
  }

  @Test
  void theFirstGenerationHasTextsForNumbersAndPathsForNames() {
    String config =
        """
        {
          "syntax": "openotters/agentfile:1",
          "agent": {
            "from": "scratch",
            "runtime": "ghcr.io/openotters/runtime:latest",
            "model": "anthropic/claude-haiku-4-5-20251001",
            "name": "weather",
            "contexts": [
              {"name": "SOUL", "description": "Who", "content": "You say \\u003cb\\u003eif\\u003c/b\\u003e it rains \\u0026 why."},
              {"name": "RULES", "file": "docs/rules.md"}
            ],
            "configs": [
              {"key": "max-iterations", "value": "10", "description": "Steps"},
              {"key": "api-base", "required": true}
            ],
            "bins": [{"name": "jq", "image": "ghcr.io/openotters/tools/jq:latest", "usage": "One\\nfilter"}],
            "adds": [{"src": "data/cities.json", "dst": "/data/workspace/cities.json", "description": "Cities"}],
            "labels": {"maintainer": "otter@example.com"},
            "args": {"CITY": "Lyon"}
          }
        }\
        """;
    image(
        new Blob(MediaTypes.AGENT_CONFIG, "", config),
        List.of(
            new Blob(MediaTypes.CONTEXT, "SOUL.md", "You say <b>if</b> it rains & why."),
            new Blob(MediaTypes.CONTEXT, "RULES.md", "Be brief.\n"),
            new Blob(MediaTypes.OCTETS, "/data/workspace/cities.json", "[]")));

    AgentImage image = new AgentImages(store).load(WEATHER);

    assertThat(image.agentfile().source()).isEmpty();
    assertThat(image.agentfile().effectiveConfigs())
        .containsEntry("max-iterations", new ConfigValue.Text("10"));
    assertThat(image.agentfile().missingConfigs()).containsExactly("api-base");
    assertThat(image.agentfile().bins().getFirst().usage()).isEqualTo("One\nfilter");
    assertThat(image.agentfile().all(Arg.class)).containsExactly(new Arg("CITY", "Lyon"));
    assertThat(image.contexts())
        .extracting(ContextFile::text)
        .containsExactly("You say <b>if</b> it rains & why.", "Be brief.\n");
    assertThat(image.files()).extracting(DataFile::name).containsExactly("cities.json");
  }

  @Test
  void anAgentWithoutTextsHasNoListOfLayers() {
    image(new Blob(MediaTypes.AGENT_CONFIG, "", "{\"agent\": {\"from\": \"scratch\"}}"), List.of());

    AgentImage image = new AgentImages(store).load(WEATHER);

    assertThat(image.contexts()).isEmpty();
    assertThat(image.agentfile().name()).isEmpty();
  }

  @Test
  void aLaterGenerationHasAContainersConfigAndTheDefinitionAsLayer() {
    Blob config =
        new Blob(
            MediaTypes.IMAGE_CONFIG,
            "",
            """
            {"architecture":"unknown","os":"unknown","config":{"Labels":{"io.openotters.artifact-type":\
            "application/vnd.openotters.agent.v1"}},"rootfs":{"type":"layers","diff_ids":null}}\
            """);
    image(
        config,
        List.of(
            new Blob(
                MediaTypes.AGENT_CONFIG,
                "",
                """
                {"agent": {"from": "scratch", "name": "weather",
                  "contexts": [{"name": "SOUL", "content": "Be kind."}]}}\
                """),
            new Blob(MediaTypes.CONTEXT, "SOUL.md", "Be kind.")));

    AgentImages images = new AgentImages(store);

    assertThat(images.load(WEATHER).agentfile().name()).contains("weather");
    assertThat(images.load(WEATHER).contexts()).hasSize(1);
    assertThat(images.list()).hasSize(1);
  }

  @Test
  void theLatestGenerationIsReadWithItsSourceAndWhatIsNew() throws IOException {
    String source = "# syntax=openotters/agentfile:1\nFROM scratch\nNAME weather\n# why\n";
    String config =
        """
        {
          "syntax": "openotters/agentfile:1",
          "agent": {
            "from": "host.io/agents/base:1",
            "name": "weather",
            "configs": [
              {"key": "max-tokens", "value": 1024},
              {"key": "temperature", "value": 0.7},
              {"key": "stream", "value": false},
              {"key": "max-tokens", "value": 2048}
            ],
            "bins": [
              {"name": "jq", "image": "ghcr.io/openotters/tools/jq:latest"},
              {"name": "jq", "image": "ghcr.io/openotters/tools/jq:2"}
            ],
            "adds": [{"src": "cities.json", "name": "cities.json"}],
            "exec": ["serve", "--most", "1"],
            "envs": [{"key": "KUBECONFIG", "value": "/kube.yaml"}, {"key": "RUNTIME_MAX_TOKENS", "value": "9"}],
            "capabilities": ["note_save", "job-submit", "telepathy"],
            "healthcheck": {"every": [1, {"x": null}]}
          },
          "signed": true
        }\
        """;
    Blob definition = new Blob(MediaTypes.AGENT_CONFIG, "", config);
    List<Blob> layers =
        List.of(
            new Blob(MediaTypes.AGENTFILE, "Agentfile", source),
            new Blob(MediaTypes.OCTETS, "cities.json", "[]"));

    var _ =
        new Archive(store)
            .load(export(definition, layers), "an export", Optional.of(WEATHER), Progress.NONE);
    AgentImage image = new AgentImages(store).load(WEATHER);
    Agentfile agentfile = image.agentfile();

    assertThat(image.digest()).isEqualTo(Digest.of(manifest(definition, layers).getBytes(UTF_8)));
    assertThat(agentfile.source()).isEqualTo(source);
    assertThat(agentfile.effectiveConfigs())
        .containsEntry("max-tokens", new ConfigValue.Int(2048))
        .containsEntry("temperature", new ConfigValue.Decimal(0.7))
        .containsEntry("stream", new ConfigValue.Bool(false));
    assertThat(agentfile.inForce(Bin.class))
        .extracting(bin -> bin.image().toString())
        .containsExactly("ghcr.io/openotters/tools/jq:2");
    assertThat(agentfile.exec()).containsExactly("serve", "--most", "1");
    assertThat(agentfile.all(Env.class))
        .extracting(Env::key)
        .containsExactly("KUBECONFIG", "RUNTIME_MAX_TOKENS");
    assertThat(agentfile.capabilities())
        .containsExactly(Capability.NOTE_SAVE, Capability.JOB_SUBMIT);
    assertThat(image.unknown().capabilities()).containsExactly("telepathy");
  }

  /** Writes a manifest as Go's encoder does: without a layer, the list is null. */
  private static String manifest(Blob config, List<Blob> layers) {
    String list =
        layers.isEmpty()
            ? "null"
            : layers.stream().map(Blob::descriptor).collect(Collectors.joining(",", "[", "]"));
    return """
    {"schemaVersion":2,"mediaType":"%s","artifactType":"application/vnd.openotters.agent.v1",\
    "config":%s,"layers":%s,"annotations":{"org.opencontainers.image.created":\
    "2026-05-20T10:00:00Z","%s":"weather"}}\
    """
        .formatted(MediaTypes.MANIFEST, config.descriptor(), list, TITLE);
  }

  private void image(Blob config, List<Blob> layers) {
    try (Ingest ingest = store.ingest()) {
      for (Blob blob : parts(config, layers)) {
        var _ = ingest.put(blob.mediaType, blob.text.getBytes(UTF_8));
      }
      Descriptor root = ingest.put(MediaTypes.MANIFEST, manifest(config, layers).getBytes(UTF_8));
      ingest.tag(WEATHER, root, Origin.PULLED);
      ingest.commit();
    }
  }

  private static ByteArrayInputStream export(Blob config, List<Blob> layers) {
    Blob manifest = new Blob(MediaTypes.MANIFEST, "", manifest(config, layers));
    List<Blob> all = parts(config, layers);
    all.add(manifest);
    String blobs =
        all.stream()
            .map(
                blob ->
                    "{\"descriptor\":%s,\"data\":\"%s\"}"
                        .formatted(
                            blob.descriptor(),
                            Base64.getEncoder().encodeToString(blob.text.getBytes(UTF_8))))
            .collect(Collectors.joining(","));
    return new ByteArrayInputStream(
        "{\"manifest\":%s,\"blobs\":[%s]}".formatted(manifest.descriptor(), blobs).getBytes(UTF_8));
  }

  private static List<Blob> parts(Blob config, List<Blob> layers) {
    List<Blob> parts = new ArrayList<>(layers);
    parts.add(config);
    return parts;
  }
}
