package dev.otters.oci.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.ImageName;
import dev.otters.agentfile.ParseResult;
import dev.otters.agentfile.parser.AgentfileParser;
import dev.otters.agentfile.resolve.Ancestor;
import dev.otters.oci.BuiltImage;
import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Progress;
import dev.otters.oci.Samples;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InheritedImagesTest {
  private static final String PARENT =
      """
      FROM scratch
      MODEL scripted/guide
      NAME base
      CONTEXT SOUL <<X
      base soul
      X
      CONTEXT RULES file://rules.md
      CONFIG region!
      ADD cities.json "Cities"
      ADD old.txt
      EXEC ["serve"]
      ENV TONE=long
      """;

  private static final String CHILD =
      """
      FROM base:latest
      NAME child
      CONTEXT SOUL <<X
      child soul
      X
      ADD new.txt old.txt
      CONFIG region=eu
      """;

  @TempDir private Path folder;
  private Path context;
  private OciStore store;
  private AgentImages images;

  @BeforeEach
  void prepare() throws IOException {
    context = Files.createDirectory(folder.resolve("context"));
    Files.writeString(context.resolve("rules.md"), "Be brief.\n");
    Files.writeString(context.resolve("cities.json"), "[]");
    Files.writeString(context.resolve("old.txt"), "old");
    Files.writeString(context.resolve("new.txt"), "new");
    store = OciStore.open(folder.resolve("store"));
    images = new AgentImages(store);
  }

  @Test
  void aChildHoldsWhatItsParentGaveAndOutlivesIt() throws IOException {
    BuiltImage parent = build(PARENT);
    Files.delete(context.resolve("rules.md"));
    Files.delete(context.resolve("cities.json"));
    BuiltImage built = child(CHILD, "base:latest");

    store.untag(ImageReference.parse("base"));
    store.collect(List.of());

    AgentImage child = images.load(ImageReference.parse("child"));
    assertThat(store.contains(parent.digest())).isFalse();
    assertThat(child.agentfile().source()).isEqualTo(CHILD);
    assertThat(child.agentfile().name()).contains("child");
    assertThat(child.agentfile().exec()).containsExactly("serve");
    assertThat(child.agentfile().missingConfigs()).isEmpty();
    assertThat(child.contexts())
        .extracting(ContextFile::text)
        .containsExactly("child soul", "Be brief.\n");
    assertThat(text(child, "cities.json")).isEqualTo("[]");
    assertThat(text(child, "old.txt")).isEqualTo("new");
    assertThat(child.digest()).isEqualTo(built.digest());
  }

  @Test
  void theResolvedParentIsRecordedAndTheSameInputsGiveTheSameDigest() {
    BuiltImage parent = build(PARENT);
    BuiltImage first = child(CHILD, "base:latest");
    BuiltImage again = child(CHILD, "base:latest");
    build(PARENT + "LABEL moved=1\n");
    BuiltImage moved = child(CHILD, "base:latest");

    AgentImage image = images.load(first.digest());
    assertThat(again.digest()).isEqualTo(first.digest());
    assertThat(moved.digest()).isNotEqualTo(first.digest());
    assertThat(image.annotations())
        .containsEntry("org.opencontainers.image.base.name", "base:latest")
        .containsEntry("org.opencontainers.image.base.digest", parent.digest().toString());
    assertThat(image.lineage().ancestors())
        .containsExactly(new Ancestor("base:latest", Optional.of(parent.digest().toString())));
  }

  @Test
  void elevenLevelsAreTooManyAndNothingIsBuilt() {
    build(PARENT.replace("NAME base", "NAME level0"));
    for (int i = 1; i <= 10; i++) {
      child("FROM level" + (i - 1) + "\nNAME level" + i + "\n", "level" + (i - 1));
    }

    assertThat(images.load(ImageReference.parse("level10")).lineage().ancestors()).hasSize(10);
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> child("FROM level10\nNAME level11\n", "level10"))
        .withMessageContaining("level10:latest -> level9:latest")
        .withMessageStartingWith("FROM");
    assertThat(store.resolve(ImageReference.parse("level11"))).isEmpty();
  }

  @Test
  void anImageCannotTakeTheNameOfItsOwnAncestor() {
    build(PARENT);
    child(CHILD, "base:latest");

    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> child("FROM child\nNAME base\n", "child"))
        .withMessageContaining("base:latest -> child:latest -> base:latest");
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> child("FROM base\n", "base"))
        .withMessageContaining("base:latest -> base:latest");
  }

  @Test
  void whatANewerReleaseWroteIsHandedOnAndUnknownCapabilitiesAreNot() {
    foreign(
        """
        {"agent": {"from": "x.io/older", "later": {"a": [1.5]}, "capabilities": ["fly"],
         "contexts": [{"name": "SOUL", "file": "soul.md"}]},
         "new": true, "x-otters": {"moons": ["io"]}}
        """,
        "x.io/base:1");
    BuiltImage built = child("FROM x.io/base:1\nNAME child\n", "x.io/base:1");

    AgentImage child = images.load(built.digest());
    assertThat(child.unknown().root()).containsEntry("new", true);
    assertThat(child.unknown().agent()).containsEntry("later", Map.of("a", List.of(1.5)));
    assertThat(child.unknown().extension()).containsEntry("moons", List.of("io"));
    assertThat(child.unknown().capabilities()).isEmpty();
    assertThat(child.unknown().layers())
        .singleElement()
        .extracting(Descriptor::mediaType)
        .isEqualTo("application/later");
    assertThat(child.contexts()).extracting(ContextFile::text).containsExactly("soul");
    assertThat(child.lineage().ancestors())
        .extracting(Ancestor::name)
        .containsExactly("x.io/base:1", "x.io/older:latest");
  }

  @Test
  void aSkillsFolderIsHandedOnUnlessTheChildHasItsOwn() throws IOException {
    Path skill = Files.createDirectories(context.resolve("skills/talk"));
    Files.writeString(skill.resolve("SKILL.md"), "---\nname: talk\ndescription: Talks.\n---\n");
    build(PARENT + "SKILL talk skills/talk\n");
    AgentImage parent = images.load(ImageReference.parse("base"));
    Files.delete(skill.resolve("SKILL.md"));

    AgentImage child = images.load(child("FROM base\nNAME child\n", "base").digest());

    assertThat(child.skills()).isEqualTo(parent.skills());
    assertThat(child.skills()).extracting(DataFile::description).containsExactly("Talks.");
    Files.writeString(skill.resolve("SKILL.md"), "---\nname: talk\ndescription: Sings.\n---\n");
    AgentImage own =
        images.load(child("FROM base\nNAME own\nSKILL talk skills/talk\n", "base").digest());
    assertThat(own.skills()).hasSize(1).doesNotContainAnyElementsOf(parent.skills());
  }

  @Test
  void aDamagedLayerOfTheParentIsNotHandedOn() throws IOException {
    build(PARENT);
    AgentImage parent = images.load(ImageReference.parse("base"));
    Path blob = store.path(parent.files().getFirst().content().digest());
    assertThat(blob.toFile().setWritable(true)).isTrue();
    Files.writeString(blob, "{}");

    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> child(CHILD, "base:latest"))
        .withMessageContaining("parent image is damaged")
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.DIGEST_MISMATCH));
    assertThat(store.resolve(ImageReference.parse("child"))).isEmpty();
  }

  @Test
  void whatIsInheritedOverAndOverStopsBeforeNobodyCanReadIt() {
    String text = "x".repeat(1_000_000);
    build(PARENT.replace("NAME base", "NAME level0"));
    for (int i = 1; i <= 8; i++) {
      child(level(i, text), "level" + (i - 1));
    }

    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> child(level(9, text), "level8"))
        .withMessageContaining("larger than 8 MiB");
    assertThat(images.load(ImageReference.parse("level8")).contexts()).hasSize(10);
  }

  private static String level(int number, String text) {
    return "FROM level%d%nNAME level%d%nCONTEXT C%d <<X%n%s%nX%n"
        .formatted(number - 1, number, number, text);
  }

  @Test
  void aBuildIsGivenTheParentThatItsFileNames() {
    Agentfile file = parse(CHILD);

    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new AgentBuild(
                    file, Optional.empty(), context, List.of(), runtime(), Optional.empty()));
  }

  private String text(AgentImage image, String name) throws IOException {
    Descriptor content =
        image.files().stream()
            .filter(file -> file.name().equals(name))
            .findFirst()
            .orElseThrow()
            .content();
    return Files.readString(store.path(content.digest()));
  }

  private BuiltImage build(String source) {
    return images.build(
        new AgentBuild(
            parse(source), Optional.empty(), context, List.of(), runtime(), Optional.empty()),
        Progress.NONE);
  }

  private BuiltImage child(String source, String parent) {
    AgentBuild.Parent found =
        new AgentBuild.Parent(ImageName.of(parent), images.load(ImageReference.parse(parent)));
    return images.build(
        new AgentBuild(
            parse(source), Optional.of(found), context, List.of(), runtime(), Optional.empty()),
        Progress.NONE);
  }

  private void foreign(String config, String reference) {
    try (Ingest ingest = store.ingest()) {
      Descriptor later =
          ingest.put("application/later", "?".getBytes(UTF_8)).withAnnotations(Map.of());
      Descriptor soul =
          ingest
              .put(MediaTypes.CONTEXT, "soul".getBytes(UTF_8))
              .withAnnotations(Map.of("org.opencontainers.image.title", "SOUL.md"));
      Descriptor blob = ingest.put(MediaTypes.AGENT_CONFIG, config.getBytes(UTF_8));
      ingest.tag(
          ImageReference.parse(reference),
          Samples.manifest(ingest, blob, List.of(soul, later), Map.of()),
          Origin.PULLED);
      ingest.commit();
    }
  }

  private static ImageName runtime() {
    return ImageName.of("otters/runtime:0.1.0");
  }

  private static Agentfile parse(String source) {
    return switch (AgentfileParser.parse("Agentfile", source.getBytes(UTF_8), Map.of())) {
      case ParseResult.Parsed(Agentfile file, var warnings, var places) -> file;
      case ParseResult.Rejected(var problems) -> throw new AssertionError(problems);
    };
  }
}
