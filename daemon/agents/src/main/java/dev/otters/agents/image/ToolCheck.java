package dev.otters.agents.image;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.oci.Platform;
import dev.otters.oci.bin.BinImages;
import dev.otters.oci.bin.Launcher;
import dev.otters.oci.bin.Program;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Refuses files that no sandbox can run as tools, and says what to do. */
final class ToolCheck {
  private static final String STATIC =
      "Link it statically (C: -static, Go: CGO_ENABLED=0), or use a static build of its project.";
  private static final int START = 256;
  private static final int LARGEST_SCRIPT = 4 << 20;
  private static final Pattern INTERPRETER =
      Pattern.compile("\\A#![ \\t]*(\\S*/)?(?:env[ \\t]+(?:-S[ \\t]+)?)?(\\S*)");

  /** The shipped tools that run scripts. */
  private static final Map<String, String> SHIPPED =
      Map.of("sh", "sh", "ash", "sh", "dash", "sh", "python3", "python3", "python", "python3");

  private final String name;
  private final boolean script;
  private final List<String> problems = new ArrayList<>();
  private final List<String> remedies = new ArrayList<>();

  /**
   * @param name the name of the tool
   * @param script whether the files are scripts that are packed with an interpreter
   */
  ToolCheck(String name, boolean script) {
    this.name = name;
    this.script = script;
  }

  /**
   * Checks the file of one platform.
   *
   * @param libraries finds missing libraries of a program, by their names
   */
  void file(Platform platform, Path file, Libraries libraries) {
    if (!platform.os().equals("linux")) {
      problem(platform, "sandboxes run only Linux programs", "Give a file for linux/ARCH.");
      return;
    }
    try {
      Optional<Program> program = BinImages.program(file);
      if (program.isPresent()) {
        program(platform, program.get(), libraries);
      } else {
        other(platform, start(file), Files.size(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  /** Finds the libraries that a sandbox does not have. */
  interface Libraries {
    List<String> missing(List<String> names);
  }

  /** Throws BIN_INVALID with all problems, if there are any. */
  void done() {
    if (!problems.isEmpty()) {
      throw ApiException.of(
          ErrorCode.BIN_INVALID,
          "cannot build the tool " + name + ": " + String.join("; ", problems),
          String.join(" ", remedies.stream().distinct().toList()));
    }
  }

  private void program(Platform platform, Program program, Libraries libraries) {
    if (script) {
      problem(
          platform,
          "the file is a program, not a script",
          "Omit --interpreter, or give the script.");
      return;
    }
    List<String> missing = libraries.missing(program.libraries());
    if (!missing.isEmpty()) {
      problem(
          platform,
          "the program needs " + String.join(", ", missing) + ", which no sandbox has",
          STATIC);
    }
  }

  private void other(Platform platform, byte[] start, long size) {
    String text = new String(start, StandardCharsets.ISO_8859_1);
    Matcher line = INTERPRETER.matcher(text);
    if (script) {
      if (!Launcher.supports(platform)) {
        problem(platform, "scripts cannot be packed for this platform", "Pack a program.");
      } else if (size > LARGEST_SCRIPT) {
        problem(
            platform, "the script is larger than 4 MiB", "Move its data to files of the agent.");
      }
    } else if (line.find()) {
      String interpreter = line.group(2);
      String image = SHIPPED.get(interpreter);
      problem(
          platform,
          "the file is a script for " + interpreter + ", which is not in its image",
          image == null
              ? "Pack it with a BIN image of its interpreter: --interpreter REF."
              : "Pack it with its interpreter: --interpreter otters/tools/" + image + ".");
    } else {
      problem(
          platform,
          "the file is " + format(text) + ", not a Linux program",
          "Give an ELF program, or a script whose first line is '#!' and its interpreter.");
    }
  }

  private static String format(String start) {
    if (start.isEmpty()) {
      return "empty";
    } else if (start.startsWith("MZ")) {
      return "a Windows program";
    } else if (start.matches("(?s)(\u00cf\u00fa\u00ed\u00fe|\u00ca\u00fe\u00ba\u00be).*")) {
      return "a macOS program or a Java class";
    } else if (start.startsWith("PK\003\004")) {
      return "a zip or jar archive";
    } else if (start.startsWith("\u001f\u008b")) {
      return "gzip data";
    }
    return start.chars().allMatch(c -> c >= ' ' || Character.isWhitespace(c))
        ? "text without a '#!' line"
        : "of an unknown format";
  }

  private void problem(Platform platform, String text, String remedy) {
    problems.add(platform + ": " + text);
    remedies.add(remedy);
  }

  private static byte[] start(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(START);
    }
  }
}
