package dev.otters.executor.docker;

import dev.otters.executor.docker.engine.EngineConnection;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records of the programs that run beside those of containers. The next daemon ends what a daemon
 * that was killed left behind.
 *
 * @param folder has a file for each program, whose name is the program's id and whose text the
 *     container's
 */
record ProgramRecords(EngineConnection engine, Path folder) {
  private static final Logger LOG = LoggerFactory.getLogger(ProgramRecords.class);

  void add(ContainerProgram program) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve(program.id()), program.container());
  }

  void remove(ContainerProgram program) {
    try {
      Files.deleteIfExists(folder.resolve(program.id()));
    } catch (IOException e) {
      LOG.atWarn().addKeyValue("folder", folder).setCause(e).log("Cannot remove a record");
    }
  }

  /** Kills all recorded programs that still run. */
  void endAll() {
    if (!Files.exists(folder)) {
      return;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        String id = String.valueOf(file.getFileName());
        ContainerProgram program = new ContainerProgram(engine, Files.readString(file), id);
        if (program.kill()) {
          LOG.atInfo().addKeyValue("container", program.container()).log("Ended a program");
        }
        remove(program);
      }
    } catch (IOException | DirectoryIteratorException e) {
      LOG.atWarn().addKeyValue("folder", folder).setCause(e).log("Cannot end programs");
    }
  }
}
