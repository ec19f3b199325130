package dev.otters.cli.testing;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Gives each test a folder, a place to run commands in, and a daemon that says what it is told. */
public abstract class CommandTest {
  @TempDir protected Path folder;
  @AutoClose protected Bench bench;
  protected FakeDaemon daemon;

  @BeforeEach
  final void openBench() throws IOException {
    bench = new Bench(folder);
    daemon = bench.daemon();
  }
}
