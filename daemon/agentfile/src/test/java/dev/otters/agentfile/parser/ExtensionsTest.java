package dev.otters.agentfile.parser;

import static dev.otters.agentfile.parser.Parsing.agentfile;
import static dev.otters.agentfile.parser.Parsing.errors;
import static dev.otters.agentfile.parser.Parsing.problem;
import static dev.otters.agentfile.parser.Parsing.warnings;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.otters.agentfile.ImageName;
import dev.otters.agentfile.ParseResult.Parsed;
import dev.otters.agentfile.Resource;
import dev.otters.agentfile.Resource.Access;
import dev.otters.agentfile.Skill;
import dev.otters.agentfile.Vault;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExtensionsTest {
  @Test
  void aResourceIsNamedAfterItsKindAndOnlyRead() {
    assertThat(agentfile("RESOURCE memory \"What was learnt\"").all(Resource.class))
        .containsExactly(
            new Resource(
                "memory",
                "memory",
                Access.READ,
                new LinkedHashMap<>(),
                Optional.empty(),
                "What was learnt"));
  }

  @Test
  void aResourceHasKindModeAndSettingsInAnyOrder() {
    Resource resource =
        agentfile("RESOURCE docs max_size=10 mode=read-write kind=files root=\"a b\" \"Papers\"")
            .all(Resource.class)
            .getFirst();

    assertThat(resource.kind()).isEqualTo("files");
    assertThat(resource.mode()).isEqualTo(Access.READ_WRITE);
    assertThat(resource.settings()).containsExactly(entry("max-size", "10"), entry("root", "a b"));
    assertThat(resource.description()).isEqualTo("Papers");
  }

  @Test
  void theYamlOfAResourceIsKeptVerbatim() {
    Resource resource =
        agentfile("RESOURCE db kind=mcp mode=read_write <<Y", "url: ${x}", "  a: [1]", "Y")
            .all(Resource.class)
            .getFirst();

    assertThat(resource.body()).contains("url: ${x}\n  a: [1]");
    assertThat(resource.mode()).isEqualTo(Access.READ_WRITE);
  }

  @Test
  void settingsAndYamlAreNotMixed() {
    assertThat(errors("RESOURCE db a=1 <<Y", "b: 2", "Y"))
        .containsExactly("2:17: RESOURCE takes settings or a YAML body, not both");
  }

  @Test
  void aMisspeltModeIsRecognised() {
    var problem = problem("RESOURCE db mode=readwrite");

    assertThat(problem.message()).isEqualTo("RESOURCE \"readwrite\" is not a mode");
    assertThat(problem.allowed()).containsExactly("read", "read-write");
    assertThat(problem.suggestion()).contains("read-write");
  }

  @Test
  void aVaultNamesTheVariableAndTheTools() {
    assertThat(
            agentfile(
                    "VAULT github ENV=GITHUB_API_KEY FOR=gh,git \"Token\"",
                    "BIN gh tools/gh",
                    "BIN git tools/git")
                .all(Vault.class))
        .containsExactly(new Vault("github", "GITHUB_API_KEY", List.of("gh", "git"), "Token"));
  }

  @Test
  void aVaultIsForToolsOfTheFileOrOfItsParent() {
    var problem = problem("BIN kubectl tools/kubectl", "VAULT k8s ENV=TOKEN FOR=kubctl");

    assertThat(problem.message()).isEqualTo("this file has no BIN \"kubctl\"");
    assertThat(problem.line()).isEqualTo(3);
    assertThat(problem.allowed()).containsExactly("kubectl");
    assertThat(problem.suggestion()).contains("kubectl");
    assertThat(
            AgentfileParser.parse(
                "Agentfile",
                "FROM acme/base\nVAULT k8s ENV=TOKEN FOR=kubectl\n".getBytes(UTF_8),
                Map.of()))
        .isInstanceOf(Parsed.class);
  }

  @Test
  void whatAVaultLacksOrHasTooMuchIsNamed() {
    assertThat(
            errors(
                "VAULT v",
                "VAULT v ENV=A",
                "VAULT v FOR=a \"text\"",
                "VAULT v ENV=path FOR=,a,a",
                "VAULT v ENV=LD_PRELOAD FOR=a ENV=B TO=c"))
        .containsExactly(
            "2:8: VAULT needs ENV=<KEY>",
            "3:14: VAULT needs FOR=<bin>[,<bin>]",
            "4:15: VAULT needs ENV=<KEY>",
            "5:13: VAULT \"path\" must be upper-case letters, digits and '_', and start with a"
                + " letter or '_'",
            "5:22: VAULT \"\" must be 1 to 63 letters, digits, '.', '_' or '-', and start with a"
                + " letter or digit",
            "5:22: VAULT \"a\" is named twice after FOR=",
            "6:13: VAULT \"LD_PRELOAD\" is reserved: LD_* makes the loader run foreign code in"
                + " every program",
            "6:30: VAULT \"ENV\" appears twice on this line",
            "6:36: VAULT \"TO\" is not a key of this directive");
  }

  @Test
  void aSkillIsAFolderOrAnImage() {
    assertThat(
            agentfile(
                    "SKILL deploy skills//deploy/ \"How to deploy\"",
                    "SKILL review ghcr.io/acme/review:1",
                    "SKILL sums tools/sums:latest",
                    "SKILL dotted ./ghcr.io/x",
                    "SKILL spaced \"my skills/x\"")
                .all(Skill.class))
        .containsExactly(
            new Skill("deploy", new Skill.Folder("skills/deploy"), "How to deploy"),
            new Skill("review", new Skill.Image(ImageName.of("ghcr.io/acme/review:1")), ""),
            new Skill("sums", new Skill.Image(ImageName.of("tools/sums:latest")), ""),
            new Skill("dotted", new Skill.Folder("ghcr.io/x"), ""),
            new Skill("spaced", new Skill.Folder("my skills/x"), ""));
  }

  @Test
  void aSkillStaysInTheBuildContext() {
    assertThat(errors("SKILL s", "SKILL s .", "SKILL s a/../..", "SKILL s /etc", "SKILL s \"\""))
        .containsExactly(
            "2:8: SKILL needs the path of a folder in the build context, or an image",
            "3:9: SKILL \".\" must be a folder inside the build context, not all of it",
            "4:9: SKILL \"a/../..\" must not leave the build context with ..",
            "5:9: SKILL \"/etc\" must be relative to the build context",
            "6:9: SKILL \"\" must be the path of a folder, at most 4096 characters");
  }

  @Test
  void aRepeatedNameReplacesWithAWarning() {
    assertThat(warnings("RESOURCE a", "RESOURCE a", "SKILL a b", "SKILL a c"))
        .containsExactly(
            "3:10: RESOURCE a replaces the one of line 2",
            "5:7: SKILL a replaces the one of line 4");
  }
}
