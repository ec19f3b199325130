package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The commands of docs/tools.md, in two homes that share a registry. */
@Tag("bubblewrap")
class DocumentedToolsTest {
  private static final String PAGE = "docs/tools.md";
  private static final String OTHER = "## Use it in another home";
  private static final String SCRIPT =
      """
      rules:
        - when: {result: {matches: "([0-9]+ /workspace/src/Agentfile)"}}
          say: "${1}"
        - when: {user: "Agentfile"}
          call: {tool: lines, args: ["/workspace/src/Agentfile"]}
      """;

  @Test
  void aLocalScriptBecomesAToolOfAnotherHome() throws IOException {
    try (LoginRegistry registry = LoginRegistry.start();
        Otters first = home(registry);
        Otters second = home(registry)) {
      int count =
          DocumentedCommands.of(PAGE, "## Tools of this release", OTHER).run(first)
              + DocumentedCommands.of(PAGE, OTHER, "## Limits").run(second);

      assertThat(count).isEqualTo(28);
    }
  }

  private static Otters home(LoginRegistry registry) throws IOException {
    Otters otters = Otters.freshWithBubblewrap().with("REGISTRY", registry.address());
    Otters.write(otters.files().resolve("password.txt"), LoginRegistry.PASSWORD + "\n");
    otters.script("counter", SCRIPT);
    return otters;
  }
}
