package dev.otters.agents.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.agentfile.ImageName;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.SourceProblem;
import dev.otters.api.image.BuildResult;
import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.Progress;
import dev.otters.oci.agent.AgentImage;
import dev.otters.oci.agent.AgentImages;
import dev.otters.oci.agent.ContextFile;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.Origin;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParentsTest {
  private static final String PARENT =
      "FROM scratch\nMODEL scripted/x\nNAME base\nBIN jq tools/jq:1\nCONTEXT SOUL <<X\nsoul\nX\n";

  @TempDir Path folder;
  private OciStore store;
  private TestImages images;
  private Builds builds;
  private final List<String> pulls = new ArrayList<>();

  @BeforeEach
  void open() throws IOException {
    store = OciStore.open(folder.resolve("registry"));
    images = new TestImages(store, Files.createDirectory(folder.resolve("context")));
    ImageSource source =
        TestImages.source(store, (reference, scope, access, progress) -> pull(reference));
    builds =
        new Builds(store, folder.resolve("builds"), ImageName.of("otters/runtime:0.1.0"), source);
  }

  @Test
  void aParentOfTheStoreIsMergedAndRecorded() {
    images.agent("base:latest", PARENT);

    build("FROM base\nNAME child\n");

    AgentImage child = new AgentImages(store).load(ImageReference.parse("child"));
    assertThat(child.contexts()).extracting(ContextFile::text).containsExactly("soul");
    assertThat(child.annotations())
        .containsEntry("org.opencontainers.image.base.name", "base:latest");
    assertThat(pulls).isEmpty();
  }

  @Test
  void aParentOfARegistryIsPulledWhenItIsMissing() {
    images.agent("base:latest", PARENT);

    build("FROM registry.io/base\nNAME child\n");
    build("FROM registry.io/base\nNAME child\n");

    assertThat(pulls).containsExactly("registry.io/base:latest");
  }

  @Test
  void aCheckFetchesNothingAndSaysThatItDidNotSeeTheParent() {
    BuildResult result = check("FROM registry.io/base:1\nNAME child\n");

    assertThat(pulls).isEmpty();
    assertThat(result.warnings())
        .singleElement()
        .satisfies(
            warning -> {
              assertThat(warning.severity()).isEqualTo(SourceProblem.WARNING);
              assertThat(warning.place()).hasToString("Agentfile:1:6");
              assertThat(warning.code()).isEqualTo("unseen-parent");
              assertThat(warning.message()).contains("only this file was checked");
            });
  }

  @Test
  void aCheckFindsWhatOnlyParentAndChildTogetherShow() {
    images.agent("base:latest", PARENT);

    assertThat(check("FROM base\nVAULT token ENV=TOKEN FOR=jq\nRESOURCE tickets\n").warnings())
        .extracting(SourceProblem::message)
        .containsExactly("this release does not implement RESOURCE: tickets has no effect");
    assertThatThrownBy(() -> check("FROM base\nVAULT token ENV=TOKEN FOR=curl\n"))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.problem().code()).isEqualTo(ErrorCode.AGENTFILE_INVALID);
              assertThat(e.problem().problems())
                  .last()
                  .satisfies(p -> assertThat(p.place()).hasToString("Agentfile:2:27"))
                  .satisfies(p -> assertThat(p.code()).isEqualTo("unknown-bin"))
                  .satisfies(p -> assertThat(p.message()).contains("the BIN \"curl\""));
            });
  }

  @Test
  void aParentThatIsNoAgentImageOrNotThereIsNamedAndNothingIsBuilt() {
    images.tool("jq", "tools/jq:1");

    assertThatThrownBy(() -> build("FROM tools/jq:1\nNAME child\n"))
        .isInstanceOf(OciException.class)
        .hasMessage("FROM \"tools/jq:1\": sha256:%s", hex("tools/jq:1") + " is not an agent image");
    assertThatThrownBy(() -> check("FROM tools/jq:1\n")).hasMessageContaining("not an agent image");
    assertThatThrownBy(() -> build("FROM absent\nNAME child\n"))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.problem().title()).startsWith("FROM \"absent\": ");
              assertThat(e.problem().remedy()).contains("never pulled");
            });
    assertThat(store.resolve(ImageReference.parse("child"))).isEmpty();
  }

  @Test
  void anUnreachableRegistryIsOneErrorThatNamesTheParent() {
    assertThatThrownBy(() -> build("FROM down.io/base\nNAME child\n"))
        .isInstanceOfSatisfying(
            OciException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(OciException.Reason.UNREACHABLE);
              assertThat(e).hasMessage("FROM \"down.io/base\": down.io does not answer");
            });
    assertThat(store.list()).isEmpty();
  }

  @Test
  void anImageThatWouldBeItsOwnAncestorIsRefusedByCheckAndBuild() {
    images.agent("base:latest", PARENT);

    for (boolean check : List.of(true, false)) {
      assertOwnAncestor("FROM base\nNAME base\n", List.of(), check);
      assertOwnAncestor("FROM base\nNAME other\n", List.of("base"), check);
    }
  }

  @Test
  void aLabelThatAsksForNothingReadableIsAnErrorAtItsLine() {
    assertThatThrownBy(() -> check("FROM scratch\nLABEL io.openotters.memory=much\n"))
        .isInstanceOfSatisfying(
            ApiException.class,
            e ->
                assertThat(e.problem().problems())
                    .singleElement()
                    .satisfies(p -> assertThat(p.place()).hasToString("Agentfile:2:28"))
                    .satisfies(p -> assertThat(p.code()).isEqualTo("invalid-value"))
                    .satisfies(p -> assertThat(p.message()).contains("such as 512m")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "RESOURCE memory moed=read | RESOURCE memory: kind=memory has no setting moed",
        "RESOURCE n kind=memory context-bytes=x | RESOURCE n: context-bytes must be a whole number",
        "BIN memory_read tools/jq:1 %RESOURCE memory | another tool with the name memory_read",
        "RESOURCE a.b kind=memory %RESOURCE a_b kind=memory | the name a_b_read",
        "RESOURCE notes.a kind=memory | another tool with the name notes_a_read",
      })
  void aResourceThatTheAgentCannotUseIsAnErrorAtItsLine(String lines, String why) {
    images.agent("base:latest", PARENT + "RESOURCE notes_a kind=memory\n");

    assertThatThrownBy(() -> check("FROM base\n" + lines.replace("%", "\n") + "\n"))
        .isInstanceOfSatisfying(
            ApiException.class,
            e ->
                assertThat(e.problem().problems())
                    .anySatisfy(p -> assertThat(p.message()).contains(why)));
  }

  private void assertOwnAncestor(String agentfile, List<String> tags, boolean check) {
    assertThatThrownBy(
            () ->
                run(
                    new Builds.AgentRequest(
                        "Agentfile", tags, check, Map.of(), "", Optional.empty()),
                    agentfile))
        .isInstanceOfSatisfying(
            ApiException.class,
            e ->
                assertThat(e.problem().problems())
                    .singleElement()
                    .satisfies(p -> assertThat(p.place()).hasToString("Agentfile:1:6"))
                    .satisfies(p -> assertThat(p.code()).isEqualTo("own-ancestor"))
                    .satisfies(
                        p -> assertThat(p.message()).contains("base:latest -> base:latest")));
  }

  private BuildResult build(String agentfile) {
    return run(
        new Builds.AgentRequest("Agentfile", List.of(), false, Map.of(), "", Optional.empty()),
        agentfile);
  }

  private BuildResult check(String agentfile) {
    return run(
        new Builds.AgentRequest("Agentfile", List.of(), true, Map.of(), "", Optional.empty()),
        agentfile);
  }

  private BuildResult run(Builds.AgentRequest request, String agentfile) {
    InputStream files = new Tars().file("Agentfile", agentfile).stream();
    return builds.agent(request, List.of(), files, Progress.NONE);
  }

  private Descriptor pull(ImageReference reference) {
    pulls.add(reference.toString());
    if (reference.toString().startsWith("down.io")) {
      throw new OciException(
          OciException.Reason.UNREACHABLE, "down.io does not answer", "Try again.");
    }
    Descriptor base = store.require(ImageReference.parse("base:latest"));
    store.tag(reference, base, Origin.PULLED);
    return base;
  }

  private String hex(String reference) {
    return store.require(ImageReference.parse(reference)).digest().hex();
  }
}
