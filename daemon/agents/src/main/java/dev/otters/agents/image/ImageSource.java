package dev.otters.agents.image;

import dev.otters.agentfile.ImageName;
import dev.otters.agentfile.ParseResult;
import dev.otters.agentfile.parser.AgentfileParser;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.credentials.HostCredentials;
import dev.otters.executor.ImagePin;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import dev.otters.oci.agent.AgentImage;
import dev.otters.oci.agent.AgentImages;
import dev.otters.oci.bin.BinImage;
import dev.otters.oci.bin.BinImages;
import dev.otters.oci.manifest.ImageConfig;
import dev.otters.oci.manifest.ImageIndex;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.manifest.Manifest;
import dev.otters.oci.registry.PullScope;
import dev.otters.oci.registry.RegistryAccess;
import dev.otters.oci.store.OciStore;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Finds the images of an agent in the local store, or else in their registries. A reference without
 * a registry is looked up only in the store.
 */
public final class ImageSource {
  private static final long LARGEST_CONFIG = 8L << 20;

  private final OciStore store;
  private final Puller registry;
  private final Platform platform;
  private final RuntimeChoice runtimes;
  private final UnaryOperator<RegistryAccess> access;
  private final Loaders loaders;
  private final Optional<ImageReference> agent;

  /** Fetches an image into the store and tags it. */
  @FunctionalInterface
  public interface Puller {
    /**
     * Fetches the current image of the reference; throws {@link dev.otters.oci.OciException}.
     *
     * @param access converts the daemon's access to registries to the caller's
     */
    Descriptor pull(
        ImageReference reference,
        PullScope scope,
        UnaryOperator<RegistryAccess> access,
        Progress progress);
  }

  /**
   * Looks in a store and in registries.
   *
   * @param store the local store
   * @param registry fetches missing images
   * @param platform the platform of the sandboxes
   * @param runtimes chooses the runtime of an image
   */
  public ImageSource(OciStore store, Puller registry, Platform platform, RuntimeChoice runtimes) {
    this(
        store,
        registry,
        platform,
        runtimes,
        access -> access,
        new Loaders(new BinImages(store), platform),
        Optional.empty());
  }

  private ImageSource(
      OciStore store,
      Puller registry,
      Platform platform,
      RuntimeChoice runtimes,
      UnaryOperator<RegistryAccess> access,
      Loaders loaders,
      Optional<ImageReference> agent) {
    this.store = store;
    this.registry = registry;
    this.platform = platform;
    this.runtimes = runtimes;
    this.access = access;
    this.loaders = loaders;
    this.agent = agent;
  }

  /** Returns a source that uses the registry credentials of a caller for one request. */
  public ImageSource as(List<HostCredentials> caller) {
    return with(asked -> asked.with(caller), agent);
  }

  /**
   * Returns a source for the images that an agent's image names. Their registries may be on this
   * machine only if the operator wrote the Agentfile that names them, or named the registry. Local
   * images that are not in the store are looked up beside the agent's image, where {@link
   * Transfers#pushAll} puts them.
   */
  public ImageSource partsOf(NamedAgent image) {
    Optional<Set<String>> hosts = new NamedHosts(store).of(image);
    UnaryOperator<RegistryAccess> next =
        hosts
            .<UnaryOperator<RegistryAccess>>map(named -> asked -> asked.withNamed(named))
            .orElse(asked -> asked);
    return with(next, Optional.of(image.pin()).filter(pin -> !isDigest(pin)).map(ImageSource::ref));
  }

  private static boolean isDigest(ImagePin pin) {
    return pin.ref().equals(pin.digest().toString());
  }

  private static ImageReference ref(ImagePin pin) {
    return ImageReference.parse(pin.ref());
  }

  private ImageSource with(UnaryOperator<RegistryAccess> next, Optional<ImageReference> whose) {
    return new ImageSource(
        store,
        registry,
        platform,
        runtimes,
        asked -> next.apply(access.apply(asked)),
        loaders,
        whose);
  }

  /** Returns the tools of the store. */
  public BinImages bins() {
    return loaders.images();
  }

  /** Returns the check for tools that no sandbox can start. */
  public Loaders loaders() {
    return loaders;
  }

  /**
   * An agent image with its name.
   *
   * @param pin the name with the digest
   * @param image the image
   */
  public record NamedAgent(ImagePin pin, AgentImage image) {}

  /**
   * Finds an agent image.
   *
   * @param text a reference, a digest of the store, or the beginning of one
   * @param policy whether to fetch
   * @param progress receives the steps
   * @return the image
   */
  public NamedAgent agent(String text, PullPolicy policy, Progress progress) {
    AgentImages images = new AgentImages(store);
    Optional<Digest> named = References.digest(store, text);
    if (named.isPresent()) {
      Digest digest = named.get();
      return new NamedAgent(new ImagePin(digest.toString(), digest), images.load(digest));
    }
    ImageReference reference = ImageReference.parse(text);
    Search search =
        new Search(policy, new PullScope.AllPlatforms(), progress, ErrorCode.IMAGE_NOT_FOUND);
    return find(
        reference,
        search,
        found ->
            new NamedAgent(
                new ImagePin(reference.toString(), found.digest()), images.load(found.digest())));
  }

  /**
   * Reads an agent image that was resolved before. Never fetches it, since no operator is there to
   * ask.
   */
  public AgentImage agent(ImagePin pin) {
    return whole(pin, () -> new AgentImages(store).load(pin.digest()));
  }

  /**
   * Finds a tool.
   *
   * @param text a reference
   * @param policy whether to fetch
   * @param progress receives the steps
   * @return the tool for the platform of the sandboxes
   */
  public BinImage bin(String text, PullPolicy policy, Progress progress) {
    ImageReference reference = ImageReference.parse(text);
    return find(
        reference,
        new Search(policy, onlyHere(), progress, ErrorCode.BIN_NOT_FOUND),
        found -> {
          Kinds.refuseAgent(store, reference.toString(), found);
          return bins().inspect(found.digest(), platform);
        });
  }

  /** Finds any image, for all its platforms. */
  Digest any(ImageReference reference, Progress progress) {
    Search search =
        new Search(
            PullPolicy.MISSING, new PullScope.AllPlatforms(), progress, ErrorCode.IMAGE_NOT_FOUND);
    return find(reference, search, Descriptor::digest);
  }

  /**
   * Finds the runtime.
   *
   * @param name the name in the Agentfile; empty for the runtime of this release
   * @param policy whether to fetch
   * @param progress receives the steps
   * @return the runtime's image
   */
  public ImagePin runtime(Optional<ImageName> name, PullPolicy policy, Progress progress) {
    ImageReference reference = runtimes.choose(name);
    return find(
        reference,
        new Search(policy, onlyHere(), progress, ErrorCode.IMAGE_NOT_FOUND),
        found -> new ImagePin(reference.toString(), found.digest()));
  }

  /**
   * Returns a notice if another runtime replaces the one that an Agentfile names.
   *
   * @throws ApiException if the runtime cannot run here
   */
  public Optional<String> replaced(Optional<ImageName> named) {
    ImageReference unused = runtimes.choose(named);
    return runtimes.notice(named);
  }

  /**
   * Returns the runtime that the Agentfile of an image names, if it is not that of this release.
   * The image itself always names one.
   */
  public Optional<ImageName> chosenRuntime(ImagePin pin) {
    byte[] source = agent(pin).agentfile().source().getBytes(StandardCharsets.UTF_8);
    return AgentfileParser.parse("Agentfile", source, Map.of()) instanceof ParseResult.Parsed parsed
        ? parsed
            .agentfile()
            .runtime()
            .filter(named -> !runtimes.choose(Optional.of(named)).equals(runtimes.own()))
        : Optional.empty();
  }

  /**
   * Returns the command of a container image.
   *
   * @param pin an image that was resolved before
   * @return the program and its arguments
   * @throws ApiException if the image has none
   */
  public List<String> entrypoint(ImagePin pin) {
    List<String> entrypoint = whole(pin, () -> config(pin.digest()).entrypoint());
    if (entrypoint.isEmpty()) {
      throw ApiException.of(
          ErrorCode.IMAGE_INVALID,
          "the runtime image " + pin.digest() + " has no entry point",
          "Omit RUNTIME to use the runtime of this release.");
    }
    return entrypoint;
  }

  private static <T> T whole(ImagePin pin, Supplier<T> read) {
    try {
      return read.get();
    } catch (OciException e) {
      throw pin.explain(e);
    }
  }

  private ImageConfig config(Digest digest) {
    byte[] json = store.read(manifest(digest).config(), LARGEST_CONFIG);
    return ImageConfig.read(json, digest.toString());
  }

  private ImageManifest manifest(Digest digest) {
    return switch (store.manifest(digest)) {
      case ImageManifest image -> image;
      case ImageIndex index -> {
        Manifest image =
            store.manifest(
                index.manifests().stream()
                    .filter(found -> found.platform().equals(Optional.of(platform)))
                    .findFirst()
                    .orElseThrow(() -> wrongPlatform(digest))
                    .digest());
        if (image instanceof ImageManifest plain) {
          yield plain;
        }
        throw wrongPlatform(digest);
      }
    };
  }

  private ApiException wrongPlatform(Digest digest) {
    return ApiException.of(
        ErrorCode.PLATFORM_MISSING,
        "the image " + digest + " is not for " + platform,
        "Use an image that is built for " + platform + ".");
  }

  private PullScope onlyHere() {
    return new PullScope.OnlyPlatform(platform);
  }

  /**
   * How to look for an image.
   *
   * @param absent the code of the failure that there is none
   */
  private record Search(PullPolicy policy, PullScope scope, Progress progress, ErrorCode absent) {}

  private <T> T find(ImageReference reference, Search search, Function<Descriptor, T> read) {
    boolean fetch = search.policy() == PullPolicy.ALWAYS && !reference.isLocal();
    Optional<Descriptor> here = fetch ? Optional.empty() : store.resolve(reference);
    if (here.isPresent()) {
      search.progress().update(reference.toString(), 1, 1, "resolve");
      return read.apply(here.get());
    }
    if (References.isOwn(reference) && agent.isPresent() && !agent.get().isLocal()) {
      return findBeside(agent.get(), reference, search, read);
    }
    if (reference.isLocal() || search.policy() == PullPolicy.NEVER) {
      throw absent(reference, search.absent());
    }
    Optional<Descriptor> before = store.resolve(reference);
    Descriptor fetched = registry.pull(reference, search.scope(), access, search.progress());
    try {
      return read.apply(fetched);
    } catch (OciException e) {
      References.takeBack(store, reference, before);
      throw e;
    }
  }

  private <T> T findBeside(
      ImageReference whose, ImageReference reference, Search search, Function<Descriptor, T> read) {
    ImageReference pushed = reference.beside(whose);
    try {
      return find(pushed, search, read);
    } catch (OciException e) {
      if (!References.isAbsence(e)) {
        throw e;
      }
      throw new ApiException(
          Problem.of(
              search.absent(),
              "there is no image %s in the local store, which the agent %s needs, and none at %s"
                  .formatted(reference, whose, pushed),
              "Let the author of the agent push it: otters push --all " + whose + "."),
          e);
    }
  }

  private ApiException absent(ImageReference reference, ErrorCode code) {
    String remedy =
        reference.isLocal()
            ? "Build it, or name its registry, since a name without one is never pulled:"
                + " registry.example.com/"
                + reference
                + "."
            : "Allow pulling with --pull missing, or pull it first.";
    return new ApiException(
        Problem.of(
                code,
                "there is no image %s in the local store%s"
                    .formatted(
                        reference,
                        agent.map(whose -> ", which the agent " + whose + " needs").orElse("")),
                remedy)
            .withCandidates(References.near(store, reference)));
  }
}
