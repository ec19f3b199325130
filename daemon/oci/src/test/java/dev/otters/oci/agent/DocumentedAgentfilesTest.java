package dev.otters.oci.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.ImageName;
import dev.otters.agentfile.ParseResult.Parsed;
import dev.otters.agentfile.parser.AgentfileParser;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.Progress;
import dev.otters.oci.store.OciStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Builds the examples of the language reference. */
class DocumentedAgentfilesTest {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```agentfile\\n(.*?)^```$");

  @TempDir private Path folder;

  @Test
  void everyExampleWithoutAParentCanBeBuiltAndReadBack() throws IOException {
    for (String file :
        List.of(
            "docs/rules.md", "data/cities.json", "notes of today.txt", "skills/deploy/SKILL.md")) {
      Files.createDirectories(folder.resolve("context").resolve(file).getParent());
      Files.writeString(
          folder.resolve("context").resolve(file),
          "---\nname: deploy\ndescription: How to deploy.\n---\n");
    }
    Path review = Files.createDirectories(folder.resolve("context/skills/review"));
    Files.writeString(
        review.resolve("SKILL.md"), "---\nname: review\ndescription: How to review.\n---\n");
    AgentImages images = new AgentImages(OciStore.open(folder.resolve("registry")));
    String page = Files.readString(Path.of(System.getProperty("otters.root"), "docs/agentfile.md"));
    List<Agentfile> examples =
        BLOCK
            .matcher(page)
            .results()
            .map(it -> AgentfileParser.parse("Agentfile", it.group(1).getBytes(UTF_8), Map.of()))
            .map(it -> ((Parsed) it).agentfile())
            .filter(it -> !it.hasParent())
            .toList();

    assertThat(examples).hasSizeGreaterThan(14);
    assertThat(examples)
        .allSatisfy(
            it ->
                assertThat(images.load(build(images, it)).agentfile().source())
                    .isEqualTo(it.source()));
  }

  private Digest build(AgentImages images, Agentfile agentfile) {
    AgentBuild build =
        new AgentBuild(
            agentfile,
            Optional.empty(),
            folder.resolve("context"),
            List.of(ImageReference.parse("example:1")),
            ImageName.of("otters/runtime:0.1.0"),
            Optional.empty(),
            Map.of("review", folder.resolve("context/skills/review")));
    return images.build(build, Progress.NONE).digest();
  }
}
