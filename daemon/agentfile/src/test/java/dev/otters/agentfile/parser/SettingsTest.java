package dev.otters.agentfile.parser;

import static dev.otters.agentfile.parser.Parsing.agentfile;
import static dev.otters.agentfile.parser.Parsing.errors;
import static dev.otters.agentfile.parser.Parsing.problem;
import static dev.otters.agentfile.parser.Parsing.warnings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.otters.agentfile.Capability;
import org.junit.jupiter.api.Test;

class SettingsTest {
  @Test
  void execIsAListOfStrings() {
    assertThat(agentfile("EXEC [\"serve\", \"--x\", \"a b\"]").exec())
        .containsExactly("serve", "--x", "a b");
    assertThat(agentfile("EXEC[\"serve\"]").exec()).containsExactly("serve");
    assertThat(agentfile("exec [ ]").exec()).isEmpty();
    assertThat(agentfile("EXEC [\"\\/\\u0041\\n\"]").exec()).containsExactly("/A\n");
  }

  @Test
  void otherFormsOfExecAreRefused() {
    assertThat(
            errors(
                "EXEC",
                "EXEC serve --x",
                "EXEC \"serve\"",
                "EXEC [serve]",
                "EXEC [\"a\" \"b\"]",
                "EXEC [\"a\",]",
                "EXEC [\"a\"",
                "EXEC [\"a\"] \"b\"",
                "EXEC [1]"))
        .containsExactly(
            "2:5: EXEC needs a list of quoted strings in [ ]",
            "3:6: EXEC needs a list of quoted strings in [ ]",
            "4:6: EXEC needs a list of quoted strings in [ ]",
            "5:7: EXEC needs an argument in double quotes here",
            "6:11: EXEC needs , or ] after an argument",
            "7:11: EXEC needs an argument in double quotes here",
            "8:10: EXEC needs , or ] after an argument",
            "9:12: EXEC does not expect '\"b\"' here",
            "10:7: EXEC needs an argument in double quotes here");
  }

  @Test
  void labelsKeepTheirOrderAndTheLastOneOfAKeyWins() {
    assertThat(agentfile("LABEL b=1", "LABEL a.b/c=\"x y\"", "LABEL url=https://x/?a=b!").labels())
        .containsExactly(entry("b", "1"), entry("a.b/c", "x y"), entry("url", "https://x/?a=b!"));
    assertThat(warnings("LABEL a=1", "LABEL a=2"))
        .containsExactly("3:7: LABEL \"a\" replaces the one of line 2");
  }

  @Test
  void labelsWithoutKeyOrValueAreRefused() {
    assertThat(errors("LABEL", "LABEL a", "LABEL =b", "LABEL a=", "LABEL a=b c=d", "LABEL \"a\"=b"))
        .containsExactly(
            "2:6: LABEL needs a key",
            "3:8: LABEL needs = after the key, as in key=\"value\"",
            "4:7: LABEL needs a key here",
            "5:9: a value is missing after =; write \"\" for an empty one",
            "6:11: LABEL does not expect \"c=d\" here: put text with blanks in double quotes",
            "7:7: LABEL needs a key here, without quotes");
  }

  @Test
  void labelsThatResembleOursWarn() {
    var problem = problem("LABEL io.openotters.required_env=\"A\"");

    assertThat(problem.message())
        .isEqualTo("label \"io.openotters.required_env\" is not one that Otters knows");
    assertThat(problem.suggestion()).contains("io.openotters.required-env");
    assertThat(agentfile("LABEL io.openotters.pids=64").labels()).hasSize(1);
  }

  @Test
  void capabilitiesAreASetInEitherSpelling() {
    assertThat(agentfile("CAPABILITY note-save job_wait", "CAPABILITY note_save").capabilities())
        .containsExactly(Capability.NOTE_SAVE, Capability.JOB_WAIT);
  }

  @Test
  void unknownCapabilitiesShowTheListAndTheNearest() {
    var problem = problem("CAPABILITY note_svae");

    assertThat(problem.message()).isEqualTo("CAPABILITY \"note_svae\" is not a capability");
    assertThat(problem.allowed()).hasSize(33).contains("agent-create-from-source");
    assertThat(problem.suggestion()).contains("note-save");
  }

  @Test
  void everyWrongCapabilityOfALineIsReported() {
    assertThat(
            errors(
                "CAPABILITY",
                "CAPABILITY \"\"",
                "CAPABILITY x note-save y",
                "CAPABILITY Note-Save"))
        .containsExactly(
            "2:11: CAPABILITY needs the name of a capability",
            "3:12: CAPABILITY needs the name of a capability here, without quotes",
            "4:12: CAPABILITY \"x\" is not a capability",
            "4:24: CAPABILITY \"y\" is not a capability",
            "5:12: CAPABILITY \"Note-Save\" is not a capability");
  }
}
