package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What docs/images.md says, done with a registry that wants a login. */
@Tag("bubblewrap")
class DocumentedImagesTest {
  private static final String EVERYTHING =
      """
      <configuration>
        <appender name="ALL" class="ch.qos.logback.core.FileAppender">
          <file>%s/all.log</file>
          <encoder><pattern>%%msg %%kvp%%n%%ex</pattern></encoder>
        </appender>
        <logger name="dev.otters" level="TRACE"/>
        <root level="INFO"><appender-ref ref="ALL"/></root>
      </configuration>
      """;

  private LoginRegistry registry;
  private Otters otters;

  @BeforeEach
  void open() throws IOException {
    registry = LoginRegistry.start();
    otters = Otters.freshWithBubblewrap().with("REGISTRY", registry.address());
    Path logging = otters.files().resolve("logging.xml");
    Otters.write(logging, EVERYTHING.formatted(otters.home()));
    otters.with("OTTERSD_JAVA_OPTS", "-Dlogback.configurationFile=" + logging);
    Otters.write(otters.files().resolve("password.txt"), LoginRegistry.PASSWORD + "\n");
    Otters.write(otters.files().resolve("wrong.txt"), "canary-wrong\n");
  }

  @AfterEach
  void close() throws IOException {
    otters.close();
    registry.close();
  }

  @Test
  void everyCommandOfThePageDoesWhatThePageSaysAndThePasswordIsNowhere() throws IOException {
    int count = DocumentedCommands.of("docs/images.md").run(otters);

    assertThat(count).isGreaterThan(25);
    assertThat(Otters.read(otters.home().resolve("all.log"))).contains("/v1/images/push", "Pushed");
    assertThat(Trees.filesWith(otters.home(), LoginRegistry.PASSWORD, "canary-wrong")).isEmpty();
  }
}
