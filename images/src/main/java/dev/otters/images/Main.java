package dev.otters.images;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Builds all images. The build calls it with folders only. */
public final class Main {

  private static final List<String> PACKAGES =
      List.of("busybox-static", "ca-certificates", "docker-registry");

  private Main() {}

  /**
   * Writes {@code runtime.tar} and {@code sh.tar} to the folder for shipped images, and {@code
   * registry.tar} to the folder for images of tests.
   *
   * @param args the version, the folder for shipped images, the folder for images of tests, a work
   *     folder, JDK 25, the script that fetches packages, and the worker's jars in class path order
   */
  public static void main(String[] args) throws IOException {
    if (args.length < 7) {
      System.err.println(
          "usage: VERSION IMAGES TEST_IMAGES WORK JDK FETCH_SCRIPT WORKER_JAR [JAR...]");
      System.exit(2);
    }
    String version = args[0];
    Path shipped = Files.createDirectories(Path.of(args[1]));
    Path tests = Files.createDirectories(Path.of(args[2]));
    Path work = Files.createDirectories(Path.of(args[3]));
    List<Path> jars = Arrays.stream(args).skip(6).map(Path::of).toList();

    DebianPackages packages =
        DebianPackages.fetch(Path.of(args[5]), work.resolve("packages"), PACKAGES);
    ShippedImages images =
        new ShippedImages(Files.createDirectories(work.resolve("files")), version);
    WorkerProgram worker = new WorkerProgram(jars);
    JavaRuntime java = JavaRuntime.link(Path.of(args[4]), Folders.absent(work.resolve("java")));
    Path cache = AotCache.train(java, worker, Folders.empty(work.resolve("training")));

    Shipment shipment = new Shipment(work.resolve("shipment"));
    shipment.write(images.runtime(java, worker, cache, packages), shipped.resolve("runtime.tar"));
    shipment.write(images.shell(packages), shipped.resolve("sh.tar"));
    images
        .registry(packages)
        .writeDockerTar(tests.resolve("registry.tar"), work.resolve("shipment/cache"));
  }
}
