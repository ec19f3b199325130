package dev.otters.oci.registry;

import static dev.otters.oci.Samples.AMD64;
import static dev.otters.oci.Samples.ARM64;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agentfile.ImageName;
import dev.otters.agentfile.ParseResult.Parsed;
import dev.otters.agentfile.parser.AgentfileParser;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.Progress;
import dev.otters.oci.Samples;
import dev.otters.oci.agent.AgentBuild;
import dev.otters.oci.agent.AgentImage;
import dev.otters.oci.agent.AgentImages;
import dev.otters.oci.agent.ContextFile;
import dev.otters.oci.agent.DataFile;
import dev.otters.oci.archive.Archive;
import dev.otters.oci.bin.BinBuild;
import dev.otters.oci.bin.BinImage;
import dev.otters.oci.bin.BinImages;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.Origin;
import dev.otters.oci.store.StoredImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sends images to and fro between us, skopeo, crane and oras: all see the same digests. */
@Tag("registry")
class ForeignToolsTest {
  private static final String SOURCE =
      """
      FROM scratch
      NAME guide
      LABEL description="Says <b>less</b> & more"
      CONTEXT SOUL <<EOF
      Be kind.
      EOF
      ADD cities.json
      """;

  @TempDir private Path folder;
  private ForeignTools tools;
  private ForeignRegistry server;
  private OciStore store;
  private Registry registry;

  @BeforeEach
  void startRegistry() throws IOException {
    tools = new ForeignTools(folder);
    server = ForeignRegistry.docker(folder, "", "");
    store = OciStore.open(folder.resolve("store"));
    registry = new Registry(RegistrySettings.ofEnvironment(Map.of("HOME", folder.toString())));
  }

  @AfterEach
  void stopRegistry() {
    registry.close();
    server.close();
  }

  @Test
  void anAgentImageKeepsItsDigestThroughAllTools() throws IOException {
    Digest digest = agent("agents/guide:1");
    ImageReference pushed = pushed("agents/guide:1");

    assertSeenAs(digest, pushed);
    tools.skopeoCopy("docker://" + pushed, "docker://" + at("skopeo/guide:1"));
    var _ = tools.crane("copy", pushed.toString(), at("crane/guide:1"));
    var _ = orasCopy(pushed.toString(), at("oras/guide:1"));
    for (String copy : List.of("skopeo/guide:1", "crane/guide:1", "oras/guide:1")) {
      OciStore pulled = pulled(copy, digest);
      AgentImage image = new AgentImages(pulled).load(ImageReference.parse(at(copy)));
      assertThat(image.agentfile().source()).isEqualTo(SOURCE);
      assertThat(image.files()).extracting(DataFile::name).containsExactly("cities.json");
    }
  }

  @Test
  void aToolImageKeepsTheDigestsOfAllItsPlatforms() throws IOException {
    Digest digest = tool("tools/jq:1");
    ImageReference pushed = pushed("tools/jq:1");

    assertSeenAs(digest, pushed);
    assertThat(tools.craneDigest(pushed, "--platform", "linux/arm64"))
        .isEqualTo(new BinImages(store).inspect(digest, ARM64).manifest());
    var _ = tools.crane("validate", "--remote", pushed.toString());
    tools.skopeoCopy("docker://" + pushed, "docker://" + at("skopeo/jq:1"));
    var _ = tools.crane("copy", pushed.toString(), at("crane/jq:1"));
    var _ = orasCopy(pushed.toString(), at("oras/jq:1"));
    for (String copy : List.of("skopeo/jq:1", "crane/jq:1", "oras/jq:1")) {
      BinImages bins = new BinImages(pulled(copy, digest));
      assertThat(bins.inspect(ImageReference.parse(at(copy)), AMD64).usage()).isEqualTo("# jq");
      assertThat(bins.inspect(ImageReference.parse(at(copy)), ARM64).binary()).isEqualTo("/jq");
    }
  }

  @Test
  void aSavedImageIsTheSameInTheToolsOfOthers() throws IOException {
    Digest agent = agent("agents/guide:1");
    Digest tool = tool("tools/jq:1");
    for (String name : List.of("agents/guide:1", "tools/jq:1")) {
      Path file = saved(name);
      Digest digest = name.equals("tools/jq:1") ? tool : agent;

      tools.skopeoCopy("oci-archive:" + file, "docker://" + at("skopeo/" + name));

      assertThat(Digest.of(tools.skopeo("inspect", "--raw", "oci-archive:" + file)))
          .isEqualTo(digest);
      var _ = pulled("skopeo/" + name, digest);
    }
  }

  @Test
  void whatOthersSavedIsTheSameHere() throws IOException {
    Digest digest = tool("tools/jq:1");
    ImageReference pushed = pushed("tools/jq:1");
    Path layout = folder.resolve("layout.tar");
    Path docker = folder.resolve("docker.tar");

    tools.skopeoCopy("docker://" + pushed, "oci-archive:" + layout + ":host.io/jq:2");
    var _ = tools.crane("pull", "--platform", "linux/amd64", pushed.toString(), docker.toString());

    OciStore empty = OciStore.open(folder.resolve("other"));
    assertThat(new Archive(empty).load(layout, Progress.NONE))
        .extracting(StoredImage::reference)
        .containsExactly(ImageReference.parse("host.io/jq:2"));
    assertThat(empty.require(ImageReference.parse("host.io/jq:2")).digest()).isEqualTo(digest);
    BinImage bin =
        new BinImages(empty)
            .inspect(new Archive(empty).load(docker, Progress.NONE).getFirst().reference(), AMD64);
    assertThat(bin.config()).isEqualTo(new BinImages(store).inspect(digest, AMD64).config());
  }

  @Test
  void anAgentThatOrasPacksIsRead() throws IOException {
    Files.writeString(
        folder.resolve("config.json"),
        "{\"agent\":{\"from\":\"scratch\",\"name\":\"packed\","
            + "\"contexts\":[{\"name\":\"SOUL\",\"content\":\"Be kind.\"}],"
            + "\"adds\":[{\"src\":\"a\",\"name\":\"cities.json\"}]}}");
    Files.writeString(folder.resolve("SOUL.md"), "Be kind.");
    Files.writeString(folder.resolve("cities.json"), "[]");
    String reference = at("oras/packed:1");

    var _ =
        tools.oras(
            "push",
            "--plain-http",
            "--artifact-type",
            MediaTypes.AGENT,
            "--config",
            "config.json:" + MediaTypes.AGENT_CONFIG,
            reference,
            "SOUL.md:" + MediaTypes.CONTEXT,
            "cities.json:" + MediaTypes.OCTETS);

    OciStore pulled = pulled("oras/packed:1", tools.craneDigest(reference));
    AgentImage image = new AgentImages(pulled).load(ImageReference.parse(reference));
    assertThat(image.agentfile().name()).contains("packed");
    assertThat(image.contexts()).extracting(ContextFile::text).containsExactly("Be kind.");
    assertThat(image.files()).extracting(DataFile::name).containsExactly("cities.json");
  }

  @Test
  void anOrdinaryImageOfCraneIsATool() throws IOException {
    Files.write(
        folder.resolve("layer.tar"),
        Samples.tar(Samples.file("usr/bin/yq", "elf"), Samples.file("USAGE.md", "# yq")));
    String reference = at("crane/yq:1");

    var _ = tools.crane("append", "--platform", "linux/amd64", "-f", "layer.tar", "-t", reference);
    var _ =
        tools.crane(
            "mutate",
            "--set-platform",
            "linux/amd64",
            "--label",
            "io.openotters.bin.name=yq",
            "--label",
            "io.openotters.bin.path=/usr/bin",
            "-t",
            reference,
            reference);

    BinImages bins = new BinImages(pulled("crane/yq:1", tools.craneDigest(reference)));
    BinImage bin = bins.inspect(ImageReference.parse(reference), AMD64);
    assertThat(bin.binary()).isEqualTo("/usr/bin/yq");
    assertThat(bin.usage()).isEqualTo("# yq");
  }

  private void assertSeenAs(Digest digest, ImageReference pushed) {
    assertThat(registry.resolve(pushed).digest()).isEqualTo(digest);
    assertThat(tools.skopeoDigest(pushed)).isEqualTo(digest);
    assertThat(tools.craneDigest(pushed)).isEqualTo(digest);
    assertThat(tools.orasDigest(pushed)).isEqualTo(digest);
  }

  private byte[] orasCopy(String from, String to) {
    return tools.oras("cp", "--from-plain-http", "--to-plain-http", from, to);
  }

  private String at(String name) {
    return server.host() + "/" + name;
  }

  private ImageReference pushed(String name) {
    ImageReference reference = ImageReference.parse(at(name));
    store.tag(reference, store.require(ImageReference.parse(name)), Origin.BUILT);
    var _ = registry.push(reference, store, Progress.NONE);
    return reference;
  }

  /** Pulls into a new store, where the image must have this digest. */
  private OciStore pulled(String name, Digest digest) {
    OciStore empty = OciStore.open(folder.resolve("pulled/" + name.replace(':', '-')));
    Descriptor pulled =
        registry.pull(
            ImageReference.parse(at(name)), empty, new PullScope.AllPlatforms(), Progress.NONE);
    assertThat(pulled.digest()).isEqualTo(digest);
    return empty;
  }

  private Path saved(String name) throws IOException {
    Path file = folder.resolve(name.replace('/', '-').replace(':', '-') + ".tar");
    try (OutputStream out = Files.newOutputStream(file)) {
      new Archive(store).save(List.of(ImageReference.parse(name)), out, Progress.NONE);
    }
    return file;
  }

  private Digest agent(String tag) throws IOException {
    Files.writeString(folder.resolve("cities.json"), "[\"Lyon\"]");
    var parsed = (Parsed) AgentfileParser.parse("Agentfile", SOURCE.getBytes(UTF_8), Map.of());
    List<ImageReference> tags = List.of(ImageReference.parse(tag));
    return new AgentImages(store)
        .build(
            new AgentBuild(
                parsed.agentfile(),
                Optional.empty(),
                folder,
                tags,
                ImageName.of("otters/runtime:1"),
                Optional.empty()),
            Progress.NONE)
        .digest();
  }

  private Digest tool(String tag) throws IOException {
    Path amd64 = Files.writeString(folder.resolve("jq-amd64"), "elf amd64");
    Path arm64 = Files.writeString(folder.resolve("jq-arm64"), "elf arm64");
    return new BinImages(store)
        .build(
            new BinBuild(
                "jq",
                "Filters JSON",
                Map.of(AMD64, amd64, ARM64, arm64),
                "# jq",
                List.of(ImageReference.parse(tag)),
                Map.of(),
                Optional.empty()),
            Progress.NONE)
        .digest();
  }
}
