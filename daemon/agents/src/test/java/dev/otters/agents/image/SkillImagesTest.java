package dev.otters.agents.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.otters.agentfile.ImageName;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.SourceProblem;
import dev.otters.api.image.BuildResult;
import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import dev.otters.oci.agent.AgentImage;
import dev.otters.oci.agent.AgentImages;
import dev.otters.oci.agent.DataFile;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.manifest.ManifestCodec;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.Origin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Skills that an Agentfile takes from other images. */
class SkillImagesTest {
  private static final String OWN =
      "FROM scratch\nNAME own\nBIN sh tools/sh:1\nSKILL tea library:1 \"Our tea\"\n";

  @TempDir Path folder;
  private OciStore store;
  private AgentImages images;
  private Builds builds;

  @BeforeEach
  void aLibraryOfTwoSkills() {
    store = OciStore.open(folder.resolve("registry"));
    images = new AgentImages(store);
    ImageSource source =
        new ImageSource(
            store,
            (reference, scope, access, progress) -> {
              Descriptor pulled = store.require(ImageReference.parse("library:1"));
              try (Ingest ingest = store.ingest()) {
                ingest.tag(reference, pulled, Origin.PULLED);
                ingest.commit();
              }
              return pulled;
            },
            Platform.ofThisMachine(),
            new RuntimeChoice(TestImages.RUNTIME, List.of(), store));
    builds =
        new Builds(store, folder.resolve("builds"), ImageName.of("otters/runtime:0.1.0"), source);
    build("library:1", "FROM scratch\nSKILL tea s/tea\nSKILL coffee s/coffee\n");
  }

  @Test
  void aSkillOfAnotherImageBecomesALayerOfTheImage() throws IOException {
    build("own:1", OWN);

    AgentImage own = load("own:1");

    assertThat(own.skills())
        .extracting(DataFile::name, DataFile::description)
        .containsExactly(tuple("tea", "Our tea"));
    assertThat(own.skills().getFirst().content().digest())
        .isEqualTo(load("library:1").skills().getFirst().content().digest());
    assertThat(own.missingSkills()).isEmpty();
    store.untag(ImageReference.parse("library:1"));
    store.collect(List.of());
    images.unpack(own.skills().getFirst(), folder.resolve("unpacked"));
    assertThat(folder.resolve("unpacked/SKILL.md")).content().contains("name: tea");
    assertThat(folder.resolve("builds")).isEmptyDirectory();
  }

  @Test
  void aChildHasTheSkillsThatItsParentTookFromAnotherImage() {
    build("own:1", OWN);
    store.untag(ImageReference.parse("library:1"));

    build("child:1", "FROM own:1\nNAME child\n");

    assertThat(load("child:1").skills()).extracting(DataFile::name).containsExactly("tea");
  }

  @Test
  void anImageThatIsNotHereIsPulled() {
    build("own:1", OWN.replace("library:1", "registry.example.com/library:1"));

    assertThat(load("own:1").skills()).extracting(DataFile::name).containsExactly("tea");
  }

  @Test
  void aCheckPullsNothingAndNamesWhatItDidNotSee() {
    BuildResult checked =
        builds.agent(
            request("own:1", true),
            List.of(),
            files(OWN.replace("library:1", "registry.example.com/library:1")).stream(),
            Progress.NONE);

    assertThat(checked.warnings())
        .extracting(SourceProblem::code, p -> p.place().line(), SourceProblem::message)
        .containsExactly(
            tuple(
                "unseen-skill",
                4,
                "SKILL tea: the image \"registry.example.com/library:1\" is not in the local"
                    + " store, so it was not read"));
  }

  @Test
  void anImageWithoutTheSkillIsAFindingWithItsSkills() {
    build("empty:1", "FROM scratch\n");

    assertRejected(
        OWN.replace("SKILL tea", "SKILL cake"),
        "SKILL cake: image \"library:1\" has no skill of this name, but tea, coffee");
    assertRejected(
        OWN.replace("library:1", "empty:1"),
        "SKILL tea: image \"empty:1\" has no skill of this name, but none at all");
  }

  @Test
  void anImageThatIsMissingIsNamedWithItsSkill() {
    assertThatThrownBy(() -> build("own:1", OWN.replace("library:1", "gone:1")))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.problem().code()).isEqualTo(ErrorCode.IMAGE_NOT_FOUND);
              assertThat(e.problem().title())
                  .isEqualTo("SKILL tea: there is no image gone:1 in the local store");
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SKILL.md | ../../evil | hostile name",
        "SKILL.md | -> /etc/passwd | has something that is not a regular file",
        "README.md | x | has no SKILL.md",
      })
  void hostileFilesOfASkillAreRefused(String first, String second, String why) {
    Tars tar = new Tars().file(first, manual("tea"));
    hostile(
        second.startsWith("->")
            ? tar.link("link", second.substring(3))
            : tar.file(second, "content"));

    assertThatThrownBy(() -> build("own:1", OWN.replace("library:1", "hostile:1")))
        .isInstanceOf(OciException.class)
        .hasMessageStartingWith("SKILL tea: image \"hostile:1\": ")
        .hasMessageContaining(why);
    assertThat(store.resolve(ImageReference.parse("own:1"))).isEmpty();
    assertThat(folder.resolve("builds")).isEmptyDirectory();
  }

  @Test
  void aSkillThatDoesNotFollowTheConventionIsAFinding() {
    hostile(new Tars().file("SKILL.md", manual("cake")));

    assertRejected(
        OWN.replace("library:1", "hostile:1"),
        "SKILL tea: image \"hostile:1\" has a SKILL.md with the name \"cake\", which must be the"
            + " name of the SKILL");
  }

  @Test
  void aToolIsNotASkill() {
    build("own:1", OWN);
    try (Ingest ingest = store.ingest()) {
      Descriptor config = ingest.put(MediaTypes.IMAGE_CONFIG, new byte[] {'{', '}'});
      ingest.tag(
          ImageReference.parse("tool:1"),
          ingest.put(
              MediaTypes.MANIFEST,
              ManifestCodec.write(
                  new ImageManifest(
                      MediaTypes.MANIFEST, Optional.empty(), config, List.of(), Map.of()))),
          Origin.BUILT);
      ingest.commit();
    }

    assertThatThrownBy(() -> build("own:2", OWN.replace("library:1", "tool:1")))
        .isInstanceOf(OciException.class)
        .hasMessageMatching("SKILL tea: image \"tool:1\": .* is not an agent image");
  }

  /** Replaces the files of the skill {@code tea} in a copy of the library. */
  private void hostile(Tars tar) {
    ImageManifest library =
        (ImageManifest) store.manifest(store.require(ImageReference.parse("library:1")).digest());
    try (Ingest ingest = store.ingest();
        var bytes = tar.stream()) {
      Descriptor evil = ingest.put(MediaTypes.SKILL, bytes.readAllBytes());
      UnaryOperator<Descriptor> replaced =
          layer ->
              layer.annotations().containsValue("skills/tea")
                  ? evil.withAnnotations(layer.annotations())
                  : layer;
      ImageManifest manifest =
          new ImageManifest(
              library.mediaType(),
              library.artifactType(),
              library.config(),
              library.layers().stream().map(replaced).toList(),
              library.annotations());
      ingest.tag(
          ImageReference.parse("hostile:1"),
          ingest.put(MediaTypes.MANIFEST, ManifestCodec.write(manifest)),
          Origin.PULLED);
      ingest.commit();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void assertRejected(String agentfile, String message) {
    assertThatThrownBy(() -> build("own:1", agentfile))
        .isInstanceOfSatisfying(
            ApiException.class,
            e ->
                assertThat(e.problem().problems())
                    .extracting(SourceProblem::code, p -> p.place().line(), SourceProblem::message)
                    .containsExactly(tuple("unusable-file", 4, message)));
  }

  private AgentImage load(String name) {
    return images.load(ImageReference.parse(name));
  }

  private void build(String tag, String agentfile) {
    BuildResult built =
        builds.agent(request(tag, false), List.of(), files(agentfile).stream(), Progress.NONE);
    assertThat(built.tags()).containsExactly(tag);
  }

  private static Builds.AgentRequest request(String tag, boolean check) {
    return new Builds.AgentRequest(
        "Agentfile", List.of(tag), check, Map.of(), "", Optional.empty());
  }

  private static Tars files(String agentfile) {
    return new Tars()
        .file("Agentfile", agentfile)
        .file("s/tea/SKILL.md", manual("tea"))
        .file("s/coffee/SKILL.md", manual("coffee"));
  }

  private static String manual(String name) {
    return "---\nname: " + name + "\ndescription: Makes " + name + ".\n---\n";
  }
}
