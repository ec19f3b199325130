package dev.otters.models.provider.scripted;

import dev.otters.models.gateway.Provider;
import dev.otters.models.gateway.ProviderContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

class ScriptedContractTest extends ProviderContract {
  @TempDir Path folder;

  @BeforeEach
  void write() throws IOException {
    Files.writeString(
        folder.resolve("contract.yaml"),
        """
        rules:
          - when: {user: "What is an otter"}
            say: "%s"
          - when: {user: "Which files"}
            call: {tool: ls, args: ["-l", "/workspace"]}
          - say: "%s"
            delay: 200ms
        """
            .formatted(ANSWER, "and on ".repeat(500)));
  }

  @Override
  protected Provider provider() {
    return new ScriptedProvider(List.of(folder));
  }

  @Override
  protected String model() {
    return "contract";
  }
}
