package dev.otters.agentfile.resolve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agentfile.Add;
import dev.otters.agentfile.Agentfile;
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
import java.util.List;
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

    Agentfile merged = Agentfile.merge(PARENT, child);

    assertThat(merged.source()).isEqualTo("FROM parent:1\n");
    assertThat(merged.from()).isEqualTo("parent:1");
    assertThat(merged)
        .usingRecursiveComparison()
        .ignoringFields("source", "from")
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
    assertThat(merged.all(Config.class)).extracting(Config::key).containsExactly("tool-timeout");
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
    assertThat(merged.all(Resource.class))
        .extracting(Resource::name)
        .containsExactly("files", "mail");
    assertThat(merged.all(Resource.class).getFirst().mode()).isEqualTo(Resource.Access.READ_WRITE);
    assertThat(merged.all(Vault.class)).extracting(Vault::env).containsExactly("TOKEN2");
    assertThat(merged.all(Skill.class))
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
    assertThat(merged.inForce(Bin.class)).extracting(Bin::description).containsExactly("new", "");
    assertThat(merged.inForce(Add.class))
        .singleElement()
        .hasToString("Add[source=b.json, name=data, description=new]");
    assertThat(merged.inForce(Env.class)).extracting(Env::value).containsExactly("short");
    assertThat(merged.capabilities())
        .containsExactly(Capability.NOTE_SAVE, Capability.NOTE_LIST, Capability.CONTEXT_LIST);
  }

  @Test
  void anEmptyExecKeepsTheParents() {
    assertThat(merged("EXEC []\n").exec()).containsExactly("serve", "--old");
  }

  @Test
  void repeatedResourcesOfOneFileAreKeptUntilTheyAreMerged() {
    String repeated = "FROM parent:1\nRESOURCE files root=/b\nRESOURCE files root=/c\n";

    assertThat(parse(repeated).all(Resource.class)).hasSize(2);
    assertThat(merged(repeated.substring("FROM parent:1\n".length())).all(Resource.class))
        .singleElement()
        .extracting(Resource::settings)
        .hasToString("{root=/c}");
  }

  @Test
  void anArgOfTheParentIsRecordedAndNeverExpandsInTheChild() {
    assertThat(merged("ENV A=\"x\"\n").all(Agentfile.Arg.class))
        .contains(new Agentfile.Arg("who", "parent"));
    assertThat(AgentfileParser.parse("f", "FROM p:1\nENV A=\"${who}\"\n".getBytes(UTF_8), Map.of()))
        .satisfies(
            result ->
                assertThat(result.toString()).contains("${who}").doesNotContain("value=parent"));
  }

  @ParameterizedTest
  @MethodSource("families")
  void theOrderOfMergingDoesNotMatter(Agentfile a, Agentfile b, Agentfile c) {
    assertThat(Agentfile.merge(Agentfile.merge(a, b), c))
        .isEqualTo(Agentfile.merge(a, Agentfile.merge(b, c)));
  }

  @ParameterizedTest
  @MethodSource("families")
  void whatCountsOfTheChildCountsInTheMerged(Agentfile a, Agentfile b, Agentfile unused) {
    Agentfile merged = Agentfile.merge(a, b);

    assertThat(merged.effectiveConfigs()).containsAllEntriesOf(b.effectiveConfigs());
    assertThat(merged.inForce(Bin.class)).containsAll(b.inForce(Bin.class));
    assertThat(merged.inForce(Add.class)).containsAll(b.inForce(Add.class));
    assertThat(merged.inForce(Env.class)).containsAll(b.inForce(Env.class));
    assertThat(merged.inForce(Resource.class)).containsAll(b.inForce(Resource.class));
    assertThat(merged.inForce(Vault.class)).containsAll(b.inForce(Vault.class));
    assertThat(merged.inForce(Skill.class)).containsAll(b.inForce(Skill.class));
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
    Agentfile empty = new Agentfile("", Agentfile.SYNTAX, Agentfile.SCRATCH, List.of());
    for (Agentfile merged :
        Stream.of(Agentfile.merge(empty, a), Agentfile.merge(a, empty)).toList()) {
      assertThat(merged.runtime()).isEqualTo(a.runtime());
      assertThat(merged.all(Config.class)).isEqualTo(a.all(Config.class));
      assertThat(merged.bins()).isEqualTo(a.bins());
      assertThat(merged.all(Env.class)).isEqualTo(a.all(Env.class));
      assertThat(merged.contexts()).isEqualTo(a.contexts());
      assertThat(merged.labels()).isEqualTo(a.labels());
      assertThat(merged.capabilities()).isEqualTo(a.capabilities());
      assertThat(merged.inForce(Vault.class)).isEqualTo(a.inForce(Vault.class));
      assertThat(merged.inForce(Resource.class)).isEqualTo(a.inForce(Resource.class));
      assertThat(merged.inForce(Skill.class)).isEqualTo(a.inForce(Skill.class));
    }
  }

  static Stream<Arguments> families() {
    return LongStream.range(0, 300)
        .mapToObj(Randomly::new)
        .map(random -> Arguments.of(random.agentfile(), random.agentfile(), random.agentfile()));
  }

  private static Agentfile merged(String child) {
    return Agentfile.merge(PARENT, parse("FROM parent:1\n" + child));
  }

  private static Agentfile parse(String source) {
    return switch (AgentfileParser.parse("Agentfile", source.getBytes(UTF_8), Map.of())) {
      case ParseResult.Parsed(Agentfile file, var warnings, var places) -> file;
      case ParseResult.Rejected(var problems) -> throw new AssertionError(problems);
    };
  }
}
