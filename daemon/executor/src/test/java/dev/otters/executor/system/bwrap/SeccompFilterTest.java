package dev.otters.executor.system.bwrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeccompFilterTest {
  private static final int X86 = 0xc000003e;
  private static final int ARM = 0xc00000b7;
  private static final int ALLOW = 0x7fff0000;
  private static final int NOT_PERMITTED = 0x50001;
  private static final int NO_SUCH_CALL = 0x50026;
  private static final int NO_SUCH_FAMILY = 0x50061;

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

  /** The calls that lead out of a sandbox, or that nothing in it needs, on each processor. */
  private static final Map<Boolean, Set<Integer>> REFUSED =
      Map.of(
          false,
          Set.of(
              101, 103, 134, 136, 139, 153, 155, 156, 161, 163, 164, 165, 166, 167, 168, 169, 170,
              171, 172, 173, 174, 175, 176, 177, 178, 179, 180, 212, 227, 237, 238, 239, 246, 248,
              249, 250, 256, 272, 279, 298, 300, 304, 305, 308, 310, 311, 312, 313, 320, 321, 323,
              425, 426, 427, 428, 429, 430, 431, 432, 433, 438, 442, 443, 450),
          true,
          Set.of(
              18, 39, 40, 41, 42, 51, 58, 60, 89, 97, 104, 105, 106, 112, 116, 117, 142, 161, 162,
              170, 217, 218, 219, 224, 225, 235, 236, 237, 238, 239, 241, 262, 265, 266, 268, 270,
              271, 272, 273, 280, 282, 294, 425, 426, 427, 428, 429, 430, 431, 432, 433, 438, 442,
              443, 450));

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void refusesExactlyTheCallsThatLeadOut(boolean arm) {
    Set<Integer> refused = new TreeSet<>();
    for (int number = 0; number <= 456; number++) {
      int verdict = run(arm, arm ? ARM : X86, number);
      if (verdict == NOT_PERMITTED) {
        refused.add(number);
      } else {
        assertThat(verdict).as("call %d", number).isIn(ALLOW, NO_SUCH_CALL, NO_SUCH_FAMILY);
      }
    }
    assertThat(refused).containsExactlyInAnyOrderElementsOf(REFUSED.get(arm));
    assertThat(run(arm, arm ? ARM : X86, 456)).isEqualTo(ALLOW);
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
    assertThat(run(true, ARM, 435)).isEqualTo(NO_SUCH_CALL);
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
    assertThat(run(false, X86, 16, 0, 0x541c)).isEqualTo(NOT_PERMITTED);
    assertThat(run(true, ARM, 29, 0, 0x5412)).isEqualTo(NOT_PERMITTED);
    assertThat(run(true, ARM, 29, 0, 0x541c)).isEqualTo(NOT_PERMITTED);
  }

  @Test
  void opensSocketsOfTheUsualFamiliesOnly() {
    for (int family : new int[] {1, 2, 10, 16}) {
      assertThat(run(false, X86, 41, family)).isEqualTo(ALLOW);
    }
    for (int family : new int[] {17, 38, 40, 44}) {
      assertThat(run(false, X86, 41, family)).as("family %d", family).isEqualTo(NO_SUCH_FAMILY);
    }
    assertThat(run(true, ARM, 198, 1)).isEqualTo(ALLOW);
    assertThat(run(true, ARM, 198, 17)).isEqualTo(NO_SUCH_FAMILY);
  }

  @Test
  void changesThePersonalityOnlyToHarmlessOnes() {
    for (long harmless : new long[] {0, 8, 0x20000, 0x20008, 0xffffffffL}) {
      assertThat(run(false, X86, 135, harmless)).as("%x", harmless).isEqualTo(ALLOW);
      assertThat(run(true, ARM, 92, harmless)).as("%x", harmless).isEqualTo(ALLOW);
    }
    assertThat(run(false, X86, 135, 0x0400000L)).isEqualTo(NOT_PERMITTED);
    assertThat(run(true, ARM, 92, 0x0400000L)).isEqualTo(NOT_PERMITTED);
  }
}
