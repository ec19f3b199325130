package dev.otters.agents.image;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.ImageName;
import dev.otters.agentfile.NotImplemented;
import dev.otters.agentfile.ParseResult;
import dev.otters.agentfile.Problem;
import dev.otters.agentfile.ProblemCode;
import dev.otters.agentfile.Skill;
import dev.otters.agentfile.parser.AgentfileParser;
import dev.otters.agentfile.resolve.Wishes;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.SourceProblem;
import dev.otters.api.image.BuildResult;
import dev.otters.credentials.HostCredentials;
import dev.otters.oci.BuiltImage;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.Progress;
import dev.otters.oci.agent.AgentBuild;
import dev.otters.oci.agent.AgentImages;
import dev.otters.oci.agent.BuildFinding;
import dev.otters.oci.agent.BuildInputException;
import dev.otters.oci.bin.BinBuild;
import dev.otters.oci.bin.BinImages;
import dev.otters.oci.store.OciStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Builds agent images and BIN images from the files of clients.
 *
 * @param store receives the images
 * @param scratch a private folder for the files of clients
 * @param runtime replaces a missing RUNTIME
 * @param images finds parents
 */
public record Builds(OciStore store, Path scratch, ImageName runtime, ImageSource images) {

  /**
   * An agent image to build.
   *
   * @param file the Agentfile's path in the build context
   * @param tags the tags of the image; empty for {@code <NAME>:latest}
   * @param check whether to only check
   * @param arguments the values of ARGs
   * @param fallback the name of an image without a NAME; empty to refuse it
   * @param created the time of the image, which has none by default
   */
  public record AgentRequest(
      String file,
      List<String> tags,
      boolean check,
      Map<String, String> arguments,
      String fallback,
      Optional<Instant> created) {
    /** Copies the collections. */
    public AgentRequest {
      tags = List.copyOf(tags);
      arguments = Map.copyOf(arguments);
    }
  }

  /**
   * A BIN image to pack.
   *
   * @param name the file name of the tool
   * @param description one line, empty for none
   * @param tags the tags of the image; empty for {@code <name>:latest}
   * @param usage a text for the model; empty for {@code USAGE.md} in the build context
   * @param created the time of the image, which has none by default
   * @param interpreter the BIN image that runs the programs, which are scripts; empty for none
   */
  public record BinRequest(
      String name,
      String description,
      List<String> tags,
      String usage,
      Optional<Instant> created,
      String interpreter) {
    /** Copies the list. */
    public BinRequest {
      tags = List.copyOf(tags);
    }
  }

  /**
   * Builds an agent image, or only checks its Agentfile.
   *
   * @param request the image to build
   * @param credentials the caller's credentials for the registry of the parent
   * @param tar the build context, read once and not closed
   * @param progress receives the steps
   * @return the result
   * @throws ApiException AGENTFILE_INVALID with every finding, and as {@link BuildContext#receive}
   */
  public BuildResult agent(
      AgentRequest request, List<HostCredentials> credentials, InputStream tar, Progress progress) {
    try (BuildContext context = BuildContext.receive(tar, scratch)) {
      List<ImageReference> tags = names(request.tags());
      byte[] source = agentfile(context.folder(), request.file());
      ParseResult result = AgentfileParser.parse(request.file(), source, request.arguments());
      return switch (result) {
        case ParseResult.Rejected(List<Problem> problems) ->
            throw Findings.rejected(request.file(), problems);
        case ParseResult.Parsed parsed ->
            agent(request, parsed, context.folder(), tags, images.as(credentials), progress);
      };
    }
  }

  /**
   * Packs a tool.
   *
   * @param request the image to pack
   * @param tar the programs as {@code <os>/<arch>}, read once and not closed
   * @param progress receives the steps
   * @return the result
   */
  public BuildResult bin(BinRequest request, InputStream tar, Progress progress) {
    return bin(request, Programs::sent, tar, progress);
  }

  /**
   * Packs a program of an existing image as a tool.
   *
   * @param request the image to pack
   * @param image the reference of the existing image, pulled if it is missing
   * @param paths the programs in it, as {@code linux/amd64:/jq} or {@code /jq}
   * @param credentials the caller's credentials for its registry
   * @param tar only {@code USAGE.md}, which may be missing; read once and not closed
   * @param progress receives the steps
   * @return the result
   */
  public BuildResult bin(
      BinRequest request,
      String image,
      List<String> paths,
      List<HostCredentials> credentials,
      InputStream tar,
      Progress progress) {
    ImagePrograms programs = new ImagePrograms(store, images.as(credentials));
    return bin(request, folder -> programs.copy(image, paths, folder, progress), tar, progress);
  }

  private BuildResult bin(
      BinRequest request, Function<Path, Programs> source, InputStream tar, Progress progress) {
    try (BuildContext context = BuildContext.receive(tar, scratch)) {
      Programs programs = source.apply(context.folder());
      List<ImageReference> tags = names(request.tags());
      check(request, programs);
      BinBuild build =
          new BinBuild(
              request.name(),
              request.description(),
              programs.files(),
              request.usage().isEmpty() ? UsageFile.read(context.folder()) : request.usage(),
              tags,
              Map.of(),
              request.created());
      BinImages bins = new BinImages(store);
      return result(
          request.interpreter().isEmpty()
              ? bins.build(build, programs.libraries(), progress)
              : bins.build(build, ImageReference.parse(request.interpreter()), progress),
          List.of());
    }
  }

  /** Checks against the runtime of this release, if it is in the store. */
  private void check(BinRequest request, Programs programs) {
    Loaders loaders = images.loaders();
    Optional<Descriptor> known = store.resolve(ImageReference.of(runtime));
    ToolCheck check = new ToolCheck(request.name(), !request.interpreter().isEmpty());
    programs
        .files()
        .forEach(
            (platform, file) -> {
              Optional<Digest> here =
                  known
                      .map(Descriptor::digest)
                      .filter(_ -> loaders.platform().equals(platform))
                      .filter(_ -> !programs.libraries().containsKey(platform));
              here.ifPresent(image -> loaders.check(request.name(), file, image));
              check.file(
                  platform,
                  file,
                  names -> here.map(image -> loaders.missing(image, names)).orElse(List.of()));
            });
    check.done();
  }

  private BuildResult agent(
      AgentRequest request,
      ParseResult.Parsed parsed,
      Path folder,
      List<ImageReference> tags,
      ImageSource asked,
      Progress progress) {
    List<Problem> problems = new ArrayList<>(parsed.warnings());
    problems.addAll(wishes(parsed));
    problems.addAll(notImplemented(parsed));
    boolean look = request.check() || Findings.hasErrors(problems);
    Parents parents = new Parents(asked);
    Parents.Found found = look ? parents.look(parsed, tags) : parents.find(parsed, tags, progress);
    problems.addAll(found.findings());
    problems.addAll(unreadable(parsed, found));
    problems.addAll(ResourceFindings.of(parsed, found));
    AgentImages agents = new AgentImages(store);
    SkillImages.Found skills =
        new SkillImages(agents, asked, parsed).unpack(folder, look, progress);
    problems.addAll(skills.findings());
    if (look || Findings.hasErrors(problems)) {
      problems.addAll(located(parsed, agents.check(parsed.agentfile(), folder, skills.folders())));
    }
    if (Findings.hasErrors(problems)) {
      throw Findings.rejected(request.file(), problems);
    }
    if (request.check()) {
      return new BuildResult(null, null, List.of(), 0, Findings.of(problems));
    }
    AgentBuild build =
        new AgentBuild(
            parsed.agentfile(),
            found.parent(),
            folder,
            tags.isEmpty() ? fallback(request, parsed, found) : tags,
            runtime,
            request.created(),
            skills.folders());
    try {
      return result(agents.build(build, progress), Findings.of(problems));
    } catch (BuildInputException e) {
      problems.addAll(located(parsed, e.findings()));
      throw Findings.rejected(request.file(), problems);
    }
  }

  private List<ImageReference> names(List<String> tags) {
    ImageReference own = ImageReference.of(runtime);
    return tags.stream().map(tag -> References.newName(tag, own)).toList();
  }

  private static List<ImageReference> fallback(
      AgentRequest request, ParseResult.Parsed parsed, Parents.Found found) {
    boolean named =
        parsed.agentfile().name().isPresent()
            || found.parent().flatMap(parent -> parent.image().agentfile().name()).isPresent();
    return named || request.fallback().isEmpty()
        ? List.of()
        : List.of(ImageReference.named(request.fallback()));
  }

  /** Returns findings about labels that ask the operator for something that is not clear. */
  private static List<Problem> notImplemented(ParseResult.Parsed parsed) {
    return NotImplemented.in(parsed.agentfile()).stream()
        .map(
            part ->
                parsed
                    .places()
                    .finding(
                        Problem.Severity.WARNING,
                        ProblemCode.NOT_IMPLEMENTED,
                        part.directive(),
                        part.names().getFirst(),
                        part.text()))
        .toList();
  }

  /** Returns a finding if the agent has no tool at all, so that it cannot read its skills. */
  private static List<Problem> unreadable(ParseResult.Parsed parsed, Parents.Found found) {
    Agentfile own = parsed.agentfile();
    List<Skill> skills = own.inForce(Skill.class);
    boolean unseen = own.hasParent() && found.parent().isEmpty();
    boolean tools =
        !own.bins().isEmpty()
            || found.parent().filter(it -> !it.image().agentfile().bins().isEmpty()).isPresent();
    if (skills.isEmpty() || unseen || tools) {
      return List.of();
    }
    String name = skills.getFirst().name();
    String text = "the agent has no BIN, so it cannot read the files of SKILL " + name;
    return List.of(
        parsed
            .places()
            .finding(Problem.Severity.WARNING, ProblemCode.UNREADABLE_SKILL, "SKILL", name, text));
  }

  private static List<Problem> wishes(ParseResult.Parsed parsed) {
    List<Problem> findings = new ArrayList<>();
    parsed
        .agentfile()
        .labels()
        .forEach(
            (key, value) ->
                Wishes.complaintAbout(key, value)
                    .ifPresent(why -> findings.add(wish(parsed, key, why))));
    return findings;
  }

  private static Problem wish(ParseResult.Parsed parsed, String key, String why) {
    boolean anyText = Wishes.mayBeAnyText(key);
    String text = "label " + key + " " + why + (anyText ? ", so this one asks for nothing" : "");
    return parsed
        .places()
        .finding(
            anyText ? Problem.Severity.WARNING : Problem.Severity.ERROR,
            ProblemCode.INVALID_VALUE,
            "LABEL",
            key,
            text);
  }

  private static List<Problem> located(ParseResult.Parsed parsed, List<BuildFinding> findings) {
    return findings.stream().map(finding -> located(parsed, finding)).toList();
  }

  private static Problem located(ParseResult.Parsed parsed, BuildFinding finding) {
    return parsed
        .places()
        .finding(
            Problem.Severity.ERROR,
            finding.code(),
            finding.directive(),
            finding.name(),
            finding.message());
  }

  private BuildResult result(BuiltImage built, List<SourceProblem> warnings) {
    List<String> tags = built.references().stream().map(ImageReference::toString).toList();
    long size = store.describe(built.digest()).map(found -> Sizes.of(store, found)).orElse(0L);
    return new BuildResult(
        tags.isEmpty() ? null : tags.getFirst(), built.digest().toString(), tags, size, warnings);
  }

  private static byte[] agentfile(Path folder, String file) {
    Path path = folder.resolve(file).normalize();
    if (!path.startsWith(folder) || !Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
      throw ApiException.of(
          ErrorCode.CONTEXT_INVALID,
          "the build context has no file '" + file + "'",
          "Name the Agentfile with -f, or build in its folder.");
    }
    try {
      if (Files.size(path) > AgentfileParser.LARGEST) {
        throw ApiException.of(
            ErrorCode.AGENTFILE_INVALID,
            file + " is larger than 1 MiB",
            "Move its texts to files for CONTEXT or ADD.");
      }
      return Files.readAllBytes(path);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + path, e);
    }
  }
}
