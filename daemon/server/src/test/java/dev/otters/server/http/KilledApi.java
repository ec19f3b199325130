package dev.otters.server.http;

import dev.otters.home.TalkingProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** The main program of the daemon that {@link KilledUploadTest} kills. */
final class KilledApi {
  private KilledApi() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    TalkingProgram.endWithParent();
    System.setProperty("java.io.tmpdir", args[1]);
    try (ApiKit kit = new ApiKit(Path.of(args[0]))) {
      System.out.println("daemon " + ProcessHandle.current().pid() + " " + kit.token);
      new CountDownLatch(1).await();
    }
  }
}
