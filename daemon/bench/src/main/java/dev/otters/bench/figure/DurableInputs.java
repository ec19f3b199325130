package dev.otters.bench.figure;

import dev.otters.bench.report.Figure;
import dev.otters.bench.report.Report;
import dev.otters.bench.run.Workbench;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Measures what memories, durable files, grants and calls of MCP servers cost. */
public final class DurableInputs implements Group {
  private static final String METHOD =
      """
      In the process of the bench, with a database of its own. *Search*: one of %,d calls of `memory_search`, each with two words
      of a vocabulary of %,d, by a session with one grant. First the grant has all %,d memories. Then there are %,d, of which each
      grant has %d. The baseline is the same question to a table of SQLite's FTS5 with the same %,d texts, through the same driver;
      these three do not take turns.
      *Promote*: a durable file of 1 MiB gets new bytes, whose copy in the agent's folder is on the disk at the end; the baseline
      writes as many bytes to a file and syncs it. *Compare*: a draft of 1 MiB with %d changed lines; the baseline is `diff -u`, a process of its own.
      *Grant check*: is a namespace of 16 segments covered by the last of 32 grants; the mean of %,d checks. The baseline compares
      the texts. *MCP call*: %d calls of a tool that answers at once, through the provider with the agent's egress rules or as a
      process of this machine without a sandbox; the baseline is the client of the SDK with its own transport to the same server.
      They take turns, call by call.\
      """
          .formatted(
              MemorySearch.SEARCHES,
              MemorySearch.VOCABULARY,
              MemorySearch.FULL,
              MemorySearch.MANY,
              MemorySearch.EACH,
              MemorySearch.FULL,
              DurableFiles.CHANGES,
              GrantChecks.CHECKS,
              McpCalls.CALLS);

  @Override
  public String name() {
    return "resource";
  }

  @Override
  public Report measure(Workbench bench) throws IOException, InterruptedException {
    List<Figure> figures = new ArrayList<>(MemorySearch.figures());
    figures.addAll(DurableFiles.figures());
    figures.add(GrantChecks.figure());
    figures.addAll(McpCalls.figures());
    return new Report("Memories, durable files and grants", METHOD, figures, List.of());
  }
}
