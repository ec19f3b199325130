package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the examples of the language reference, but for those that need an image of a registry. The
 * page names no such model, so a script answers.
 */
@Tag("docker")
class DocumentedAgentfilesTest {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```agentfile\\n(.*?)^```$");
  private static final Pattern NEEDS_REGISTRY =
      Pattern.compile("(?m)^(FROM|BIN \\w+|SKILL \\w+) [a-z.]+\\.[a-z]+/");

  /** What the operator gives where an example asks for it. */
  private static final Map<String, List<String>> GIVEN =
      Map.of(
          "CONFIG region!", List.of("--config", "region=eu"),
          "required-mounts=\"/workspace/src\"", List.of("-v", "docs:/workspace/src:ro"));

  @AutoClose private static Otters otters;

  @BeforeAll
  static void open() throws IOException {
    otters = Otters.fresh();
    otters.script("clerk", "rules:\n  - say: \"done\"\n");
  }

  static Stream<String> examples() throws IOException {
    String page = Files.readString(Path.of(System.getProperty("otters.root"), "docs/agentfile.md"));
    List<String> examples =
        BLOCK
            .matcher(page)
            .results()
            .map(it -> it.group(1))
            .filter(it -> !NEEDS_REGISTRY.matcher(it).find())
            .toList();
    assertThat(examples).hasSizeGreaterThan(11);
    return examples.stream();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void anExampleRuns(String example) throws IOException {
    Path folder = otters.agentfile("example", example);
    for (String file : List.of("docs/rules.md", "data/cities.json", "notes of today.txt")) {
      Files.createDirectories(folder.resolve(file).getParent());
      Files.writeString(folder.resolve(file), "text");
    }
    Otters.write(
        folder.resolve("skills/deploy/SKILL.md"),
        "---\nname: deploy\ndescription: How to deploy.\n---\n");
    List<String> command = new ArrayList<>(List.of("run", folder.toString()));
    command.addAll(List.of("-t", "example", "--name", "example", "--model", "scripted/clerk"));
    GIVEN.forEach(
        (asked, given) -> {
          if (example.contains(asked)) {
            command.addAll(
                given.stream().map(it -> it.replace("docs:", folder + "/docs:")).toList());
          }
        });

    otters.run(command.toArray(String[]::new)).ok();
    assertThat(otters.run("prompt", "example", "go").ok().strip()).isEqualTo("done");
    otters.run("rm", "-f", "example").ok();
  }
}
