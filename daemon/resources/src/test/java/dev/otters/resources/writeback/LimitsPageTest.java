package dev.otters.resources.writeback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.resources.scratch.ContextIds;
import dev.otters.resources.scratch.ScratchRows;
import dev.otters.resources.scratch.ScratchText;
import dev.otters.resources.substrate.FilePath;
import dev.otters.resources.substrate.SubstrateLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The limits that docs/resources.md and docs/scratchpads.md state are those of the code. */
class LimitsPageTest {
  private static final int LONGEST_ID = 64;

  private static String page(String name) throws IOException {
    return Files.readString(Path.of(System.getProperty("otters.root"), "docs", name));
  }

  @Test
  void ofDurableFiles() throws IOException {
    assertThat(page("resources.md"))
        .contains(
            "\n| a file, and a draft | %d MiB |\n".formatted(SubstrateLimits.FILE_BYTES >> 20),
            "\n| durable files of an agent | %d |\n".formatted(SubstrateLimits.FILES),
            "\n| versions of a file | the newest %d |\n".formatted(SubstrateLimits.VERSIONS),
            "\n| files of a promote | %d |\n".formatted(SubstrateLimits.CHANGES),
            "\n| drafts of a session | %d |\n".formatted(SubstrateLimits.DRAFTS),
            "\n| changed lines that a comparison shows | %d; ".formatted(LineDiff.MOST_EDITS),
            "\n| a path | %d names of up to %d bytes |\n"
                .formatted(FilePath.MOST_NAMES, FilePath.LONGEST_NAME),
            "the first %d KiB of a file".formatted(SubstrateLimits.PROMPT_BYTES >> 10));
  }

  @Test
  void ofScratchpads() throws IOException {
    assertThat(page("scratchpads.md"))
        .contains(
            "\n| scratchpads of a message | %d |\n".formatted(ContextIds.MOST),
            "\n| an id | %d letters, ".formatted(LONGEST_ID),
            "\n| an entry | %d KiB; ".formatted(ScratchRows.MOST_BYTES >> 10),
            "\n| entries of a scratchpad | %d; ".formatted(ScratchRows.MOST_ENTRIES),
            "\n| scratchpads | %d; ".formatted(ScratchRows.MOST_PADS),
            "The newest %d entries of each".formatted(ScratchText.MOST_ENTRIES),
            "up to %d KiB".formatted(ScratchText.MOST_BYTES >> 10));
    assertThat(ContextIds.check("a".repeat(LONGEST_ID))).hasSize(LONGEST_ID);
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> ContextIds.check("a".repeat(LONGEST_ID + 1)));
  }
}
