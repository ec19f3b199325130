package dev.otters.executor.system;

import dev.otters.executor.SandboxKey;
import dev.otters.executor.testkit.SandboxTest;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Tag;

/** Runs shell scripts as agents in bubblewrap. */
@Tag("bubblewrap")
abstract class BubblewrapTest extends SandboxTest {
  BubblewrapTest() {
    super(SystemFixture.FIXTURE);
  }

  /** Returns the folder with the sandbox's state. */
  Path state() {
    return state(temp, home, agent);
  }

  static Path state(Path temp, UUID home, SandboxKey agent) {
    return temp.resolve("home-" + home).resolve("system").resolve(agent.id().toString());
  }
}
