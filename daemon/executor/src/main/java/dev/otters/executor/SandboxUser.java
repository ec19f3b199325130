package dev.otters.executor;

/** The user of a sandbox, by ids of the host. */
public record SandboxUser(int uid, int gid) {
  public SandboxUser {
    if (uid < 0 || gid < 0) {
      throw new IllegalArgumentException("invalid user: " + uid + ":" + gid);
    }
  }

  @Override
  public String toString() {
    return uid + ":" + gid;
  }
}
