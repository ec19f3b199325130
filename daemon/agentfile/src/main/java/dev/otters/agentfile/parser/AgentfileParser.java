package dev.otters.agentfile.parser;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.ParseResult;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the text of an Agentfile.
 *
 * <p>Any input gives records or problems, in time linear in its size; nothing is thrown. Files of
 * the build context are named, not read.
 */
public final class AgentfileParser {
  /** The largest file, and the largest sum of what ARGs expand to, in bytes or characters. */
  public static final int LARGEST = 1024 * 1024;

  private AgentfileParser() {}

  /**
   * Reads a file as it stands on disk.
   *
   * @param file the name that problems show, such as {@code Agentfile}
   * @param source UTF-8, at most {@link #LARGEST} bytes; else the result says what is wrong
   * @param buildArgs values that override the defaults of ARGs; a key without an ARG is a problem
   */
  public static ParseResult parse(String file, byte[] source, Map<String, String> buildArgs) {
    var problems = new Problems(file);
    return SourceText.decode(source, problems)
        .map(text -> parse(text, buildArgs, problems))
        .orElseGet(() -> new ParseResult.Rejected(problems.all()));
  }

  /** Reads text as {@link #parse(String, byte[], Map)} reads its UTF-8 form. */
  public static ParseResult parse(String file, String source, Map<String, String> buildArgs) {
    var problems = new Problems(file);
    return SourceText.encode(source, problems)
        .map(bytes -> parse(file, bytes, buildArgs))
        .orElseGet(() -> new ParseResult.Rejected(problems.all()));
  }

  private static ParseResult parse(
      SourceText text, Map<String, String> buildArgs, Problems problems) {
    var script = new Script(text, buildArgs, problems);
    Optional<Agentfile> agentfile = script.read();
    if (agentfile.isEmpty() || problems.hasErrors()) {
      return new ParseResult.Rejected(problems.all());
    }
    return new ParseResult.Parsed(agentfile.get(), problems.all(), script.places());
  }
}
