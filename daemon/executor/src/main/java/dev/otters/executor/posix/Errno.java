package dev.otters.executor.posix;

import java.util.Arrays;
import java.util.Optional;

/** The kernel's errors that callers handle. */
public enum Errno {
  EPERM(1, "operation not permitted"),
  ENOENT(2, "no such file or folder"),
  ESRCH(3, "no such process"),
  EINTR(4, "interrupted"),
  EIO(5, "input/output error"),
  EAGAIN(11, "not ready, or leased by a process"),
  EACCES(13, "permission denied"),
  EBUSY(16, "in use as a mount point"),
  EEXIST(17, "exists already"),
  EXDEV(18, "leads to another mount or out of its folder"),
  ENOTDIR(20, "not a folder"),
  EISDIR(21, "a folder"),
  EINVAL(22, "invalid argument"),
  ENOSPC(28, "no space left"),
  EROFS(30, "read-only file system"),
  EMLINK(31, "too many links"),
  ENAMETOOLONG(36, "a name is too long"),
  ENOSYS(38, "not supported by the kernel"),
  ENOTEMPTY(39, "not empty"),
  ELOOP(40, "a symbolic link"),
  EDQUOT(122, "disk quota exceeded");

  private final int number;
  private final String text;

  Errno(int number, String text) {
    this.number = number;
    this.text = text;
  }

  int number() {
    return number;
  }

  static Optional<Errno> of(int number) {
    return Arrays.stream(values()).filter(e -> e.number == number).findFirst();
  }

  static String describe(int number) {
    return of(number).map(e -> e.text).orElse("error " + number);
  }
}
