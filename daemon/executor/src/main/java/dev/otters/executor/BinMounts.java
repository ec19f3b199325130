package dev.otters.executor;

/** Says how a sandbox gets its tools. The bytes and paths are the same either way. */
public enum BinMounts {
  /** Image mounts where the executor has them, else binds. */
  AUTO,
  /** Image mounts, or a refusal where the executor has none. */
  IMAGE,
  /** Read-only binds of the images' unpacked files. */
  BIND
}
