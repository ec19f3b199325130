package dev.otters.acceptance.language;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * A Java source, parsed.
 *
 * @param name its path below the root
 * @param text its characters
 * @param tree its syntax tree, without types
 */
record SourceFile(String name, String text, CompilationUnitTree tree, SourcePositions positions) {
  private static final Pattern TOKEN =
      Pattern.compile(
          "(?<string>\"\"\"(?s:.*?)\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*\")"
              + "|'(?:\\\\.|[^'\\\\\n])+'"
              + "|(?<comment>//[^\n]*|/\\*(?s:.*?)\\*/)");

  /** A comment or string literal, with the line that it starts on. */
  record Part(int line, String text) {}

  /** Reads and parses files. */
  static List<SourceFile> read(Path root, List<Path> files) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Path file : files) {
      try {
        texts.put(root.relativize(file).toString(), Files.readString(file));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return parse(texts);
  }

  /** Parses sources by their names. */
  static List<SourceFile> parse(Map<String, String> texts) {
    var sources =
        texts.entrySet().stream().map(it -> new Source(it.getKey(), it.getValue())).toList();
    var compiler = ToolProvider.getSystemJavaCompiler();
    var task = (JavacTask) compiler.getTask(null, null, null, null, null, sources);
    var positions = Trees.instance(task).getSourcePositions();
    List<SourceFile> files = new ArrayList<>();
    try {
      for (CompilationUnitTree tree : task.parse()) {
        String name = tree.getSourceFile().getName().substring(1);
        files.add(new SourceFile(name, texts.getOrDefault(name, ""), tree, positions));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files;
  }

  /** Returns the place of a line, as {@code path:line}. */
  String at(long line) {
    return name + ":" + line;
  }

  /** Returns the text of a part of the tree, as it is written. */
  String textOf(Tree part) {
    int start = (int) positions.getStartPosition(tree, part);
    int end = (int) positions.getEndPosition(tree, part);
    return start < 0 || end < start ? "" : text.substring(start, end);
  }

  /** Returns the place of a part of the tree, as {@code path:line}. */
  String at(Tree part) {
    return at(lineOf(positions.getStartPosition(tree, part)));
  }

  /** Returns the comments, of all three forms. */
  List<Part> comments() {
    return parts("comment");
  }

  /** Returns the string literals as they are written, with their quotes. */
  List<Part> strings() {
    return parts("string");
  }

  private long lineOf(long position) {
    return tree.getLineMap().getLineNumber(position);
  }

  private List<Part> parts(String group) {
    List<Part> parts = new ArrayList<>();
    for (MatchResult token : TOKEN.matcher(text).results().toList()) {
      String found = token.group(group);
      if (found != null) {
        parts.add(new Part((int) lineOf(token.start()), found));
      }
    }
    return parts;
  }

  /** A source in memory. */
  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String name, String text) {
      super(URI.create("string:/" + name), SimpleJavaFileObject.Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
