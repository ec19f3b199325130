package dev.otters.images;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Plans the runtime image of this release and the image of its tests. {@link Main} writes them. */
final class ShippedImages {

  static final String NONROOT = "65532:65532";
  private static final String BIN = "io.openotters.bin.";
  private static final String OCI = "org.opencontainers.image.";

  private final Path scratch;
  private final String version;
  private final Resources resources;

  /**
   * @param scratch a folder for small files that the plans create
   * @param version the version of the release, which becomes the tag
   */
  ShippedImages(Path scratch, String version) throws IOException {
    this.scratch = scratch;
    this.version = version;
    this.resources = new Resources(scratch.resolve("resources"));
  }

  /**
   * Plans the runtime: a Java runtime with its libraries, certificates, and the worker with its
   * cache. It has no shell.
   */
  ContainerImage runtime(
      JavaRuntime java, WorkerProgram worker, Path cache, DebianPackages packages)
      throws IOException {
    ImageFiles base =
        new ImageFiles("base")
            .libraries(LibraryClosure.of(List.of(java.home())))
            .file(resources.extract("passwd"), "/etc/passwd")
            .file(resources.extract("group"), "/etc/group")
            .file(
                Certificates.bundle(
                    packages.file("ca-certificates", "usr/share/ca-certificates/mozilla"),
                    scratch.resolve("ca-certificates.crt")),
                "/etc/ssl/certs/ca-certificates.crt");
    ImageFiles program =
        new ImageFiles("worker").file(cache, WorkerProgram.FOLDER + "/" + WorkerProgram.CACHE);
    worker.jars().forEach(jar -> program.file(jar, WorkerProgram.FOLDER + "/" + jar.getFileName()));
    program.file(
        worker.argumentFile(scratch.resolve("arguments")), WorkerProgram.FOLDER + "/arguments");
    return new ContainerImage(
        "otters/runtime:" + version,
        NONROOT,
        List.of("/opt/runtime/bin/runtime", "@" + WorkerProgram.FOLDER + "/arguments"),
        Map.of(
            BIN + "name", "runtime",
            BIN + "path", "/opt/runtime/bin",
            OCI + "title", "otters runtime",
            OCI + "description", "The program inside an Otters agent's sandbox.",
            OCI + "version", version,
            OCI + "licenses", "Apache-2.0"),
        List.of(base, new ImageFiles("java").tree(java.home(), "/opt/runtime"), program));
  }

  /** Plans a registry for tests: Debian's docker-registry on port 5000, without authentication. */
  ContainerImage registry(DebianPackages packages) throws IOException {
    Path program = packages.file("docker-registry", "usr/bin/docker-registry");
    ImageFiles files =
        new ImageFiles("registry")
            .program(program, "/bin/docker-registry")
            .libraries(LibraryClosure.of(List.of(program)))
            .file(resources.extract("registry.yml"), "/etc/docker/registry/config.yml")
            .folder(scratch, "/var/lib/registry");
    return new ContainerImage(
        "otters.local/test/registry:" + version,
        "0:0",
        List.of("/bin/docker-registry", "serve", "/etc/docker/registry/config.yml"),
        Map.of(OCI + "version", packages.version("docker-registry")),
        List.of(files));
  }
}
