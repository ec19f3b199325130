package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Vaults in bubblewrap, and docs/vaults.md. */
@Tag("bubblewrap")
class BubblewrapVaultToolsTest extends VaultTools {
  @Override
  Otters fresh() throws IOException {
    return Otters.freshWithBubblewrap();
  }

  @Override
  List<String> sandboxes() {
    return otters.sandboxes();
  }

  @Test
  void everyCommandOfThePageDoesWhatThePageSays() throws IOException {
    Otters.write(otters.files().resolve("token.txt"), canary + "\n");
    Otters.write(otters.files().resolve("ops/Agentfile"), AGENTFILE);

    assertThat(DocumentedCommands.of("docs/vaults.md").run(otters)).isEqualTo(7);
  }
}
