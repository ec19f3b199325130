package dev.otters.images;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Plans the tools of the release, each a BIN image. */
final class Tools {
  /** The packages that the tools are made of, without their libraries. */
  static final List<String> PACKAGES =
      List.of(
          "busybox-static",
          "ca-certificates",
          "curl",
          "git",
          "jq",
          "python3",
          "ripgrep",
          "sqlite3",
          "yq");

  private static final String BIN = "io.openotters.bin.";
  private static final String OCI = "org.opencontainers.image.";
  private static final String CERTIFICATES = "etc/ca-certificates.crt";

  private final Path scratch;
  private final String version;
  private final DebianPackages packages;
  private final Resources resources;

  /**
   * @param scratch an empty folder
   * @param version the version of the release, which becomes the tag
   * @param packages the source of the tools
   */
  Tools(Path scratch, String version, DebianPackages packages) throws IOException {
    this.scratch = scratch;
    this.version = version;
    this.packages = packages;
    this.resources = new Resources(scratch.resolve("resources"));
  }

  /**
   * A tool's name and what is said about it.
   *
   * @param main the package that gives the version
   * @param license the SPDX expression of the program's licence
   */
  private record Facts(String name, String description, String main, String license) {}

  /** Returns the images of all tools. */
  List<ContainerImage> images() throws IOException {
    List<ContainerImage> all = new ArrayList<>();
    all.add(shell());
    all.add(simple(new Facts("jq", "Queries and changes JSON.", "jq", "MIT"), "usr/bin/jq"));
    all.add(
        simple(
            new Facts(
                "rg",
                "Searches files with regular expressions (ripgrep).",
                "ripgrep",
                "MIT OR Unlicense"),
            "usr/bin/rg"));
    all.add(
        simple(
            new Facts("sqlite3", "Queries SQLite databases and CSV files.", "sqlite3", "blessing"),
            "usr/bin/sqlite3"));
    all.add(curl());
    all.add(git());
    ToolFiles python = python();
    all.add(
        image(
            new Facts("python3", "Runs Python programs.", pythonPackage(), "Python-2.0"), python));
    all.add(yq(python));
    return all;
  }

  private ContainerImage shell() throws IOException {
    ToolFiles files = files("sh");
    files.file("sh", packages.file("busybox-static", "bin/busybox"));
    return image(
        new Facts(
            "sh",
            "A POSIX shell with the usual file tools (busybox).",
            "busybox-static",
            "GPL-2.0-only"),
        files);
  }

  private ContainerImage simple(Facts facts, String program) throws IOException {
    ToolFiles files = files(facts.name());
    files.launched(
        facts.name(),
        "libexec/" + facts.name(),
        packages.file(facts.main(), program),
        List.of(),
        Map.of());
    return image(facts, files);
  }

  private ContainerImage curl() throws IOException {
    ToolFiles files = files("curl");
    files.launched(
        "curl",
        "libexec/curl",
        packages.file("curl", "usr/bin/curl"),
        List.of(),
        Map.of("CURL_CA_BUNDLE", CERTIFICATES));
    certificates(files);
    return image(
        new Facts("curl", "Transfers data with URLs (HTTP, HTTPS).", "curl", "curl"), files);
  }

  /** Git starts itself and its helpers again, from a folder of launchers. */
  private ContainerImage git() throws IOException {
    Map<String, String> variables =
        Map.of(
            "GIT_EXEC_PATH", "libexec/git-core",
            "GIT_TEMPLATE_DIR", "share/git-core/templates",
            "GIT_CONFIG_SYSTEM", "etc/gitconfig",
            "GIT_SSL_CAINFO", CERTIFICATES);
    ToolFiles files = files("git");
    files.launched("git", "libexec/git", packages.file("git", "usr/bin/git"), List.of(), variables);
    files.launcher("libexec/git-core/git", "libexec/git", List.of(), variables);
    files.launched(
        "libexec/git-core/git-remote-http",
        "libexec/git-remote-http",
        packages.file("git", "usr/lib/git-core/git-remote-http"),
        List.of(),
        variables);
    files.launcher(
        "libexec/git-core/git-remote-https", "libexec/git-remote-http", List.of(), variables);
    files.file(
        "share/git-core/templates/info/exclude",
        packages.file("git", "usr/share/git-core/templates/info/exclude"));
    files.resource("etc/gitconfig", "gitconfig");
    certificates(files);
    return image(new Facts("git", "The version control system.", "git", "GPL-2.0-only"), files);
  }

  private void certificates(ToolFiles files) throws IOException {
    Path folder = packages.file("ca-certificates", "usr/share/ca-certificates/mozilla");
    Path bundle = files.root().resolve(CERTIFICATES);
    Files.createDirectories(bundle.getParent());
    Certificates.bundle(folder, bundle);
    files.uses(packages.of(folder));
  }

  /** Plans Python with its standard library, compiled, since it cannot write into its image. */
  private ToolFiles python() throws IOException {
    String main = pythonPackage();
    String name = main.replace("-minimal", "");
    ToolFiles files = files("python3");
    files.launched(
        "python3",
        "libexec/python3",
        packages.file(main, "usr/bin/" + name),
        List.of(),
        Map.of("PYTHONHOME", ""));
    List<String> without =
        List.of(
            "ensurepip",
            "turtle",
            "pydoc_data",
            "EXTERNALLY-MANAGED",
            "lib-dynload/nis.",
            "lib-dynload/_dbm.",
            "test/");
    for (String part : List.of("minimal", "stdlib")) {
      files.tree(
          "lib/" + name, packages.file("lib" + name + "-" + part, "usr/lib/" + name), without);
    }
    compile(files, files.root().resolve("lib"));
    return files;
  }

  private static void compile(ToolFiles python, Path folder) throws IOException {
    Command.run(
        List.of(
            python.root().resolve("python3").toString(),
            "-m",
            "compileall",
            "-q",
            "--invalidation-mode",
            "unchecked-hash",
            "-s",
            folder.toString(),
            folder.toString()));
  }

  private String pythonPackage() {
    return packages.all().keySet().stream()
        .filter(name -> name.matches("python3\\.[0-9]+-minimal"))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no Python among the packages"));
  }

  /** Plans yq on top of Python's image; it runs a jq of its own. */
  private ContainerImage yq(ToolFiles python) throws IOException {
    ToolFiles files = files("yq", python);
    files.launched(
        "libexec/bin/jq", "libexec/jq", packages.file("jq", "usr/bin/jq"), List.of(), Map.of());
    for (String part :
        List.of("yq", "python3-yaml", "python3-toml", "python3-xmltodict", "python3-argcomplete")) {
      files.tree(
          "libexec/yq-packages", packages.file(part, "usr/lib/python3/dist-packages"), List.of());
    }
    files.resource("libexec/yq-main.py", "yq-main.py");
    files.launcher(
        "yq", "libexec/python3", List.of("@libexec/yq-main.py"), Map.of("PYTHONHOME", ""));
    compile(python, files.root().resolve("libexec/yq-packages"));
    return image(
        new Facts("yq", "Queries and changes YAML, with the language of jq.", "yq", "Apache-2.0"),
        files);
  }

  private ToolFiles files(String name, ToolFiles... below) throws IOException {
    Path root = Folders.empty(scratch.resolve("tools").resolve(name));
    return new ToolFiles(root, List.of(below), packages, resources);
  }

  private ContainerImage image(Facts facts, ToolFiles files) throws IOException {
    String name = "otters/tools/" + facts.name();
    files.resource("USAGE.md", facts.name() + "-usage.md").licenses();
    Sbom.write(
        files.root().resolve("sbom.spdx.json"),
        name + ":" + version,
        facts.main(),
        facts.license(),
        files.used());
    List<ImageFiles> layers = new ArrayList<>();
    for (ToolFiles part : files.layers()) {
      layers.add(new ImageFiles(facts.name()).tree(part.root(), ""));
    }
    return new ContainerImage(
        name + ":" + version,
        ShippedImages.NONROOT,
        List.of("/" + facts.name()),
        Map.of(
            BIN + "name", facts.name(),
            BIN + "path", "/",
            BIN + "usage", "/USAGE.md",
            OCI + "title", facts.name(),
            OCI + "description", facts.description(),
            OCI + "version", packages.version(facts.main()),
            OCI + "licenses", facts.license()),
        layers);
  }
}
