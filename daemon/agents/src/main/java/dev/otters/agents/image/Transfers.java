package dev.otters.agents.image;

import dev.otters.agentfile.Bin;
import dev.otters.agents.advice.Advice;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.image.Transfer;
import dev.otters.oci.Annotations;
import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import dev.otters.oci.agent.AgentImage;
import dev.otters.oci.agent.AgentImages;
import dev.otters.oci.bin.BinImages;
import dev.otters.oci.manifest.ImageIndex;
import dev.otters.oci.manifest.Manifest;
import dev.otters.oci.registry.PullScope;
import dev.otters.oci.registry.Registry;
import dev.otters.oci.store.OciStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Transfers images between the store and registries. An interrupt ends a transfer.
 *
 * @param store the store
 * @param platform the platform of the sandboxes
 * @param runtimes chooses the runtime of an agent
 */
public record Transfers(OciStore store, Platform platform, RuntimeChoice runtimes) {
  private static final Logger LOGGER = LoggerFactory.getLogger(Transfers.class);
  private static final String NOTICE = "notice";

  /**
   * Fetches an image. Unusable agents and BINs are refused and not kept.
   *
   * @param registry asks as the operator does
   * @param text the reference of the image
   * @param platforms the platform to fetch of an index; empty for all
   * @param progress receives the steps
   * @return the image
   * @throws OciException as {@link Registry#pull}
   */
  public Transfer pull(
      Registry registry, String text, Optional<Platform> platforms, Progress progress) {
    ImageReference reference = ImageReference.parse(text);
    Optional<Descriptor> before = store.resolve(reference);
    PullScope scope =
        platforms
            .<PullScope>map(PullScope.OnlyPlatform::new)
            .orElseGet(PullScope.AllPlatforms::new);
    Descriptor pulled = registry.pull(reference, store, scope, progress);
    try {
      check(pulled, platforms);
    } catch (OciException e) {
      References.takeBack(store, reference, before);
      throw e;
    }
    return moved("Pulled", reference, pulled);
  }

  /**
   * Fetches an image and what it needs: the RUNTIME and the BINs of an agent. Those without a
   * registry must be in the store.
   *
   * @param registry asks as the operator does
   * @param text the reference of the image
   * @param platforms the platform to fetch of an index; empty for all
   * @param progress receives the steps
   * @return the fetched images, the wanted one first
   * @throws OciException as {@link Registry#pull}
   */
  public List<Transfer> pullAll(
      Registry registry, String text, Optional<Platform> platforms, Progress progress) {
    Transfer image = pull(registry, text, platforms, progress);
    List<Transfer> images = new ArrayList<>(List.of(image));
    images.addAll(pullParts(registry, image, platforms, progress));
    return images;
  }

  private List<Transfer> pullParts(
      Registry registry, Transfer agent, Optional<Platform> platforms, Progress progress) {
    Descriptor image = References.require(store, agent.digest());
    if (!Kinds.isAgent(store.manifest(image.digest()))) {
      return List.of();
    }
    Set<String> named = ImageReference.parse(agent.ref()).host().map(Set::of).orElse(Set.of());
    Registry asked = registry.with(registry.access().withNamed(named));
    List<Transfer> parts = new ArrayList<>();
    for (ImageReference part : parts(new AgentImages(store).load(image.digest()))) {
      parts.add(part(asked, part, agent, platforms, progress));
    }
    return parts;
  }

  private Transfer part(
      Registry asked,
      ImageReference part,
      Transfer agent,
      Optional<Platform> platforms,
      Progress progress) {
    if (!part.isLocal()) {
      return pull(asked, part.toString(), platforms, progress);
    }
    if (store.resolve(part).isPresent() || !References.isOwn(part)) {
      return transfer(part, here(part, agent));
    }
    ImageReference pushed = part.beside(ImageReference.parse(agent.ref()));
    try {
      return pull(asked, pushed.toString(), platforms, progress);
    } catch (OciException e) {
      if (!References.isAbsence(e)) {
        throw e;
      }
      return transfer(part, here(part, agent));
    }
  }

  /**
   * Sends an image of the store to the registry in its name.
   *
   * @param registry asks as the operator does
   * @param text the reference of the image
   * @param progress receives the steps
   * @return the image
   * @throws ApiException IMAGE_NOT_FOUND if it is not in the store, INVALID_REQUEST if its name has
   *     no registry
   * @throws OciException as {@link Registry#push}
   */
  public Transfer push(Registry registry, String text, Progress progress) {
    ImageReference reference = ImageReference.parse(text);
    Descriptor image = local(reference);
    Transfer pushed = send(registry, image, reference, "Pushed", progress);
    leftBehind(image)
        .forEach(
            bin ->
                progress.update(
                    "the BIN " + bin + " is only in this store; push it too with --all",
                    0,
                    0,
                    NOTICE));
    return pushed;
  }

  /**
   * Sends an agent image and the local images that it names, its BINs and its RUNTIME. They are
   * sent first, to the same registry and folder of repositories, where {@link ImageSource} finds
   * them.
   *
   * @param registry asks as the operator does
   * @param text the reference of the agent image
   * @param progress receives the steps
   * @return the agent image
   * @throws ApiException as {@link #push}, also for a part that is not in the store
   * @throws OciException as {@link Registry#push}
   */
  public Transfer pushAll(Registry registry, String text, Progress progress) {
    ImageReference reference = ImageReference.parse(text);
    Descriptor image = local(reference);
    Map<ImageReference, Descriptor> parts = new LinkedHashMap<>();
    for (ImageReference part : sent(image)) {
      if (part.beside(reference).equals(reference)) {
        throw ApiException.of(
            ErrorCode.INVALID_REQUEST,
            part + " and the agent have the same name in the registry",
            "Push the agent under another name.");
      }
      parts.put(part, here(part, transfer(reference, image)));
    }
    parts.forEach(
        (part, found) -> {
          Transfer pushed = send(registry, found, part.beside(reference), "Pushed", progress);
          progress.update(part + " was pushed as " + pushed.ref(), 0, 0, NOTICE);
        });
    return send(registry, image, reference, "Pushed", progress);
  }

  /** Returns the images that an agent image names and another home cannot have. */
  private Set<ImageReference> sent(Descriptor image) {
    Set<ImageReference> parts = new LinkedHashSet<>(leftBehind(image));
    if (Kinds.isAgent(store.manifest(image.digest()))) {
      ImageReference runtime =
          runtimes.choose(new AgentImages(store).load(image.digest()).agentfile().runtime());
      if (References.isOwn(runtime)) {
        parts.add(runtime);
      }
    }
    return parts;
  }

  /** Returns the BINs of an agent that are neither in a registry nor part of every release. */
  private List<ImageReference> leftBehind(Descriptor image) {
    return Kinds.isAgent(store.manifest(image.digest()))
        ? new AgentImages(store)
            .load(image.digest()).agentfile().inForce(Bin.class).stream()
                .map(bin -> ImageReference.of(bin.image()))
                .filter(References::isOwn)
                .toList()
        : List.of();
  }

  private Transfer send(
      Registry registry,
      Descriptor image,
      ImageReference reference,
      String how,
      Progress progress) {
    if (reference.isLocal()) {
      throw ApiException.of(
          ErrorCode.INVALID_REQUEST,
          "the name " + reference + " has no registry to push to",
          "Add a name with one, and push that: otters tag "
              + reference
              + " REGISTRY/"
              + reference
              + ".");
    }
    registry.push(image, reference, store, progress);
    return moved(how, reference, image);
  }

  /**
   * Copies an image to a registry, from its own registry or from the store.
   *
   * @param registry asks as the operator does
   * @param source the reference of the image
   * @param target the new reference
   * @param progress receives the steps
   * @return the copy
   * @throws OciException as {@link Registry#copy}
   */
  public Transfer copy(Registry registry, String source, String target, Progress progress) {
    ImageReference from = ImageReference.parse(source);
    ImageReference to = ImageReference.parse(target);
    return from.isLocal()
        ? send(registry, local(from), to, "Copied", progress)
        : moved("Copied", to, registry.copy(from, to, progress));
  }

  private Descriptor local(ImageReference reference) {
    try {
      return store.require(reference);
    } catch (OciException e) {
      throw ApiException.of(
          ErrorCode.IMAGE_NOT_FOUND, String.valueOf(e.getMessage()), Advice.of(e));
    }
  }

  private Descriptor here(ImageReference part, Transfer agent) {
    return store
        .resolve(part)
        .orElseThrow(
            () ->
                ApiException.of(
                    ErrorCode.IMAGE_NOT_FOUND,
                    agent.ref() + " needs " + part + ", which is not in the local store",
                    "Build it, load it with 'otters load', or let its author push it with the"
                        + " agent: otters push --all."));
  }

  private Set<ImageReference> parts(AgentImage image) {
    Set<ImageReference> parts = new LinkedHashSet<>();
    parts.add(runtimes.choose(image.agentfile().runtime()));
    image.agentfile().inForce(Bin.class).stream()
        .map(bin -> ImageReference.of(bin.image()))
        .forEach(parts::add);
    return parts;
  }

  private void check(Descriptor pulled, Optional<Platform> platforms) {
    Manifest manifest = store.manifest(pulled.digest());
    if (Kinds.isAgent(manifest)) {
      new AgentImages(store).load(pulled.digest());
      return;
    }
    if (manifest.annotations().containsKey(Annotations.BIN_NAME)) {
      Platform one = platforms.or(() -> first(manifest)).orElse(platform);
      new BinImages(store).inspect(pulled.digest(), one);
    }
  }

  private static Optional<Platform> first(Manifest manifest) {
    return manifest instanceof ImageIndex index
        ? index.manifests().stream().flatMap(part -> part.platform().stream()).findFirst()
        : Optional.empty();
  }

  private Transfer moved(String how, ImageReference reference, Descriptor image) {
    LOGGER.atInfo().addKeyValue("image", reference).addKeyValue("digest", image.digest()).log(how);
    return transfer(reference, image);
  }

  private Transfer transfer(ImageReference reference, Descriptor image) {
    long size = store.contains(image.digest()) ? Sizes.of(store, image) : 0;
    return new Transfer(reference.toString(), image.digest().toString(), size);
  }
}
