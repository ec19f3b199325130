package dev.otters.models.provider.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.otters.models.gateway.ModelException;
import dev.otters.models.provider.Timeouts;
import dev.otters.models.provider.VendorSocket;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;

/** A vendor that gives no answer, and the exception that says so. */
abstract class FailureKit {
  static final String PAGE =
      "<html>\r\n<head><title>502 Bad Gateway</title></head><body>nginx</body></html>";

  final List<String> pieces = new ArrayList<>();
  @AutoClose VendorSocket vendor;

  @BeforeEach
  void open() throws IOException {
    vendor = new VendorSocket();
  }

  final ModelException failure(String kind, VendorSocket.Answer... answers) {
    vendor.plays(answers);
    return failure(kind, vendor.address("/v1"), Replies.SHORT);
  }

  /** Asks, and looks that nothing that is thrown says the key. */
  final ModelException failure(String kind, URI base, Timeouts timeouts) {
    ModelException failure =
        catchThrowableOfType(
            ModelException.class,
            () ->
                Replies.open(kind, base, timeouts).complete(Replies.request("Hello"), pieces::add));
    StringWriter all = new StringWriter();
    failure.printStackTrace(new PrintWriter(all));
    assertThat(all + failure.remedy()).doesNotContain(Replies.KEY.substring(3, 12));
    assertThat(failure.getMessage()).contains("acme").doesNotContain("\n", "<html");
    assertThat(failure.getCause()).isNull();
    return failure;
  }
}
