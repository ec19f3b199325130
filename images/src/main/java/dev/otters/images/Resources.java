package dev.otters.images;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Copies small files of this module to a folder that Jib can read. */
record Resources(Path folder) {

  Resources {
    folder = folder.toAbsolutePath();
  }

  Path extract(String name) throws IOException {
    try (InputStream in = Resources.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new FileNotFoundException("no resource " + name);
      }
      Path target = Files.createDirectories(folder).resolve(name);
      Files.copy(in, target, StandardCopyOption.REPLACE_EXISTING);
      return target;
    }
  }
}
