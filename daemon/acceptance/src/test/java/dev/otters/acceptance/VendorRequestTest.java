package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The bytes that a large model gets about the tools of an agent. */
@Tag("bubblewrap")
class VendorRequestTest {
  @AutoClose private final FakeVendor vendor;
  @AutoClose private final Otters otters;

  VendorRequestTest() throws IOException {
    vendor = new FakeVendor();
    otters = Otters.freshWithBubblewrap();
  }

  @Test
  void theUsageOfAToolIsInItsSchemaOnly() throws IOException {
    vendor.add(otters, "work", FakeVendor.KEY).ok();
    otters
        .run(
            "run",
            otters
                .agentfile(
                    "asker",
                    """
                    FROM scratch
                    NAME asker
                    MODEL work/small
                    BIN sh otters/tools/sh:latest "A shell."
                    BIN again otters/tools/sh:latest "The same." <<USAGE
                    Call it twice.

                    Q: How many cakes?
                    {"args": ["-c", "ls cakes"]}
                    | 2
                    A: Two.
                    USAGE
                    """)
                .toString())
        .ok();
    otters.run("prompt", "asker", "Are you there?").ok();

    String request =
        vendor.heard().stream().filter(it -> it.contains("Are you there?")).findFirst().get();
    assertThat(request)
        .containsOnlyOnce("Pass a script with `-c`")
        .containsOnlyOnce("Call it twice.")
        .doesNotContainIgnoringCase("roses", "cakes", "Q: ", "notes.txt\\\"]}\\n- Wrong");
    JsonNode tools = Otters.JSON.readTree(request).get("tools");
    assertThat(tools.get(0).get("function").get("description").asString())
        .contains("Pass a script with `-c`", "There is no `bash`");
    assertThat(tools.get(1).get("function").get("description").asString())
        .isEqualTo("The same.\n\n## Usage\n\nCall it twice.");
  }
}
