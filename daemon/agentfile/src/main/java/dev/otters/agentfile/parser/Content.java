package dev.otters.agentfile.parser;

import dev.otters.agentfile.Add;
import dev.otters.agentfile.Bin;
import dev.otters.agentfile.Context;
import dev.otters.agentfile.ImageName;
import dev.otters.agentfile.Names;
import dev.otters.agentfile.ProblemCode;
import dev.otters.agentfile.Quoted;
import java.util.List;
import java.util.Optional;

/** Parses the directives that add texts, tools and files to an image. */
final class Content {
  private static final String FILE = "file://";

  private Content() {}

  static void context(Operands in, Draft draft) {
    Token name = in.word("a name");
    in.check(ProblemCode.INVALID_NAME, name, Context.complaintAboutName(name.text()));
    String description = in.description();
    Optional<Token> file = in.seesWord() ? Optional.of(file(in)) : Optional.empty();
    in.end();
    file.filter(it -> in.heredoc().isPresent())
        .ifPresent(
            it ->
                in.lose(
                    ProblemCode.CONFLICT,
                    it.spot(),
                    "CONTEXT takes a file or a heredoc, not both"));
    if (in.ok()) {
      draft.declare(
          new Context(name.text(), description, body(file, in.heredoc())), name, file.orElse(name));
      if (file.isEmpty() && in.heredoc().isEmpty()) {
        String message = "CONTEXT " + name.text() + " has no text: neither file nor heredoc";
        draft.warn(ProblemCode.EMPTY_CONTEXT, name, message, Optional::empty);
      }
    }
  }

  static void bin(Operands in, Draft draft) {
    Token name = in.name();
    draft.seeBin(name.text());
    Token image =
        Heading.image(in, "an image reference such as ghcr.io/openotters/tools/jq:latest");
    String description = in.description();
    in.end();
    if (in.ok()) {
      String usage = in.heredoc().map(Heredoc::body).orElse("");
      draft.declare(new Bin(name.text(), ImageName.of(image.text()), description, usage), name);
    }
  }

  static void add(Operands in, Draft draft) {
    Token source = in.wordOrQuoted("the path of a file in the build context");
    in.check(ProblemCode.INVALID_PATH, source, BuildPath.complaintAbout(source.text()));
    Optional<Token> target = in.seesWord() ? Optional.of(in.word("a name")) : Optional.empty();
    String description = in.description();
    in.end();
    if (!in.ok()) {
      return;
    }
    String path = BuildPath.clean(source.text());
    String name = target.map(it -> nameOf(it.text(), path)).orElse(BuildPath.lastName(path));
    Optional<String> complaint = Names.complaintAbout(name);
    if (complaint.isPresent()) {
      in.error(
          ProblemCode.INVALID_NAME,
          target.orElse(source),
          "gives the file name " + Quoted.of(name) + ", which " + complaint.get(),
          List.of("ADD <path> <name>"),
          Optional::empty);
      return;
    }
    draft.declare(new Add(source.text(), name, description), target.orElse(source), source);
    target.ifPresent(it -> warnAboutFolder(it, name, draft));
  }

  private static Token file(Operands in) {
    Token file = in.word("a file");
    String path = file.text();
    if (!path.startsWith(FILE)) {
      return in.lose(
          ProblemCode.UNEXPECTED_OPERAND,
          file.spot(),
          "CONTEXT does not expect " + file.shown() + " here: a file starts with file://",
          () -> Optional.of(FILE + path).filter(it -> BuildPath.complaintAbout(path).isEmpty()));
    }
    in.check(
        ProblemCode.INVALID_PATH, file, BuildPath.complaintAbout(path.substring(FILE.length())));
    return file;
  }

  private static Context.Body body(Optional<Token> file, Optional<Heredoc> heredoc) {
    if (file.isPresent()) {
      return new Context.FromFile(file.get().text().substring(FILE.length()));
    }
    String text = heredoc.map(Heredoc::body).orElse("");
    return text.isEmpty() ? new Context.Empty() : new Context.Inline(text);
  }

  /** Returns the file name for the second operand, which may be a path in upstream files. */
  private static String nameOf(String target, String source) {
    return target.endsWith("/") || target.equals(".")
        ? BuildPath.lastName(source)
        : BuildPath.lastName(target);
  }

  private static void warnAboutFolder(Token target, String name, Draft draft) {
    String folder = target.text().substring(0, target.text().lastIndexOf('/') + 1);
    if (!folder.isEmpty() && !folder.equals("/etc/data/") && !folder.equals("./")) {
      String message = "the file will be /etc/data/" + name + ": ADD does not create folders";
      draft.warn(ProblemCode.FLAT_FOLDER, target, message, Optional::empty);
    }
  }
}
