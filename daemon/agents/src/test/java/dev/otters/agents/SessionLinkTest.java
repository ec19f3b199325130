package dev.otters.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.home.time.ManualTime;
import dev.otters.home.token.SigningKey;
import dev.otters.home.token.TokenException;
import dev.otters.home.token.Tokens;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionLinkTest {
  @TempDir private Path folder;

  @Test
  void anAgentThatIsForgottenLeavesNoPromptAndNoToken() throws Exception {
    try (AgentKit kit = new AgentKit(folder)) {
      UUID agent = UUID.fromString(kit.run().id());
      assertThat(kit.directory().turn(agent)).isPresent();
      Tokens tokens =
          new Tokens(
              kit.database(),
              SigningKey.load(folder.resolve("signing.key")),
              "home",
              new ManualTime());
      String token = tokens.forNewSandbox(agent);
      SessionLink link = new SessionLink(kit.sessions(), tokens, kit.directory());
      kit.database().update(tx -> link.forget(tx, agent));

      assertThat(kit.directory().turn(agent)).isEmpty();
      assertThatThrownBy(() -> tokens.authenticate(agent, token))
          .isInstanceOf(TokenException.class);
    }
  }
}
