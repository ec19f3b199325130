package dev.otters.agentfile.parser;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.ImageName;
import dev.otters.agentfile.ModelName;
import dev.otters.agentfile.ProblemCode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Parses FROM, RUNTIME, MODEL and NAME. */
final class Heading {
  private Heading() {}

  static void from(Operands in, Draft draft) {
    Token parent = in.word("scratch or the image of a parent");
    in.check(
        ProblemCode.INVALID_IMAGE,
        parent,
        ImageName.complaintAbout(parent.text()),
        () -> scratchOrLowerCase(parent));
    in.end();
    if (parent.isPresent()) {
      draft.from(parent);
    }
    if (in.ok() && !parent.text().equals(Agentfile.SCRATCH)) {
      String message = "FROM " + parent.shown() + " is read as the image of a parent";
      nearScratch(parent)
          .ifPresent(
              it -> draft.warn(ProblemCode.LIKELY_SCRATCH, parent, message, () -> Optional.of(it)));
    }
  }

  static void runtime(Operands in, Draft draft) {
    Token image = image(in, "an image reference");
    in.end();
    if (in.ok()) {
      draft.runtime(image);
    }
  }

  static void model(Operands in, Draft draft) {
    Token model = in.word("a model such as anthropic/claude-sonnet-4-5");
    in.end();
    in.check(ProblemCode.INVALID_MODEL, model, ModelName.complaintAbout(model.text()));
    if (in.ok()) {
      draft.declare(new Agentfile.Model(ModelName.of(model.text())), model);
    }
  }

  static void name(Operands in, Draft draft) {
    Token name = in.name();
    in.end();
    if (in.ok()) {
      draft.declare(new Agentfile.Name(name.text()), name);
    }
  }

  /** Parses an image reference. */
  static Token image(Operands in, String what) {
    Token image = in.word(what);
    in.check(
        ProblemCode.INVALID_IMAGE,
        image,
        ImageName.complaintAbout(image.text()),
        () -> lowerCase(image.text()));
    return image;
  }

  private static Optional<String> scratchOrLowerCase(Token parent) {
    return nearScratch(parent).or(() -> lowerCase(parent.text()));
  }

  private static Optional<String> nearScratch(Token parent) {
    return Suggestions.nearest(parent.text(), List.of(Agentfile.SCRATCH));
  }

  private static Optional<String> lowerCase(String reference) {
    return Optional.of(reference.toLowerCase(Locale.ROOT))
        .filter(it -> !it.equals(reference) && ImageName.complaintAbout(it).isEmpty());
  }
}
