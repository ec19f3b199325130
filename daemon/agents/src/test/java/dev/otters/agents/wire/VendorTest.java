package dev.otters.agents.wire;

import dev.otters.models.gateway.Provider;
import dev.otters.models.provider.VendorSocket;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a daemon that asks three vendors, which the test plays. */
abstract class VendorTest {
  @TempDir Path folder;
  VendorSocket vendor;
  WireKit kit;

  @BeforeEach
  void open() throws IOException {
    vendor = new VendorSocket();
    kit =
        new WireKit(
            folder, Stream.of("anthropic", "openai", "google").map(this::provider).toList());
  }

  /** Returns the provider of a kind that asks {@link #vendor}. */
  abstract Provider provider(String kind);

  @AfterEach
  void close() throws IOException {
    kit.close();
    vendor.close();
  }
}
