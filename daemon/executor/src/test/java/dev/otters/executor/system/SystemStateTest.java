package dev.otters.executor.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.SandboxKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SystemStateTest {
  @TempDir Path temp;

  @Test
  void theFoldersOfSandboxesTellTheirKeys() throws IOException {
    SandboxKey agent = SandboxKey.ofAgent(UUID.randomUUID());
    SandboxKey run = SandboxKey.ofToolRun(agent.owner());
    SystemState state = SystemState.open(temp.resolve("system"));
    state.create(agent);
    state.create(run);
    Files.createDirectory(state.folder().resolve(run.id() + ".other"));
    assertThat(state.sandboxes()).containsOnlyKeys(agent, run);
  }

  @Test
  void aFolderOfAReleaseWithoutPurposesIsTheSandboxOfItsAgent() throws IOException {
    UUID agent = UUID.randomUUID();
    SystemState state = SystemState.open(temp.resolve("system"));
    Files.createDirectory(state.folder().resolve(agent.toString()));
    assertThat(state.sandboxes()).containsOnlyKeys(SandboxKey.ofAgent(agent));
  }
}
