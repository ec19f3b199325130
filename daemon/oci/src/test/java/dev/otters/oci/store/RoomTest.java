package dev.otters.oci.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoomTest {
  @ParameterizedTest
  @CsvSource({
    "No space left on device, true",
    "Disk quota exceeded, true",
    "Input/output error, false"
  })
  void aUsedUpQuotaIsAFullDiskToo(String message, boolean full) {
    assertThat(Room.isFull(new IOException(message))).isEqualTo(full);
  }
}
