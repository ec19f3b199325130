package dev.otters.acceptance;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The program that wants out. A tool runs it inside the sandbox with the runtime image's own Java;
 * it tries each attack once and prints {@code FAILED name: why} or {@code WORKED name: what}.
 */
public final class Intruder {

  private static final Linker LINKER = Linker.nativeLinker();
  private static final StructLayout CALL_STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      CALL_STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
  private static final String SOCKET = "/run/otters/d.sock";

  /** An attack; it gives what it won, or throws. */
  private interface Attack {
    String run() throws Throwable;
  }

  private Intruder() {}

  /** Runs all attacks. */
  public static void main(String[] args) throws IOException {
    List<String> own = Files.readAllLines(Path.of("/proc/self/status"));
    for (String key : List.of("CapEff", "CapBnd", "NoNewPrivs", "Seccomp", "Uid")) {
      own.stream()
          .filter(line -> line.startsWith(key + ":"))
          .forEach(
              line ->
                  print(key.equals("Uid") ? "uid" : key, line.substring(key.length() + 1).strip()));
    }
    print("canary of", Integer.toString(System.getenv("CANARY_TOKEN").length()));
    long runtime = runtimePid();
    print("runtime pid", Long.toString(runtime));
    attackMemory(runtime);
    attackChannel();
    attackFiles();
  }

  private static void attackMemory(long pid) {
    String proc = "/proc/" + pid + "/";
    attempt("environ", () -> Files.readString(Path.of(proc + "environ")));
    attempt("mem", () -> open(proc + "mem"));
    attempt(
        "maps", () -> Files.readString(Path.of(proc + "maps")).lines().findFirst().orElseThrow());
    attempt("fd", () -> listing(proc + "fd"));
    attempt("root", () -> listing(proc + "root"));
    attempt("exe", () -> Files.readSymbolicLink(Path.of(proc + "exe")).toString());
    attempt("ptrace", () -> systemCall(101, 16, pid, 0, 0));
    attempt("process_vm_readv", () -> readMemory(pid));
    attempt("attach", () -> attach(pid));
  }

  private static void attackChannel() {
    attempt("token", () -> Files.readString(Path.of("/run/otters/token")));
    attempt(
        "socket without token",
        () -> ask("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"lease\",\"params\":{}}"));
    attempt(
        "socket with a made-up token",
        () ->
            ask(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"hello\",\"params\":{\"protocol\":1,\"token\":"
                    + "\"eyJhbGciOiJub25lIn0.eyJpc3MiOiJvdHRlcnNkIn0.\",\"held\":[],\"runtimeVersion\":\"0\"}}"));
    attempt(
        "socket removed",
        () -> {
          Files.delete(Path.of(SOCKET));
          return "removed";
        });
  }

  private static void attackFiles() {
    write("write /", "/planted");
    write("write /etc", "/etc/planted");
    write("write /opt/bins", "/opt/bins/planted");
    write("write agent.yaml", "/etc/agent.yaml");
    write("write Agentfile", "/etc/Agentfile");
    attempt("mount", Intruder::mount);
    attempt("setuid 0", Intruder::becomeRoot);
  }

  /** A user namespace without a root refuses it as an invalid user (EINVAL). */
  private static String becomeRoot() throws Throwable {
    String result = systemCall(105, 0, 0, 0, 0);
    if (result.equals("returned -1, errno 22")) {
      throw new IOException("there is no such user");
    }
    return result;
  }

  /** Covers a folder that the tool owns; a call without names fails before its right is checked. */
  private static String mount() throws Throwable {
    try (Arena arena = Arena.ofConfined()) {
      long type = arena.allocateFrom("tmpfs").address();
      return systemCall(165, type, arena.allocateFrom("/tmp").address(), type, 0, 0);
    }
  }

  private static void write(String name, String file) {
    attempt(name, () -> Files.writeString(Path.of(file), "planted").toString());
  }

  private static void attempt(String name, Attack attack) {
    try {
      print("WORKED " + name, attack.run());
    } catch (Throwable e) {
      print("FAILED " + name, e.getClass().getSimpleName() + " " + e.getMessage());
    }
  }

  /** Finds the runtime by its command line, which anyone may read. */
  private static long runtimePid() throws IOException {
    try (var processes = Files.list(Path.of("/proc"))) {
      for (Path process : processes.toList()) {
        String name = process.getFileName().toString();
        if (name.chars().allMatch(Character::isDigit)
            && Files.readString(process.resolve("cmdline"))
                .startsWith("/opt/runtime/bin/runtime")) {
          return Long.parseLong(name);
        }
      }
    }
    throw new IllegalStateException("no runtime among the processes");
  }

  private static String open(String file) throws IOException {
    try (var in = Files.newByteChannel(Path.of(file))) {
      return "opened " + in;
    }
  }

  private static String listing(String folder) throws IOException {
    try (var files = Files.list(Path.of(folder))) {
      return files.toList().toString();
    }
  }

  /** Does what {@code jcmd} does: asks the JVM for its attach socket, and waits a while for it. */
  private static String attach(long pid) throws IOException, InterruptedException {
    Path socket = Path.of("/tmp/.java_pid" + pid);
    Files.deleteIfExists(Path.of("/tmp/.attach_pid" + pid));
    Files.createFile(Path.of("/tmp/.attach_pid" + pid));
    new ProcessBuilder("/opt/bins/sh", "-c", "kill -QUIT " + pid).start().waitFor();
    for (int i = 0; i < 20; i++) {
      if (Files.exists(socket)) {
        return "the runtime opened " + socket;
      }
      Thread.sleep(50);
    }
    throw new IOException("no " + socket);
  }

  private static String ask(String line) throws IOException {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(SOCKET));
      channel.write(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8)));
      ByteBuffer answer = ByteBuffer.allocate(64 * 1024);
      channel.read(answer);
      String text =
          new String(answer.array(), 0, answer.position(), StandardCharsets.UTF_8).strip();
      if (text.contains("\"result\"")) {
        return text;
      }
      throw new IOException("the daemon said: " + text);
    }
  }

  private static String readMemory(long pid) throws Throwable {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment local = arena.allocate(16);
      local.set(ADDRESS, 0, arena.allocate(8));
      local.set(JAVA_LONG, 8, 8);
      MemorySegment remote = arena.allocate(16);
      remote.set(JAVA_LONG, 0, 0x1000);
      remote.set(JAVA_LONG, 8, 8);
      return systemCall(310, pid, local.address(), 1, remote.address(), 1, 0);
    }
  }

  /** Calls the kernel; a refusal (EPERM, EACCES, …) is an exception that names it. */
  @SuppressWarnings("restricted") // the attack is made of system calls
  private static String systemCall(long number, long... arguments) throws Throwable {
    MethodHandle syscall =
        LINKER.downcallHandle(
            LINKER.defaultLookup().find("syscall").orElseThrow(),
            FunctionDescriptor.of(
                JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
                JAVA_LONG),
            Linker.Option.firstVariadicArg(1),
            Linker.Option.captureCallState("errno"));
    long[] all = Arrays.copyOf(arguments, 6);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(CALL_STATE);
      long result =
          (long) syscall.invoke(state, number, all[0], all[1], all[2], all[3], all[4], all[5]);
      int errno = (int) ERRNO.get(state, 0L);
      boolean refused = result < 0 && (errno == 1 || errno == 13);
      if (refused) {
        throw new IOException("refused with errno " + errno);
      }
      return "returned " + result + ", errno " + errno;
    }
  }

  private static void print(String name, String text) {
    boolean status = !name.startsWith("FAILED") && !name.startsWith("WORKED");
    String line = text.replace('\n', ' ').replace('\0', ' ');
    System.out.println(name + (status ? " " : ": ") + line);
  }
}
