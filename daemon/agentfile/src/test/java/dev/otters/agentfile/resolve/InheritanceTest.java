package dev.otters.agentfile.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.AgentfileBuilder;
import dev.otters.agentfile.Bin;
import dev.otters.agentfile.Capability;
import dev.otters.agentfile.Config;
import dev.otters.agentfile.Context;
import dev.otters.agentfile.Env;
import dev.otters.agentfile.ParseResult;
import dev.otters.agentfile.Resource;
import dev.otters.agentfile.Skill;
import dev.otters.agentfile.Vault;
import dev.otters.agentfile.parser.AgentfileParser;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class InheritanceTest {
  private static final Agentfile PARENT =
      parse(
          """
          FROM scratch
          RUNTIME otters/runtime:1
          MODEL scripted/parent
          NAME parent
          CONTEXT SOUL "Who" <<X
          parent's soul
          X
          CONTEXT RULES <<X
          parent's rules
          X
          CONFIG max-tokens=10
          CONFIG region!
          BIN jq tools/jq:1 "old"
          ADD a.json data "old"
          ENV TONE=long
          EXEC ["serve", "--old"]
          LABEL description="parent"
          LABEL zone=a
          ARG who=parent
          CAPABILITY note-save note-list
          RESOURCE files mode=read root=/a
          VAULT token ENV=TOKEN FOR=jq
          SKILL talk skills/talk
          """);

  @Test
  void aChildOfNothingOwnIsItsParentUnderItsOwnTextAndFrom() {
    Agentfile child = parse("FROM parent:1\n");

    Agentfile merged = Inheritance.merge(PARENT, child);

    assertThat(merged.source()).isEqualTo("FROM parent:1\n");
    assertThat(merged.from()).isEqualTo("parent:1");
    assertThat(merged)
        .usingRecursiveComparison()
        .ignoringFields("source", "header.from")
        .isEqualTo(PARENT);
  }

  @Test
  void runtimeModelNameAndExecAreTheChildsAndItsRuntimeDropsConfigs() {
    Agentfile merged =
        merged(
            """
            RUNTIME otters/runtime:2
            MODEL scripted/child
            NAME child
            CONFIG tool-timeout=5
            EXEC ["serve"]
            """);

    assertThat(merged.runtime()).hasToString("Optional[otters/runtime:2]");
    assertThat(merged.model()).hasToString("Optional[scripted/child]");
    assertThat(merged.name()).contains("child");
    assertThat(merged.exec()).containsExactly("serve");
    assertThat(merged.configs()).extracting(Config::key).containsExactly("tool-timeout");
    assertThat(merged.missingConfigs()).isEmpty();
  }

  @Test
  void aRequiredConfigOfTheParentIsSatisfiedByTheChild() {
    assertThat(merged("CONFIG max-tokens=20\n").missingConfigs()).containsExactly("region");
    assertThat(merged("CONFIG region=eu\n").missingConfigs()).isEmpty();
    assertThat(merged("CONFIG max-tokens=20\n").effectiveConfigs().get("max-tokens"))
        .hasToString("Int[value=20]");
  }

  @Test
  void keyedDirectivesKeepTheParentsPlace() {
    Agentfile merged =
        merged(
            """
            CONTEXT OWN <<X
            child's own
            X
            CONTEXT SOUL <<X
            child's soul
            X
            LABEL zone=b
            LABEL own=c
            RESOURCE mail mode=read
            RESOURCE files mode=read-write root=/b
            VAULT token ENV=TOKEN2 FOR=jq
            SKILL talk skills/other
            """);

    assertThat(merged.contexts()).extracting(Context::name).containsExactly("SOUL", "RULES", "OWN");
    assertThat(merged.contexts().getFirst().body()).isEqualTo(new Context.Inline("child's soul"));
    assertThat(merged.labels().sequencedKeySet()).containsExactly("description", "zone", "own");
    assertThat(merged.labels()).containsEntry("zone", "b");
    assertThat(merged.resources()).extracting(Resource::name).containsExactly("files", "mail");
    assertThat(merged.resources().getFirst().mode()).isEqualTo(Resource.Access.READ_WRITE);
    assertThat(merged.vaults()).extracting(Vault::env).containsExactly("TOKEN2");
    assertThat(merged.skills())
        .extracting(Skill::source)
        .containsExactly(new Skill.Folder("skills/other"));
  }

  @Test
  void toolsFilesAndVariablesAreAppendedAndTheLastOfANameCounts() {
    Agentfile merged =
        merged(
            """
            BIN jq tools/jq:2 "new"
            BIN rg tools/rg:1
            ADD b.json data "new"
            ENV TONE=short
            CAPABILITY note_list context-list
            """);

    assertThat(merged.bins()).hasSize(3);
    assertThat(merged.effectiveBins()).extracting(Bin::description).containsExactly("new", "");
    assertThat(merged.effectiveAdds())
        .singleElement()
        .hasToString("Add[source=b.json, name=data, description=new]");
    assertThat(merged.effectiveEnvs()).extracting(Env::value).containsExactly("short");
    assertThat(merged.capabilities())
        .containsExactly(Capability.NOTE_SAVE, Capability.NOTE_LIST, Capability.CONTEXT_LIST);
  }

  @Test
  void anArgOfTheParentIsRecordedAndNeverExpandsInTheChild() {
    assertThat(merged("ENV A=\"x\"\n").args()).containsEntry("who", "parent");
    assertThat(AgentfileParser.parse("f", "FROM p:1\nENV A=\"${who}\"\n", Map.of()))
        .satisfies(
            result ->
                assertThat(result.toString()).contains("${who}").doesNotContain("value=parent"));
  }

  @ParameterizedTest
  @MethodSource("families")
  void theOrderOfMergingDoesNotMatter(Agentfile a, Agentfile b, Agentfile c) {
    assertThat(Inheritance.merge(Inheritance.merge(a, b), c))
        .isEqualTo(Inheritance.merge(a, Inheritance.merge(b, c)));
  }

  @ParameterizedTest
  @MethodSource("families")
  void whatCountsOfTheChildCountsInTheMerged(Agentfile a, Agentfile b, Agentfile unused) {
    Agentfile merged = Inheritance.merge(a, b);

    assertThat(merged.effectiveConfigs()).containsAllEntriesOf(b.effectiveConfigs());
    assertThat(merged.effectiveBins()).containsAll(b.effectiveBins());
    assertThat(merged.effectiveAdds()).containsAll(b.effectiveAdds());
    assertThat(merged.effectiveEnvs()).containsAll(b.effectiveEnvs());
    assertThat(merged.effectiveResources()).containsAll(b.effectiveResources());
    assertThat(merged.effectiveVaults()).containsAll(b.effectiveVaults());
    assertThat(merged.effectiveSkills()).containsAll(b.effectiveSkills());
    assertThat(merged.contexts()).containsAll(b.contexts());
    assertThat(merged.labels()).containsAllEntriesOf(b.labels());
    assertThat(merged.capabilities()).containsAll(a.capabilities()).containsAll(b.capabilities());
    assertThat(merged.contexts().stream().limit(a.contexts().size()))
        .extracting(Context::name)
        .isEqualTo(a.contexts().stream().map(Context::name).toList());
  }

  @ParameterizedTest
  @MethodSource("families")
  void anEmptyParentAndAnEmptyChildChangeNothingThatCounts(Agentfile a, Agentfile b, Agentfile c) {
    Agentfile empty = new AgentfileBuilder().build();
    for (Agentfile merged :
        Stream.of(Inheritance.merge(empty, a), Inheritance.merge(a, empty)).toList()) {
      assertThat(merged.runtime()).isEqualTo(a.runtime());
      assertThat(merged.configs()).isEqualTo(a.configs());
      assertThat(merged.bins()).isEqualTo(a.bins());
      assertThat(merged.envs()).isEqualTo(a.envs());
      assertThat(merged.contexts()).isEqualTo(a.contexts());
      assertThat(merged.labels()).isEqualTo(a.labels());
      assertThat(merged.capabilities()).isEqualTo(a.capabilities());
      assertThat(merged.effectiveVaults()).isEqualTo(a.effectiveVaults());
      assertThat(merged.effectiveResources()).isEqualTo(a.effectiveResources());
      assertThat(merged.effectiveSkills()).isEqualTo(a.effectiveSkills());
    }
  }

  static Stream<Arguments> families() {
    return LongStream.range(0, 300)
        .mapToObj(Randomly::new)
        .map(random -> Arguments.of(random.agentfile(), random.agentfile(), random.agentfile()));
  }

  private static Agentfile merged(String child) {
    return Inheritance.merge(PARENT, parse("FROM parent:1\n" + child));
  }

  private static Agentfile parse(String source) {
    return switch (AgentfileParser.parse("Agentfile", source, Map.of())) {
      case ParseResult.Parsed(Agentfile file, var warnings, var places) -> file;
      case ParseResult.Rejected(var problems) -> throw new AssertionError(problems);
    };
  }
}
