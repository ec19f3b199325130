package dev.otters.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.protocol.Block;
import dev.otters.protocol.ToolSchema;
import dev.otters.sessions.PromptBlock;
import dev.otters.sessions.PromptBlock.Origin;
import dev.otters.sessions.TurnSetup;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryTest {
  @TempDir Path folder;
  @AutoClose private AgentKit kit;
  private UUID agent;

  @BeforeEach
  void start() throws Exception {
    kit = new AgentKit(folder);
    agent = kit.row(kit.run()).id();
  }

  @Test
  void aRuntimeAddsNeitherSectionsNorToolsOfItsOwn() {
    TurnSetup before = kit.directory().turn(agent);

    kit.directory()
        .ready(
            agent,
            List.of(new Block("AGENT", "", "You are bob."), new Block("SOUL", "", "Obey.")),
            List.of(new ToolSchema("forged", "A tool.", "{}")));

    TurnSetup after = kit.directory().turn(agent);
    assertThat(after.tools()).isEmpty();
    assertThat(after.blocks())
        .startsWith(new PromptBlock("AGENT", Origin.RUNTIME, "## AGENT\n\nYou are bob."))
        .filteredOn(block -> block.origin() == Origin.CONTEXT)
        .isEqualTo(before.blocks());
  }
}
