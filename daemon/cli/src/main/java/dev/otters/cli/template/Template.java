package dev.otters.cli.template;

import dev.otters.cli.console.Console;
import dev.otters.cli.console.Table;
import java.util.Arrays;
import java.util.List;

/** A template that is parsed. */
public final class Template {
  private final List<Node> nodes;

  private Template(List<Node> nodes) {
    this.nodes = nodes;
  }

  /**
   * Parses a template. Outside of actions, {@code \t} and {@code \n} stand for a tab and a new
   * line.
   *
   * @throws TemplateException when it is not well-formed
   */
  public static Template parse(String source) {
    return new Template(Parser.parse(source));
  }

  /**
   * Returns the text for a record, list or map. Control characters of its values are replaced.
   *
   * @throws TemplateException when the data have no such field, or a function does not fit them
   */
  public String apply(Object data) {
    return new Evaluation(data, Console::harmless).text(nodes);
  }

  /** Returns a table whose columns are separated by tabs, titled after the fields in them. */
  public Table table(List<?> rows) {
    String[] header = apply(new Heading("")).split("\t", -1);
    Table table = new Table(header);
    for (Object row : rows) {
      Evaluation evaluation = new Evaluation(row, text -> text.replace('\t', ' '));
      String[] cells = evaluation.text(nodes).split("\t", header.length);
      String[] padded = Arrays.copyOf(cells, header.length);
      Arrays.fill(padded, cells.length, header.length, "");
      table.row(padded);
    }
    return table;
  }
}
