package dev.otters.executor.system.bwrap;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * Compiles the filter of kernel calls for all processes in a sandbox.
 *
 * <p>It refuses what Docker's default profile refuses to a container without capabilities, and
 * calls that inspect other processes. Calls of another processor mode and calls newer than this
 * list do not exist for the sandbox.
 */
public final class SeccompFilter {
  private static final int LOAD = 0x20;
  private static final int IF_EQUAL = 0x15;
  private static final int IF_GREATER = 0x25;
  private static final int IF_ANY_BIT = 0x45;
  private static final int RETURN = 0x06;

  private static final int NUMBER = 0;
  private static final int ARCHITECTURE = 4;
  private static final int ARGUMENTS = 16;
  private static final int ARGUMENT = 8;

  private static final int ALLOW = 0x7fff0000;
  private static final int REFUSE = 0x00050000;
  private static final int NOT_PERMITTED = REFUSE | 1;
  private static final int NO_SUCH_CALL = REFUSE | 38;
  private static final int NO_SUCH_FAMILY = REFUSE | 97;

  private static final int NEW_NAMESPACES = 0x7e020000;
  private static final int NEWEST = 456;

  /** Requests that inject input into a terminal or the console. */
  private static final List<Integer> TERMINAL_TRICKS = List.of(0x5412, 0x541c);

  private static final List<Integer> FAMILIES = List.of(1, 2, 10, 16);
  private static final List<Integer> PERSONALITIES = List.of(0, 8, 0x20000, 0x20008, -1);

  /** The refused calls with their numbers on x86_64 and aarch64; -1 for none. */
  private static final String REFUSED =
      """
      acct 163 89
      add_key 248 217
      bpf 321 280
      chroot 161 51
      clock_adjtime 305 266
      clock_settime 227 112
      create_module 174 -1
      delete_module 176 106
      fanotify_init 300 262
      finit_module 313 273
      fsconfig 431 431
      fsmount 432 432
      fsopen 430 430
      fspick 433 433
      get_kernel_syms 177 -1
      get_mempolicy 239 236
      init_module 175 105
      io_uring_enter 426 426
      io_uring_register 427 427
      io_uring_setup 425 425
      ioperm 173 -1
      iopl 172 -1
      kcmp 312 272
      kexec_file_load 320 294
      kexec_load 246 104
      keyctl 250 219
      lookup_dcookie 212 18
      mbind 237 235
      migrate_pages 256 238
      mount 165 40
      mount_setattr 442 442
      move_mount 429 429
      move_pages 279 239
      nfsservctl 180 42
      open_by_handle_at 304 265
      open_tree 428 428
      perf_event_open 298 241
      pidfd_getfd 438 438
      pivot_root 155 41
      process_vm_readv 310 270
      process_vm_writev 311 271
      ptrace 101 117
      query_module 178 -1
      quotactl 179 60
      quotactl_fd 443 443
      reboot 169 142
      request_key 249 218
      set_mempolicy 238 237
      set_mempolicy_home_node 450 450
      setdomainname 171 162
      sethostname 170 161
      setns 308 268
      settimeofday 164 170
      swapoff 168 225
      swapon 167 224
      sysctl 156 -1
      sysfs 139 -1
      syslog 103 116
      umount2 166 39
      unshare 272 97
      uselib 134 -1
      userfaultfd 323 282
      ustat 136 -1
      vhangup 153 58
      """;

  private final ByteArrayOutputStream program = new ByteArrayOutputStream();
  private final boolean arm;

  private SeccompFilter(boolean arm) {
    this.arm = arm;
  }

  /** Returns the program for this machine's processor, in the kernel's format. */
  public static byte[] ofThisMachine() {
    return compile(System.getProperty("os.arch").equals("aarch64"));
  }

  /** Returns the program for aarch64 or x86_64. */
  static byte[] compile(boolean arm) {
    SeccompFilter filter = new SeccompFilter(arm);
    filter.write();
    return filter.program.toByteArray();
  }

  private void write() {
    add(LOAD, 0, 0, ARCHITECTURE);
    add(IF_EQUAL, 1, 0, arm ? 0xc00000b7 : 0xc000003e);
    add(RETURN, 0, 0, NO_SUCH_CALL);
    add(LOAD, 0, 0, NUMBER);
    // The 32-bit mode of x86_64 has numbers from 0x40000000, above all others.
    add(IF_GREATER, 0, 1, NEWEST);
    add(RETURN, 0, 0, NO_SUCH_CALL);
    REFUSED.lines().forEach(this::refuse);
    // Its flags are in memory, where no filter can see them; libraries fall back to clone.
    answer(435, NO_SUCH_CALL);
    clone(arm ? 220 : 56);
    argument(arm ? 29 : 16, 1, TERMINAL_TRICKS, NOT_PERMITTED, ALLOW);
    argument(arm ? 198 : 41, 0, FAMILIES, ALLOW, NO_SUCH_FAMILY);
    argument(arm ? 92 : 135, 0, PERSONALITIES, ALLOW, NOT_PERMITTED);
    add(RETURN, 0, 0, ALLOW);
  }

  private void refuse(String line) {
    String[] words = line.split(" ", -1);
    int number = Integer.parseInt(words[arm ? 2 : 1]);
    if (number >= 0) {
      answer(number, NOT_PERMITTED);
    }
  }

  private void answer(int number, int verdict) {
    add(IF_EQUAL, 0, 1, number);
    add(RETURN, 0, 0, verdict);
  }

  private void clone(int number) {
    add(IF_EQUAL, 0, 4, number);
    add(LOAD, 0, 0, ARGUMENTS);
    add(IF_ANY_BIT, 0, 1, NEW_NAMESPACES);
    add(RETURN, 0, 0, NOT_PERMITTED);
    add(RETURN, 0, 0, ALLOW);
  }

  /** Filters a call by one argument. Only the lower half counts, as for the kernel itself. */
  private void argument(int number, int index, List<Integer> values, int listed, int others) {
    add(IF_EQUAL, 0, 2 + 2 * values.size(), number);
    add(LOAD, 0, 0, ARGUMENTS + ARGUMENT * index);
    for (int value : values) {
      answer(value, listed);
    }
    add(RETURN, 0, 0, others);
  }

  private void add(int code, int ifTrue, int ifFalse, int value) {
    ByteBuffer step = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
    step.putShort((short) code).put((byte) ifTrue).put((byte) ifFalse).putInt(value);
    program.writeBytes(step.array());
  }
}
