package dev.otters.oci.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Samples;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.Origin;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostileAgentImageTest {
  private static final ImageReference IMAGE = ImageReference.parse("host.io/guide:1");
  private static final String SOUL =
      "'name':'g','contexts':[{'name':'SOUL','content':'x'}],'adds':[{'src':'a','name':'f'}]";

  @TempDir private Path folder;
  private OciStore store;
  private AgentImages images;

  @BeforeEach
  void openStore() {
    store = OciStore.open(folder);
    images = new AgentImages(store);
  }

  @Test
  void aForeignImageIsReadAlsoInOlderForms() {
    image(
        "'from':'ghcr.io/x/parent:1','later':{'x':1},'contexts':[{'name':'SOUL','content':'x'}],"
            + "'adds':[{'src':'a','dst':'deep/data/f'}],'capabilities':['note_save','unheard-of'],"
            + "'configs':[{'key':'max_tokens','value':1.5}]",
        layer(MediaTypes.CONTEXT, "SOUL.md", "x\n"),
        layer(MediaTypes.OCTETS, "deep/data/f", "bytes"),
        layer("application/later", "../../unknown", "?"));

    AgentImage read = images.load(IMAGE);

    assertThat(read.agentfile().source()).isEmpty();
    assertThat(read.agentfile().from()).isEqualTo("ghcr.io/x/parent:1");
    assertThat(read.agentfile().capabilities()).hasSize(1);
    assertThat(read.contexts()).singleElement().extracting(ContextFile::text).isEqualTo("x\n");
    assertThat(read.files()).singleElement().extracting(DataFile::name).isEqualTo("f");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'name':'../escape' | \"../escape\"",
        "'name':7 | \"agent.name\" must be a string",
        "'contexts':[{'name':'../../SOUL','content':'x'}] | \"agent.contexts[0]\" is refused",
        "'contexts':[{'name':'AGENT','content':'x'}] | reserved",
        "'contexts':[{'name':'SOUL','content':'x','file':'y'}] | both content and file",
        "'adds':[{'src':'a','name':'../f'}] | \"../f\"",
        "'adds':[{'src':'a'}] | \"agent.adds[0].name\" is missing",
        "'bins':[{'name':'a/b','image':'x'}] | \"a/b\"",
        "'bins':[{'name':'a','image':'../x'}] | \"agent.bins[0]\" is refused",
        "'runtime':'UPPER' | \"agent.runtime\" is refused",
        "'model':'nothing' | \"agent.model\" is refused",
        "'envs':[{'key':'LD_PRELOAD','value':'/x'}] | LD_PRELOAD",
        "'envs':[{'key':'OPENAI_API_KEY','value':'x'}] | OPENAI_API_KEY",
        "'configs':[{'key':'a','value':[1]}] | \"agent.configs[0].value\"",
        "'configs':[{'key':'a','value':1e999}] | finite",
        "'configs':[{'key':'a','value':1,'required':true}] | required",
        "'labels':{'a':1} | \"agent.labels.a\"",
        "'name':'g'},'x-otters':{'skills':[{'name':'../s','folder':'s'}] | \"../s\"",
        "'name':'g'},'x-otters':{'resources':[{'name':'a','kind':'b','mode':'all'}] | is not a"
            + " valid mode",
        "'name':'g'},'x-otters':{'vaults':[{'name':'a','env':'PATH','bins':['b']}] | PATH",
        "'name':'g'},'x-otters':{'vaults':[{'name':'a','env':'A','bins':[]}] | at least one BIN",
        "'exec':'serve' | \"agent.exec\" must be a list",
      })
  void aHostileConfigIsRefusedNamingTheField(String fields, String message) {
    image(fields);

    assertRefused(message);
  }

  @Test
  void layersMustBeThereAndSayWhatTheConfigShows() {
    image(SOUL, layer(MediaTypes.OCTETS, "f", "bytes"));
    assertRefused("lacks the layer of CONTEXT SOUL");
    image(SOUL, layer(MediaTypes.CONTEXT, "SOUL.md", "x"));
    assertRefused("lacks the layer of ADD f");
    image("'name':'g'},'x-otters':{'skills':[{'name':'s','folder':'skills/s'}]");
    assertRefused("lacks the layer of SKILL s");
    image(SOUL, layer(MediaTypes.CONTEXT, "SOUL.md", "evil"), layer(MediaTypes.OCTETS, "f", "b"));
    assertRefused("has a layer for CONTEXT SOUL that differs");
    image(SOUL.replace(",'content':'x'", ""), layer(MediaTypes.CONTEXT, "SOUL.md", "a\0b"));
    assertRefused("not UTF-8");
    image(
        SOUL.replace(",'content':'x'", ""),
        layer(MediaTypes.CONTEXT, "SOUL.md", "x".repeat(2 << 20)));
    assertRefused("larger than 1 MiB");
  }

  @Test
  void anImageOfAFirstReleaseMayLackTheSkillsOfOtherImages() {
    image("'name':'g'},'x-otters':{'skills':[{'name':'s','image':'host.io/s:1'}]");

    assertThat(images.load(IMAGE).skills()).isEmpty();
    assertThat(images.load(IMAGE).missingSkills()).containsExactly("s");
  }

  @Test
  void aThousandAddsOfOneGibibyteAreRefusedBeforeTheyAreCopied() {
    List<String> adds = new ArrayList<>();
    List<Descriptor> layers = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      adds.add("{'src':'big','name':'f%d'}".formatted(i));
    }
    try (Ingest ingest = store.ingest()) {
      Descriptor big = ingest.put(MediaTypes.OCTETS, new byte[1]);
      for (int i = 0; i < 1_000; i++) {
        layers.add(
            new Descriptor(big.mediaType(), big.digest(), 1L << 30)
                .withAnnotations(Map.of("org.opencontainers.image.title", "f" + i)));
      }
      String fields = "'name':'g','adds':[" + String.join(",", adds) + "]";
      Descriptor config = ingest.put(MediaTypes.AGENT_CONFIG, json(fields).getBytes(UTF_8));
      ingest.tag(IMAGE, Samples.manifest(ingest, config, layers, Map.of()), Origin.PULLED);
      ingest.commit();
    }

    assertRefused("has files of ADD of more than 4 GiB in total");
  }

  @Test
  void otherArtifactsAreNoAgents() {
    Samples.artifact(store, "host.io/guide:1", "a");

    assertRefused("is not an agent image");
  }

  @Test
  void damagedConfigsGiveOneClearErrorOrADefinition() {
    Random random = new Random(11);
    String valid = json(SOUL + ",'configs':[{'key':'a','value':1}],'capabilities':['note-save']");
    for (int i = 0; i < 20_000; i++) {
      StringBuilder damaged = new StringBuilder(valid);
      for (int j = random.nextInt(3); j >= 0; j--) {
        damaged.setCharAt(random.nextInt(damaged.length()), (char) (32 + random.nextInt(96)));
      }
      try {
        assertThat(ConfigBlob.read(damaged.toString().getBytes(UTF_8), "", "it")).isNotNull();
      } catch (OciException e) {
        assertThat(e.reason()).isEqualTo(Reason.INVALID_IMAGE);
      }
    }
  }

  private void assertRefused(String message) {
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> images.load(IMAGE))
        .withMessageContaining(message)
        .withMessageContaining("host.io/guide:1")
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.INVALID_IMAGE))
        .satisfies(e -> assertThat(e.remedy()).isNotEmpty());
  }

  private record Layer(String mediaType, String title, String text) {}

  private static Layer layer(String mediaType, String title, String text) {
    return new Layer(mediaType, title, text);
  }

  private static String json(String fields) {
    return ("{'agent':{" + fields + "}}").replace('\'', '"');
  }

  private void image(String fields, Layer... layers) {
    try (Ingest ingest = store.ingest()) {
      List<Descriptor> blobs =
          Stream.of(layers)
              .map(
                  layer ->
                      ingest
                          .put(layer.mediaType, layer.text.getBytes(UTF_8))
                          .withAnnotations(Map.of("org.opencontainers.image.title", layer.title)))
              .toList();
      Descriptor blob = ingest.put(MediaTypes.AGENT_CONFIG, json(fields).getBytes(UTF_8));
      ingest.tag(IMAGE, Samples.manifest(ingest, blob, blobs, Map.of()), Origin.PULLED);
      ingest.commit();
    }
  }
}
