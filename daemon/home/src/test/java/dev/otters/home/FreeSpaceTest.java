package dev.otters.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.home.FreeSpace.Room;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FreeSpaceTest {
  private static final long MIB = 1 << 20;

  @TempDir private Path folder;

  private FreeSpace space(long free, long total, long mark) {
    OptionalLong configured = mark == 0 ? OptionalLong.empty() : OptionalLong.of(mark * MIB);
    return new FreeSpace(folder, _ -> new Room(free * MIB, total * MIB), configured);
  }

  @ParameterizedTest
  @CsvSource({
    "1024, 100000, 0",
    "50, 1000, 0",
    "100, 100000, 100",
  })
  void workBeginsAtTheMark(long free, long total, long mark) {
    assertThatCode(() -> space(free, total, mark).require()).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "1023, 100000, 0, 1024",
    "49, 1000, 0, 50",
    "99, 100000, 100, 100",
    "0, 0, 1, 1",
  })
  void workBelowTheMarkIsRefusedWithTheRemedy(long free, long total, long mark, long kept) {
    assertThatExceptionOfType(ApiException.class)
        .isThrownBy(() -> space(free, total, mark).require())
        .satisfies(
            e -> {
              assertThat(e.problem().code()).isEqualTo(ErrorCode.DISK_FULL);
              assertThat(e.problem().title())
                  .contains(folder.toString(), "only " + free + " MiB", kept + " MiB are kept");
              assertThat(e.problem().remedy()).contains("otters system prune", "min-free");
            });
  }

  @Test
  void aRealFileSystemIsMeasured() {
    FreeSpace.of(folder, OptionalLong.of(1)).require();
    assertThatExceptionOfType(ApiException.class)
        .isThrownBy(() -> FreeSpace.of(folder, OptionalLong.of(Long.MAX_VALUE)).require());
  }
}
