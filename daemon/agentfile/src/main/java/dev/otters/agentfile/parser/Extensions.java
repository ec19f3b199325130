package dev.otters.agentfile.parser;

import dev.otters.agentfile.ImageName;
import dev.otters.agentfile.Names;
import dev.otters.agentfile.ProblemCode;
import dev.otters.agentfile.Resource;
import dev.otters.agentfile.Resource.Access;
import dev.otters.agentfile.Skill;
import dev.otters.agentfile.Vault;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Supplier;

/** Parses the directives that Otters adds to the language: resources, secrets and skills. */
final class Extensions {
  private static final String ENV = "ENV";
  private static final String FOR = "FOR";

  private Extensions() {}

  static void resource(Operands in, Draft draft) {
    Token name = in.name();
    Pairs pairs = Pairs.read(in, Names::kebab);
    String description = in.description();
    in.end();
    Optional<Token> kind = pairs.take("kind");
    kind.ifPresent(it -> in.check(ProblemCode.INVALID_NAME, it, Names.complaintAbout(it.text())));
    Access mode = pairs.take("mode").map(it -> mode(in, it)).orElse(Access.READ);
    pairs
        .keys()
        .forEach(
            (key, token) ->
                in.check(
                    ProblemCode.INVALID_KEY,
                    token,
                    Resource.complaintAboutKey(key),
                    lowerCase(key)));
    SequencedMap<String, String> settings = pairs.texts();
    Optional<Heredoc> yaml = in.heredoc().filter(it -> !it.body().isBlank());
    yaml.filter(it -> !settings.isEmpty())
        .ifPresent(
            it ->
                in.lose(ProblemCode.CONFLICT, it.spot(), "RESOURCE " + Resource.SETTINGS_AND_BODY));
    if (in.ok()) {
      draft.declare(
          new Resource(
              name.text(),
              kind.map(Token::text).orElse(name.text()),
              mode,
              settings,
              yaml.map(Heredoc::body),
              description),
          name);
    }
  }

  static void vault(Operands in, Draft draft) {
    Token name = in.name();
    Pairs pairs = Pairs.read(in, key -> key.toUpperCase(Locale.ROOT));
    Token env = pairs.take(ENV).orElseGet(() -> in.need("ENV=<KEY>"));
    Token bins = pairs.take(FOR).orElseGet(() -> in.need("FOR=<bin>[,<bin>]"));
    String description = in.description();
    in.end();
    pairs.refuseTheRest(in, List.of(ENV, FOR));
    in.check(ProblemCode.INVALID_KEY, env, Vault.complaintAboutEnv(env.text()));
    List<String> names = bins(in, bins);
    if (in.ok()) {
      names.forEach(bin -> draft.needBin(bin, bins));
      draft.declare(new Vault(name.text(), env.text(), names, description), name, bins);
    }
  }

  static void skill(Operands in, Draft draft) {
    Token name = in.name();
    Token source = in.wordOrQuoted("the path of a folder in the build context, or an image");
    String description = in.description();
    in.end();
    boolean image = isImage(source.text());
    in.check(
        ProblemCode.INVALID_PATH,
        source,
        image ? Optional.empty() : BuildPath.complaintAboutFolder(source.text()));
    if (in.ok()) {
      Skill.Source from =
          image
              ? new Skill.Image(ImageName.of(source.text()))
              : new Skill.Folder(BuildPath.clean(source.text()));
      draft.declare(new Skill(name.text(), from, description), name, source);
    }
  }

  private static Access mode(Operands in, Token token) {
    Optional<Access> mode = Access.find(token.text().replace('_', '-'));
    if (mode.isEmpty()) {
      in.error(
          ProblemCode.INVALID_VALUE,
          token,
          "is not a mode",
          Access.texts(),
          () -> Suggestions.nearest(token.text(), Access.texts()));
    }
    return mode.orElse(Access.READ);
  }

  private static Supplier<Optional<String>> lowerCase(String key) {
    return () ->
        Optional.of(key.toLowerCase(Locale.ROOT))
            .filter(it -> !it.equals(key) && Names.complaintAboutKey(it).isEmpty());
  }

  private static List<String> bins(Operands in, Token token) {
    var names = new LinkedHashSet<String>();
    for (String name : token.text().split(",", -1)) {
      Optional<String> complaint = Names.complaintAbout(name);
      in.check(
          ProblemCode.INVALID_NAME,
          token.part(name),
          names.add(name) ? complaint : Optional.of("is named twice after FOR="));
    }
    return List.copyOf(names);
  }

  /**
   * Tells whether the source is an image, which names a registry, a tag or a digest, and not a
   * path.
   */
  private static boolean isImage(String source) {
    if (source.startsWith(".") || ImageName.complaintAbout(source).isPresent()) {
      return false;
    }
    ImageName image = ImageName.of(source);
    return image.host().isPresent() || image.tag().isPresent() || image.digest().isPresent();
  }
}
