package dev.otters.executor.posix;

import java.nio.file.Path;

/** A pipe from programs to this process. Unlike a process's own stream, waiting for it ends. */
public final class Pipe extends NearEnd {
  private final Fd far;

  private Pipe(Fd near, Fd far) {
    super(near);
    this.far = far;
  }

  /** Creates a pipe. */
  public static Pipe open() throws PosixException {
    var ends = Fd.pipe();
    return new Pipe(ends.getFirst(), ends.getLast());
  }

  @Override
  public Path far() {
    return Path.of("/proc/self/fd", "" + far.number());
  }

  /** Closes this process's copy of the far end, once the programs have theirs. */
  public void closeFar() {
    far.close();
  }

  @Override
  public void close() {
    far.close();
    near.close();
  }
}
