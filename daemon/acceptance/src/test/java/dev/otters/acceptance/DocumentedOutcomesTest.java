package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs docs/outcomes.md, with the outcome that it shows. */
@Tag("bubblewrap")
class DocumentedOutcomesTest {
  private static final String PAGE = "docs/outcomes.md";
  private static final Pattern OUTCOME = Pattern.compile("(?s)```json\n(.*?)```");

  @AutoClose private Otters otters;

  @Test
  void everyCommandOfThePageDoesWhatThePageSays() throws IOException {
    otters = Otters.freshWithBubblewrap();
    Matcher outcome = OUTCOME.matcher(Otters.read(Distribution.root().resolve(PAGE)));
    assertThat(outcome.find()).isTrue();
    Otters.write(otters.files().resolve("outcome.json"), outcome.group(1));
    Editor.prepare(otters);
    otters.run("run", "./editor").ok();
    otters.run("prompt", "-s", "draft", "editor", "Hello").ok();

    assertThat(DocumentedCommands.of(PAGE).run(otters)).isEqualTo(10);

    assertThat(otters.run("outcome", "evaluate", "editor", "draft").out())
        .contains("missing_outcome");
  }
}
