package dev.otters.executor.system.bwrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

class SeccompFilterTest {
  private static final int X86 = 0xc000003e;
  private static final int ARM = 0xc00000b7;
  private static final int ALLOW = 0x7fff0000;
  private static final int NOT_PERMITTED = 0x50001;
  private static final int NO_SUCH_CALL = 0x50026;

  /** Interprets the filter's few instructions like the kernel. */
  private static int run(boolean arm, int architecture, int number, long... arguments) {
    ByteBuffer program = ByteBuffer.wrap(SeccompFilter.compile(arm)).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer data = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
    data.putInt(0, number).putInt(4, architecture);
    for (int i = 0; i < arguments.length; i++) {
      data.putLong(16 + 8 * i, arguments[i]);
    }
    int accumulator = 0;
    for (int at = 0; ; at++) {
      int code = program.getShort(at * 8);
      int value = program.getInt(at * 8 + 4);
      boolean holds =
          switch (code) {
            case 0x15 -> accumulator == value;
            case 0x25 -> Integer.compareUnsigned(accumulator, value) > 0;
            case 0x45 -> (accumulator & value) != 0;
            default -> false;
          };
      switch (code) {
        case 0x06 -> {
          return value;
        }
        case 0x20 -> accumulator = data.getInt(value);
        default -> at += Byte.toUnsignedInt(program.get(at * 8 + (holds ? 2 : 3)));
      }
    }
  }

  @Test
  void allowsWhatProgramsNeed() {
    for (int number : new int[] {0, 1, 9, 59, 60, 202, 231, 257, 318, 334}) {
      assertThat(run(false, X86, number)).as("call %d", number).isEqualTo(ALLOW);
    }
    for (int number : new int[] {56, 63, 64, 93, 98, 221, 222, 278}) {
      assertThat(run(true, ARM, number)).as("call %d", number).isEqualTo(ALLOW);
    }
  }

  @Test
  void refusesWhatLeadsOut() {
    for (int number : new int[] {101, 155, 161, 165, 166, 246, 250, 272, 298, 308, 321, 323, 425}) {
      assertThat(run(false, X86, number)).as("call %d", number).isEqualTo(NOT_PERMITTED);
    }
    for (int number : new int[] {39, 40, 41, 51, 97, 104, 117, 219, 241, 268, 280, 282, 425}) {
      assertThat(run(true, ARM, number)).as("call %d", number).isEqualTo(NOT_PERMITTED);
    }
  }

  @Test
  void makesProcessesAndThreadsButNoNamespaces() {
    long thread = 0x3d0f00;
    assertThat(run(false, X86, 56, thread)).isEqualTo(ALLOW);
    assertThat(run(true, ARM, 220, thread)).isEqualTo(ALLOW);
    for (long flag = 1; flag <= 0x80000000L; flag <<= 1) {
      boolean namespace = (flag & 0x7e020000L) != 0;
      int expected = namespace ? NOT_PERMITTED : ALLOW;
      assertThat(run(false, X86, 56, thread | flag)).as("flag %x", flag).isEqualTo(expected);
      assertThat(run(true, ARM, 220, thread | flag)).as("flag %x", flag).isEqualTo(expected);
    }
    assertThat(run(false, X86, 435)).isEqualTo(NO_SUCH_CALL);
  }

  @Test
  void knowsNoOtherProcessorModeAndNoNewerCall() {
    assertThat(run(false, 0x40000003, 1)).isEqualTo(NO_SUCH_CALL);
    assertThat(run(false, X86, 0x40000000 | 165)).isEqualTo(NO_SUCH_CALL);
    assertThat(run(false, X86, 457)).isEqualTo(NO_SUCH_CALL);
    assertThat(run(false, X86, -1)).isEqualTo(NO_SUCH_CALL);
    assertThat(run(true, X86, 64)).isEqualTo(NO_SUCH_CALL);
  }

  @Test
  void keepsTheTerminalsInputAlsoFromCallsWithRubbishAboveTheirArgument() {
    assertThat(run(false, X86, 16, 0, 0x5401)).isEqualTo(ALLOW);
    assertThat(run(false, X86, 16, 0, 0x5412)).isEqualTo(NOT_PERMITTED);
    assertThat(run(false, X86, 16, 0, 0xdead_0000_5412L)).isEqualTo(NOT_PERMITTED);
    assertThat(run(true, ARM, 29, 0, 0x541c)).isEqualTo(NOT_PERMITTED);
  }

  @Test
  void opensSocketsOfTheUsualFamiliesOnly() {
    for (int family : new int[] {1, 2, 10, 16}) {
      assertThat(run(false, X86, 41, family)).isEqualTo(ALLOW);
    }
    for (int family : new int[] {17, 38, 40, 44}) {
      assertThat(run(false, X86, 41, family)).as("family %d", family).isEqualTo(0x50061);
    }
    assertThat(run(false, X86, 135, 0xffffffffL)).isEqualTo(ALLOW);
    assertThat(run(false, X86, 135, 0x0400000L)).isEqualTo(NOT_PERMITTED);
  }
}
