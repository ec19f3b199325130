package dev.otters.git;

import java.io.File;
import java.util.concurrent.TimeUnit;
import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.storage.file.FileBasedConfig;
import org.eclipse.jgit.util.FS;
import org.eclipse.jgit.util.SystemReader;

/**
 * The settings of the library. None come from the machine. Left to itself, the library also writes
 * files in a loop when it starts, to find out how exact the times of files are: it would take
 * longer than most clones.
 */
final class Settings extends SystemReader.Delegate {
  /** The difference of two times of files that every file system can tell apart. */
  private static final long COARSEST_SECONDS = 2;

  private Settings() {
    super(SystemReader.getInstance());
  }

  /** Lets the library of this process use these settings. */
  static void use() {
    SystemReader.setInstance(new Settings());
  }

  @Override
  public FileBasedConfig openUserConfig(Config parent, FS fs) {
    return new NoFile(parent, fs);
  }

  @Override
  public FileBasedConfig openSystemConfig(Config parent, FS fs) {
    return new NoFile(parent, fs);
  }

  @Override
  public FileBasedConfig openJGitConfig(Config parent, FS fs) {
    return new NoFile(parent, fs);
  }

  /** Settings that have no file, and know how exact the times of files are. */
  private static final class NoFile extends FileBasedConfig {
    @SuppressWarnings("NullAway") // The library's own settings without a file are made so.
    NoFile(Config parent, FS fs) {
      super(parent, (File) null, fs);
    }

    @Override
    public long getTimeUnit(
        String section, String subsection, String name, long otherwise, TimeUnit unit) {
      return section.equals("filesystem") && name.equals("timestampResolution")
          ? unit.convert(COARSEST_SECONDS, TimeUnit.SECONDS)
          : super.getTimeUnit(section, subsection, name, otherwise, unit);
    }

    @Override
    public void load() {}

    @Override
    public void save() {}

    @Override
    public boolean isOutdated() {
      return false;
    }
  }
}
