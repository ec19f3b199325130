package dev.otters.models.provider.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AvailableMemoryTest {
  @TempDir Path folder;

  @Test
  void whatIsAvailableIsRead() throws IOException {
    Path meminfo = folder.resolve("meminfo");
    Files.writeString(meminfo, "MemTotal: 24 kB\nMemAvailable:   16 kB\nCached: 1 kB\n");

    assertThat(AvailableMemory.read(meminfo)).isEqualTo(OptionalLong.of(16 << 10));
  }

  @Test
  void aMachineThatDoesNotSayIsNotHeldBack() {
    assertThat(AvailableMemory.read(folder.resolve("none"))).isEmpty();
  }

  @Test
  void theEstimateCoversWhatWasSeen() {
    // 1.41 GB were seen with one slot; each of 8192 tokens takes 28 kB.
    assertThat(LoadSettings.usual(withBytes(1_117_320_768L), 2).bytes())
        .isBetween(1_500L << 20, 2_000L << 20);
    assertThat(LoadSettings.usual(withBytes(98_362_432L), 2).bytes())
        .isBetween(324L << 20, 700L << 20);
  }

  private static dev.otters.models.weights.LocalModel withBytes(long bytes) {
    return new dev.otters.models.weights.LocalModel(
        "m", Path.of("/m"), bytes, LocalSamples.DIGEST, 32_768, true);
  }
}
