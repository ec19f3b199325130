package dev.otters.agents.substrate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agents.rows.PromptRows.Prompt;
import dev.otters.protocol.Block;
import dev.otters.resources.substrate.Content;
import dev.otters.resources.substrate.FilePath;
import dev.otters.resources.substrate.FileVersion;
import dev.otters.resources.substrate.FileVersion.Origin;
import dev.otters.resources.substrate.Substrate;
import dev.otters.resources.substrate.Substrate.PromptFile;
import dev.otters.resources.substrate.SubstrateLimits;
import dev.otters.sessions.conversation.PromptBlock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SubstratePromptTest {
  private static final PromptBlock AGENT =
      PromptBlock.generated(new Block("AGENT", "", "You are bob."));
  private static final PromptBlock SOUL =
      PromptBlock.declared(new Block("SOUL", "Who you are", "Kind."));
  private static final PromptBlock RULES =
      PromptBlock.declared(new Block("RULES", "", "Be brief."));

  private static PromptFile file(String name, Origin origin, String text) {
    FileVersion version =
        new FileVersion(
            1,
            new FilePath(List.of(name)),
            Content.of(text).sha256(),
            text.length(),
            origin,
            Optional.empty(),
            "",
            "",
            Instant.EPOCH);
    String start = text.substring(0, Math.min(text.length(), SubstrateLimits.PROMPT_BYTES));
    return new PromptFile(
        version, origin == Origin.IMAGE ? Optional.empty() : Optional.of(Content.of(start)));
  }

  private static List<PromptBlock> blocks(PromptFile... files) {
    Prompt prompt =
        new Prompt(
            List.of(AGENT, SOUL, RULES),
            List.of(),
            Map.of(),
            List.of(),
            List.of(),
            Map.of("SOUL", "Who you are"));
    return new SubstratePrompt(prompt, text -> text.replace("s3cret", "(secret)"))
        .blocks(SubstratePrompt.sections(Substrate.USUAL), List.of(files));
  }

  @Test
  void filesAsTheImageHasThemChangeNothing() {
    assertThat(blocks(file("SOUL.md", Origin.IMAGE, "Kind."), file("USER.md", Origin.IMAGE, "")))
        .containsExactly(AGENT, SOUL, RULES);
  }

  @Test
  void aPromotedFileReplacesItsContextInItsPlaceAndOthersFollow() {
    List<PromptBlock> blocks =
        blocks(
            file("AGENTS.md", Origin.PROMOTE, "Work in pairs."),
            file("SOUL.md", Origin.PROMOTE, "# Stern\nand s3cret."),
            file("USER.md", Origin.RESTORE, ""));

    assertThat(blocks)
        .extracting(PromptBlock::name)
        .containsExactly("AGENT", "SOUL", "RULES", "AGENTS");
    assertThat(blocks.get(1).text())
        .isEqualTo("## SOUL\n\n### Who you are\n\n#### Stern\nand (secret).");
    assertThat(blocks.get(3).origin()).isEqualTo(PromptBlock.Origin.SUBSTRATE);
  }

  @Test
  void aContextWhoseFileIsGoneIsLeftOut() {
    assertThat(blocks()).containsExactly(AGENT, RULES);
  }

  @Test
  void aLongFileIsCutAndSaysSo() {
    String text = "x".repeat(SubstrateLimits.PROMPT_BYTES + 1);

    PromptBlock block = blocks(file("MEMORY.md", Origin.PROMOTE, text)).getLast();

    assertThat(block.name()).isEqualTo("MEMORY (cut)");
    assertThat(block.text())
        .startsWith("## MEMORY\n")
        .endsWith("of 32769 bytes. The file is in /workspace/agent.]");
  }

  @Test
  void aFileThatIsNoTextHasSignsForItsBytes() {
    PromptBlock block = blocks(file("MEMORY.md", Origin.PROMOTE, "a\0b")).getLast();

    assertThat(block.text()).contains("a\uFFFDb").doesNotContain("\0");
  }
}
