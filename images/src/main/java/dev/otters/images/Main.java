package dev.otters.images;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Builds all images. The build calls it with folders only. */
public final class Main {

  private Main() {}

  /**
   * Writes {@code runtime.tar} and {@code tools.tar} to the folder for shipped images, and {@code
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
    Path shipped = Folders.empty(Path.of(args[1]));
    Path tests = Files.createDirectories(Path.of(args[2]));
    Path work = Files.createDirectories(Path.of(args[3]));
    List<Path> jars = Arrays.stream(args).skip(6).map(Path::of).toList();

    DebianPackages packages =
        DebianPackages.fetch(
            Path.of(args[5]),
            work.resolve("packages"),
            Stream.concat(Tools.PACKAGES.stream(), Stream.of("docker-registry")).toList());
    ShippedImages images =
        new ShippedImages(Files.createDirectories(work.resolve("files")), version);
    WorkerProgram worker = new WorkerProgram(jars);
    JavaRuntime java = JavaRuntime.link(Path.of(args[4]), Folders.absent(work.resolve("java")));
    Path cache = AotCache.train(java, worker, Folders.empty(work.resolve("training")));

    Shipment shipment = new Shipment(work.resolve("shipment"));
    shipment.write(
        List.of(images.runtime(java, worker, cache, packages)), shipped.resolve("runtime.tar"));
    shipment.write(
        new Tools(Folders.empty(work.resolve("tools")), version, packages).images(),
        shipped.resolve("tools.tar"));
    images
        .registry(packages)
        .writeDockerTar(tests.resolve("registry.tar"), work.resolve("shipment/cache"));
  }
}
