package dev.otters.agentfile.parser;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.ParseResult;
import java.util.Map;
import java.util.Optional;

/**
 * Parses Agentfiles.
 *
 * <p>Any input results in records or problems, in time linear in its size; the parser throws no
 * exceptions. It does not read files of the build context.
 */
public final class AgentfileParser {
  /** Maximum size of a file in bytes, and of all expanded ARGs in characters. */
  public static final int LARGEST = 1024 * 1024;

  private AgentfileParser() {}

  /**
   * Parses the bytes of a file.
   *
   * @param file the name of the file for problems, such as {@code Agentfile}
   * @param source the content: UTF-8, at most {@link #LARGEST} bytes
   * @param buildArgs values that replace the defaults of ARGs; a key without an ARG is a problem
   */
  public static ParseResult parse(String file, byte[] source, Map<String, String> buildArgs) {
    var problems = new Problems(file);
    return SourceText.decode(source, problems)
        .map(text -> parse(text, buildArgs, problems))
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
