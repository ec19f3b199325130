package dev.otters.executor.posix;

import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An open file, usually a folder. Works on its entries without following a link or leaving it.
 *
 * <p>Every method throws {@link PosixException} when the kernel refuses. Opening fails with {@link
 * UnsupportedOperationException} except on Linux on x86_64 or aarch64.
 */
public final class Fd implements AutoCloseable {
  private static final long CWD = -100;
  private static final long NO_FOLLOW = 0x100;
  private static final long REMOVE_FOLDER = 0x200;
  private static final long EMPTY_PATH = 0x1000;

  private static final long NO_XDEV = 0x01;
  private static final long NO_MAGIC_LINKS = 0x02;
  private static final long NO_LINKS = 0x04;
  private static final long BENEATH = 0x08;
  private static final long IN_ROOT = 0x10;

  private static final long MAP_OWNERS = 0x100000;
  private static final long NO_SUID = 0x02;
  private static final long NO_DEVICES = 0x04;
  private static final long PRIVATE = 0x40000;

  private static final long CLONE_TREE = 1;
  private static final long CLOSE_ON_EXEC = 02000000;
  private static final long RECURSIVE = 0x8000;
  private static final long FROM_EMPTY_PATH = 0x04;

  private static final long EXCHANGE = 2;

  private static final int POLL_IN = 1;
  private static final int NEW_FILE_MODE = 0644;
  private static final int SHOWN = 300;
  private static final int LONGEST_LINK = 4096;

  private final int number;
  private final String label;
  private final AtomicBoolean closed = new AtomicBoolean();

  private Fd(long number, String label) {
    this.number = (int) number;
    this.label = label;
  }

  /** Opens an absolute path without links. */
  public static Fd open(Path path, Open how) throws PosixException {
    return openAt(CWD, Name.of(path.toString()), how, NO_LINKS | NO_MAGIC_LINKS, path.toString());
  }

  /** Opens a new terminal, of which {@link Pty} is the other end. */
  static Fd openTerminal() throws PosixException {
    String path = "/dev/ptmx";
    return openAt(CWD, Name.of(path), Open.TERMINAL, 0, path);
  }

  /** Creates a pipe, and returns its two ends: the one to read from first. */
  static List<Fd> pipe() throws PosixException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment ends = arena.allocate(8, 4);
      Syscall.PIPE2.call("a pipe", ends.address(), CLOSE_ON_EXEC, 0, 0, 0);
      return List.of(
          new Fd(ends.get(ValueLayout.JAVA_INT, 0), "a pipe"),
          new Fd(ends.get(ValueLayout.JAVA_INT, 4), "a pipe"));
    }
  }

  /** Waits up to a second for data or the end of the data, and returns whether it came. */
  boolean awaitData() throws PosixException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment file = arena.allocate(8, 4);
      file.set(ValueLayout.JAVA_INT, 0, number);
      file.set(ValueLayout.JAVA_SHORT, 4, (short) POLL_IN);
      MemorySegment second = arena.allocate(16, 8);
      second.set(ValueLayout.JAVA_LONG, 0, 1);
      return Syscall.PPOLL.call(label, file.address(), 1, second.address(), 0, 0) > 0;
    }
  }

  /** Returns the number of the open file. */
  int number() {
    return number;
  }

  /** Opens the root folder that a process sees. Needs permission to inspect the process. */
  public static Fd openRootOf(int pid) throws PosixException {
    String path = "/proc/" + pid + "/root";
    return openAt(CWD, Name.of(path), Open.HANDLE, 0, path);
  }

  /** Opens an entry of this folder that is neither a link nor a mount point. */
  public Fd open(Name name, Open how) throws PosixException {
    return openAt(number, name, how, BENEATH | NO_LINKS | NO_MAGIC_LINKS | NO_XDEV, under(name));
  }

  /** Opens a path as if this folder were the root, across mounts and without links. */
  public Fd openInRoot(String path) throws PosixException {
    return openAt(
        number, Name.of(path), Open.HANDLE, IN_ROOT | NO_LINKS | NO_MAGIC_LINKS, label + path);
  }

  /**
   * Opens the same file for another purpose, with the permissions of the calling thread. A handle
   * shows first that the file is not a pipe or a device, which must not be opened.
   */
  public Fd reopen(Open how) throws PosixException {
    return openAt(CWD, Name.of("/proc/self/fd/" + number), how, 0, label);
  }

  /** Opens the folder above this one, wherever it is now. */
  public Fd openParent() throws PosixException {
    return openAt(
        number, Name.PARENT, Open.FOLDER, NO_LINKS | NO_MAGIC_LINKS | NO_XDEV, label + "/..");
  }

  private static Fd openAt(long at, Name name, Open how, long resolve, String label)
      throws PosixException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment request = arena.allocate(24, 8);
      request.set(ValueLayout.JAVA_LONG, 0, how.flags());
      request.set(ValueLayout.JAVA_LONG, 8, how == Open.NEW_FILE ? NEW_FILE_MODE : 0);
      request.set(ValueLayout.JAVA_LONG, 16, resolve);
      long path = address(arena, name);
      return new Fd(Syscall.OPENAT2.call(label, at, path, request.address(), 24, 0), label);
    }
  }

  /** Returns what this file is. */
  public FileStat stat() throws PosixException {
    return stat(new Name(new byte[0]), EMPTY_PATH, label);
  }

  /** Returns what an entry of this folder is, even if it is a link. */
  public FileStat stat(Name name) throws PosixException {
    return stat(name, NO_FOLLOW, under(name));
  }

  /** Returns what this file is and when it was changed. */
  public FileMark mark() throws PosixException {
    try (Arena arena = Arena.ofConfined()) {
      return Statx.mark(statx(arena, new Name(new byte[0]), EMPTY_PATH, label));
    }
  }

  /** Returns what an entry of this folder is and when it was changed, even if it is a link. */
  public FileMark mark(Name name) throws PosixException {
    try (Arena arena = Arena.ofConfined()) {
      return Statx.mark(statx(arena, name, NO_FOLLOW, under(name)));
    }
  }

  private FileStat stat(Name name, long flags, String subject) throws PosixException {
    try (Arena arena = Arena.ofConfined()) {
      return Statx.read(statx(arena, name, flags, subject));
    }
  }

  private MemorySegment statx(Arena arena, Name name, long flags, String subject)
      throws PosixException {
    MemorySegment result = arena.allocate(Statx.SIZE, 8);
    long path = address(arena, name);
    Syscall.STATX.call(subject, number, path, flags, Statx.WANTED, result.address());
    return result;
  }

  /** Creates a folder with exactly this mode. */
  public void createFolder(Name name, int mode) throws PosixException {
    onEntry(Syscall.MKDIRAT, name, mode, 0, 0);
    try (Fd created = open(name, Open.HANDLE)) {
      created.chmod(mode);
    }
  }

  /** Removes an entry that is not a folder. */
  public void removeFile(Name name) throws PosixException {
    onEntry(Syscall.UNLINKAT, name, 0, 0, 0);
  }

  /** Removes an empty folder. */
  public void removeFolder(Name name) throws PosixException {
    onEntry(Syscall.UNLINKAT, name, REMOVE_FOLDER, 0, 0);
  }

  /** Changes the owner of an entry. A link itself gets the owner. */
  public void chown(Name name, int uid, int gid) throws PosixException {
    onEntry(Syscall.FCHOWNAT, name, uid, gid, NO_FOLLOW);
  }

  /** Changes the owner of this file or folder. */
  public void chown(int uid, int gid) throws PosixException {
    try (Arena arena = Arena.ofConfined()) {
      long path = address(arena, new Name(new byte[0]));
      Syscall.FCHOWNAT.call(label, number, path, uid, gid, EMPTY_PATH);
    }
  }

  /** Sets the permissions of this file or folder, even of a handle. */
  public void chmod(int permissions) throws PosixException {
    try (Arena arena = Arena.ofConfined()) {
      long path = address(arena, Name.of("/proc/self/fd/" + number));
      Syscall.FCHMODAT.call(label, CWD, path, permissions, 0, 0);
    }
  }

  /** Moves an entry of this folder into another one, and replaces an empty folder there. */
  public void move(Name name, Fd folder, Name newName) throws PosixException {
    onTwo(Syscall.RENAMEAT2, under(name), number, name, folder.number, newName, 0);
  }

  /** Gives two entries of this folder each other's place, atomically. */
  public void exchange(Name one, Name other) throws PosixException {
    onTwo(Syscall.RENAMEAT2, under(one), number, one, number, other, EXCHANGE);
  }

  /**
   * Gives two files each other's place, atomically. Links above them are followed, so both are in
   * folders of the daemon. Unlike a move onto a file, this does not make ext4 write the new file to
   * the disk first (its option {@code auto_da_alloc}).
   */
  public static void exchange(Path one, Path other) throws PosixException {
    Name from = Name.of(one.toString());
    Name to = Name.of(other.toString());
    onTwo(Syscall.RENAMEAT2, to.toString(), CWD, from, CWD, to, EXCHANGE);
  }

  /** Gives a file of this folder a further name in another folder. */
  public void link(Name name, Fd folder, Name newName) throws PosixException {
    onTwo(Syscall.LINKAT, folder.under(newName), number, name, folder.number, newName, 0);
  }

  /** Creates a symbolic link, with any target. */
  public void createLink(Name name, Name target) throws PosixException {
    try (Arena arena = Arena.ofConfined()) {
      long to = address(arena, target);
      Syscall.SYMLINKAT.call(under(name), to, number, address(arena, name), 0, 0);
    }
  }

  /** Returns the target of a symbolic link in this folder. */
  public Name readLink(Name name) throws PosixException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(LONGEST_LINK);
      long path = address(arena, name);
      long length =
          Syscall.READLINKAT.call(under(name), number, path, buffer.address(), LONGEST_LINK, 0);
      return new Name(buffer.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE));
    }
  }

  /** Sets the time of the last write. The file must not be a handle. */
  public void setModified(Instant time) throws PosixException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment times = arena.allocate(32, 8);
      for (int i = 0; i < 2; i++) {
        times.set(ValueLayout.JAVA_LONG, i * 16L, time.getEpochSecond());
        times.set(ValueLayout.JAVA_LONG, i * 16L + 8, time.getNano());
      }
      Syscall.UTIMENSAT.call(label, number, 0, times.address(), 0, 0);
    }
  }

  /** Makes this file, or the names in this folder, durable. The file must not be a handle. */
  public void sync() throws PosixException {
    Syscall.FSYNC.call(label, number, 0, 0, 0, 0);
  }

  /** Makes the whole file system of this file durable. The file must not be a handle. */
  public void syncFileSystem() throws PosixException {
    Syscall.SYNCFS.call(label, number, 0, 0, 0, 0);
  }

  /**
   * Returns a stream that reads this file, which must be open for reading. Closing the stream does
   * nothing.
   */
  public InputStream input() {
    return new FdInput(number, label);
  }

  /**
   * Returns a stream that writes to this file, which must be open for writing. Closing the stream
   * does nothing.
   */
  public OutputStream output() {
    return new FdOutput(number, label);
  }

  /**
   * Copies the mounts at this file or folder and below it.
   *
   * @return the copy, which is invisible until it is attached
   */
  Fd copyOfMounts() throws PosixException {
    try (Arena arena = Arena.ofConfined()) {
      long self = address(arena, new Name(new byte[0]));
      long flags = CLONE_TREE | CLOSE_ON_EXEC | EMPTY_PATH | RECURSIVE;
      return new Fd(Syscall.OPEN_TREE.call(label, number, self, flags, 0, 0), label);
    }
  }

  /** Opens the user namespace of a process. */
  static Fd openUserNamespaceOf(long pid) throws PosixException {
    String path = "/proc/" + pid + "/ns/user";
    return openAt(CWD, Name.of(path), Open.READ, 0, path);
  }

  /**
   * Maps the owners of all files in this copy of mounts. Programs with set-user-id bits and devices
   * have no effect in it.
   *
   * @param namespace the user namespace with the map
   */
  void mapOwners(Fd namespace) throws PosixException {
    try (Arena arena = Arena.ofConfined()) {
      long[] attributes = {MAP_OWNERS | NO_SUID | NO_DEVICES, 0, PRIVATE, namespace.number};
      MemorySegment request = arena.allocateFrom(ValueLayout.JAVA_LONG, attributes);
      long self = address(arena, new Name(new byte[0]));
      long flags = EMPTY_PATH | RECURSIVE;
      Syscall.MOUNT_SETATTR.call(label, number, self, flags, request.address(), request.byteSize());
    }
  }

  /** Mounts this copy of mounts at an existing file or folder. */
  void attach(Path target) throws PosixException {
    try (Arena arena = Arena.ofConfined()) {
      long self = address(arena, new Name(new byte[0]));
      long there = address(arena, Name.of(target.toString()));
      Syscall.MOVE_MOUNT.call(target.toString(), number, self, CWD, there, FROM_EMPTY_PATH);
    }
  }

  /** Removes the mount at a path. */
  static void unmount(Path target, long flags) throws PosixException {
    try (Arena arena = Arena.ofConfined()) {
      long path = address(arena, Name.of(target.toString()));
      Syscall.UMOUNT2.call(target.toString(), path, flags, 0, 0, 0);
    }
  }

  /** Returns a reader of this folder's entries. The folder must be open for reading. */
  public FolderReader reader() {
    return new FolderReader(number, label);
  }

  /** Closes the file. May be called twice. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      try {
        Syscall.CLOSE.call(label, number, 0, 0, 0, 0);
      } catch (PosixException e) {
        throw new IllegalStateException("the file was closed by other code", e);
      }
    }
  }

  @Override
  public String toString() {
    return label;
  }

  private void onEntry(Syscall call, Name name, long a, long b, long c) throws PosixException {
    try (Arena arena = Arena.ofConfined()) {
      call.call(under(name), number, address(arena, name), a, b, c);
    }
  }

  private static void onTwo(
      Syscall call, String label, long at, Name name, long to, Name newName, long flags)
      throws PosixException {
    try (Arena arena = Arena.ofConfined()) {
      call.call(label, at, address(arena, name), to, address(arena, newName), flags);
    }
  }

  private String under(Name name) {
    int cut = label.length() - SHOWN;
    return (cut > 0 ? "…" + label.substring(cut) : label) + "/" + name;
  }

  private static long address(Arena arena, Name name) {
    byte[] bytes = name.bytes();
    MemorySegment text = arena.allocate(bytes.length + 1L);
    MemorySegment.copy(bytes, 0, text, ValueLayout.JAVA_BYTE, 0, bytes.length);
    return text.address();
  }
}
