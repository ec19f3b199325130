package dev.otters.agentfile.parser;

import static dev.otters.agentfile.parser.Parsing.agentfile;
import static dev.otters.agentfile.parser.Parsing.errors;
import static dev.otters.agentfile.parser.Parsing.warnings;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agentfile.Add;
import dev.otters.agentfile.Bin;
import dev.otters.agentfile.ImageName;
import dev.otters.agentfile.ParseResult;
import org.junit.jupiter.api.Test;

class BinAndAddTest {
  private static final String DIGEST = "sha256:" + "0123456789abcdef".repeat(4);

  @Test
  void aBinHasANameAndAnImage() {
    assertThat(agentfile("BIN jq ghcr.io/acme/tools/jq:1.7@" + DIGEST).bins())
        .containsExactly(
            new Bin("jq", ImageName.of("ghcr.io/acme/tools/jq:1.7@" + DIGEST), "", ""));
  }

  @Test
  void aBinMayHaveADescriptionAndAUsage() {
    assertThat(agentfile("BIN jq tools/jq \"JSON\" <<EOF", "jq FILTER", "EOF").bins())
        .containsExactly(new Bin("jq", ImageName.of("tools/jq"), "JSON", "jq FILTER"));
  }

  @Test
  void aBinWithoutItsOperandsIsRefused() {
    assertThat(errors("BIN", "BIN jq", "BIN \"\" tools/jq", "BIN jq \"JSON\""))
        .containsExactly(
            "2:4: BIN needs a name",
            "3:7: BIN needs an image reference such as ghcr.io/openotters/tools/jq:latest",
            "4:5: BIN needs a name here, without quotes",
            "5:8: BIN needs an image reference such as ghcr.io/openotters/tools/jq:latest here,"
                + " without quotes");
  }

  @Test
  void bothOperandsOfABinAreChecked() {
    assertThat(errors("BIN ../jq ghcr.io/jq:a/b:c@sha256:1")).hasSize(2);
    assertThat(errors("BIN jq tools/jq@sha256:12", "BIN jq tools/jq JSON"))
        .containsExactly(
            "2:8: BIN \"tools/jq@sha256:12\" has a digest that is not sha256: and 64 lower-case hex"
                + " digits",
            "3:17: BIN does not expect \"JSON\" here: put text with blanks in double quotes");
  }

  @Test
  void aRepeatedBinWarnsAndBothAreKept() {
    var lines = new String[] {"BIN jq a", "BIN rg b", "BIN jq c"};
    var agentfile = ((ParseResult.Parsed) Parsing.parse(lines)).agentfile();

    assertThat(warnings(lines)).containsExactly("4:5: BIN jq replaces the one of line 2");
    assertThat(agentfile.bins()).hasSize(3);
    assertThat(agentfile.inForce(Bin.class))
        .extracting(it -> it.image().toString())
        .containsExactly("c", "b");
  }

  @Test
  void anAddedFileKeepsItsNameAndThePathAsItIsWritten() {
    assertThat(agentfile("ADD ./data//cities.json \"Known cities\"").all(Add.class))
        .containsExactly(new Add("./data//cities.json", "cities.json", "Known cities"));
  }

  @Test
  void anAddedFileMayBeRenamed() {
    assertThat(agentfile("ADD a.json b.json", "ADD c.json /etc/data/d.json").all(Add.class))
        .containsExactly(new Add("a.json", "b.json", ""), new Add("c.json", "d.json", ""));
  }

  @Test
  void theFolderOfATargetIsIgnoredWithAWarning() {
    assertThat(warnings("ADD cities.json /data/workspace/towns.json \"x\"", "ADD b.json sub/"))
        .containsExactly(
            "2:17: the file will be /etc/data/towns.json: ADD does not create folders",
            "3:12: the file will be /etc/data/b.json: ADD does not create folders");
  }

  @Test
  void aPathWithBlanksStandsInQuotes() {
    assertThat(agentfile("ADD \"my notes.txt\" notes.txt").all(Add.class))
        .containsExactly(new Add("my notes.txt", "notes.txt", ""));
  }

  @Test
  void anAddedFileStaysInsideTheBuildContext() {
    assertThat(
            errors(
                "ADD",
                "ADD \"\"",
                "ADD /etc/passwd",
                "ADD a/../../b",
                "ADD .",
                "ADD https://a.b/c"))
        .containsExactly(
            "2:4: ADD needs the path of a file in the build context",
            "3:5: ADD \"\" must be the path of a file, at most 4096 characters",
            "4:5: ADD \"/etc/passwd\" must be relative to the build context",
            "5:5: ADD \"a/../../b\" must not leave the build context with ..",
            "6:5: ADD \".\" must be a file, not a folder",
            "7:5: ADD \"https://a.b/c\" must be a file of the build context, nothing is"
                + " downloaded");
  }

  @Test
  void anAddedFileNeedsAnOrdinaryName() {
    assertThat(errors("ADD .env", "ADD env ..", "ADD a b c"))
        .containsExactly(
            "2:5: ADD \".env\" gives the file name \".env\", which must be 1 to 63 letters, digits,"
                + " '.', '_' or '-', and start with a letter or digit",
            "3:9: ADD \"..\" gives the file name \"..\", which must be 1 to 63 letters, digits,"
                + " '.', '_' or '-', and start with a letter or digit",
            "4:9: ADD does not expect \"c\" here: put text with blanks in double quotes");
  }
}
