package dev.otters.server;

import dev.otters.agents.Agents;
import dev.otters.agents.create.AgentUsers;
import dev.otters.agents.engine.EngineMounts;
import dev.otters.agents.engine.ExecutorKind;
import dev.otters.agents.engine.ExecutorSetting;
import dev.otters.agents.engine.Executors;
import dev.otters.agents.image.ImageSource;
import dev.otters.agents.image.RuntimeChoice;
import dev.otters.agents.image.ShippedImages;
import dev.otters.agents.logs.AgentLogs;
import dev.otters.executor.Executor;
import dev.otters.executor.docker.engine.EnginePlaces;
import dev.otters.executor.root.TreeRemover;
import dev.otters.executor.unpack.UnpackedImages;
import dev.otters.home.Home;
import dev.otters.home.HomeLock;
import dev.otters.home.PrivateFiles;
import dev.otters.home.ProcessUser;
import dev.otters.home.SocketFolders;
import dev.otters.home.store.Database;
import dev.otters.home.text.Secrets;
import dev.otters.home.token.SigningKey;
import dev.otters.home.token.Tokens;
import dev.otters.models.gateway.ModelGateway;
import dev.otters.models.gateway.Provider;
import dev.otters.models.price.PriceFile;
import dev.otters.models.provider.ConfiguredProviders;
import dev.otters.models.provider.DaemonProcess;
import dev.otters.models.provider.ProviderConfig;
import dev.otters.models.provider.langchain4j.ChatProviders;
import dev.otters.models.provider.local.LocalProvider;
import dev.otters.models.provider.scripted.ReplayProvider;
import dev.otters.models.provider.scripted.ScriptedProvider;
import dev.otters.models.weights.Models;
import dev.otters.models.weights.WeightsFolder;
import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;
import dev.otters.oci.Platform;
import dev.otters.oci.registry.Registry;
import dev.otters.oci.registry.RegistryAccess;
import dev.otters.oci.registry.RegistrySettings;
import dev.otters.oci.store.OciStore;
import dev.otters.server.DaemonOptions.ExecutorHome;
import dev.otters.server.config.DaemonConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts of a daemon that exist before it has agents.
 *
 * @param storage the locked home with its files
 * @param images the images that agents are made of
 * @param registries the registries that images come from
 * @param sandboxes the parts that run agents
 * @param models the model providers
 */
record Foundation(
    DaemonConfig config,
    Tokens tokens,
    Agents.Storage storage,
    Agents.Images images,
    Registries registries,
    Agents.Sandboxes sandboxes,
    ModelParts models) {
  /**
   * The registries that images come from.
   *
   * @param client asks registries with the daemon's settings
   * @param runtimes chooses the runtime of an agent
   */
  record Registries(Registry client, RuntimeChoice runtimes) {}

  /**
   * The model providers.
   *
   * @param local the models on this machine
   * @param providers all providers
   * @param gateway sends completions to the providers
   * @param prices the prices of models
   */
  record ModelParts(
      Models local, ConfiguredProviders providers, ModelGateway gateway, PriceFile prices) {}

  private static final Logger LOGGER = LoggerFactory.getLogger(Foundation.class);

  /**
   * Lays the foundation.
   *
   * @param options the options of the daemon
   * @param home the home
   * @param closing closes the parts
   */
  static Foundation lay(DaemonOptions options, Home home, Closing closing) throws IOException {
    closing.keep(HomeLock.acquire(home));
    DaemonConfig config = DaemonConfig.read(home.config());
    Optional<ExecutorSetting> executor =
        ExecutorSetting.of(options.executor(), options.environment(), config.executor());
    UUID id = home.id();
    ProcessUser user = ProcessUser.current();
    SocketFolders sockets = SocketFolders.of(home, id, user, options.environment());
    sockets.create();
    prepare(home);
    Database database = closing.keep(Database.open(home.database()));
    OciStore store = OciStore.open(home.registry());
    ship(options, home, store);
    new UnpackedImages(home.unpacked(), store).sweep();
    Platform platform = Platform.ofThisMachine();
    ImageReference runtime = ImageReference.parse("otters/runtime:" + Release.version());
    RuntimeChoice runtimes = new RuntimeChoice(runtime, config.runtimeAliases(), store);
    Registry registry = closing.keep(registry(options, config));
    Models models =
        closing.keep(
            Models.open(
                WeightsFolder.of(options.environment(), home.folder()),
                home.models(),
                options.environment()));
    LocalProvider local = closing.keep(local(options, config, sockets, models));
    Tokens tokens =
        new Tokens(database, SigningKey.load(home.signingKey()), id.toString(), options.time());
    Secrets secrets = closing.keep(new Secrets(tokens::redact));
    ConfiguredProviders providers = providers(options, home, local, secrets);
    PriceFile prices = new PriceFile(home.prices(), providers::kind);
    return new Foundation(
        config,
        tokens,
        new Agents.Storage(
            home,
            sockets,
            database,
            store,
            secrets,
            closing.keep(new AgentLogs(home.logs(), secrets))),
        new Agents.Images(
            new ImageSource(store, puller(registry, store), platform, runtimes), platform),
        new Registries(registry, runtimes),
        new Agents.Sandboxes(
            closing.keep(executors(options, executor, new ExecutorHome(home, id, store))),
            mounts(options, home, sockets),
            new AgentUsers(user, config.uids())),
        new ModelParts(
            models, providers, closing.keep(new ModelGateway(providers, prices)), prices));
  }

  /** Returns the reference of this release's runtime. */
  ImageReference runtime() {
    return registries.runtimes().own();
  }

  private static Executors executors(
      DaemonOptions options, Optional<ExecutorSetting> setting, ExecutorHome base) {
    Map<ExecutorKind, Supplier<Executor>> openers = new EnumMap<>(ExecutorKind.class);
    options.openers().forEach((kind, opener) -> openers.put(kind, () -> opener.open(base)));
    return new Executors(openers, setting, engines(options).namedBy(), options.time());
  }

  private static EngineMounts mounts(DaemonOptions options, Home home, SocketFolders sockets) {
    return new EngineMounts(engines(options), home.folder(), sockets.folders(), options.userHome());
  }

  private static EnginePlaces engines(DaemonOptions options) {
    return new EnginePlaces(options.environment(), options.userHome());
  }

  private static void prepare(Home home) throws IOException {
    PrivateFiles.createFolder(home.logs());
    PrivateFiles.createFolder(home.agents());
    PrivateFiles.createFolder(home.signingKey().resolveSibling(""));
    TreeRemover.remove(home.builds());
  }

  /** Loads the shipped images. Without them, the daemon still runs with the images that it has. */
  private static void ship(DaemonOptions options, Home home, OciStore store) {
    options
        .distribution()
        .ifPresent(
            folder -> {
              Path images = folder.resolve("images");
              try {
                new ShippedImages(store, home.shipped()).load(images);
              } catch (RuntimeException e) {
                LOGGER
                    .atError()
                    .addKeyValue("folder", images)
                    .setCause(e)
                    .log("Could not load the images of this release");
              }
            });
  }

  private static Registry registry(DaemonOptions options, DaemonConfig config) {
    RegistrySettings settings = RegistrySettings.ofEnvironment(options.environment());
    RegistryAccess access = settings.access();
    for (String host : config.insecureRegistries()) {
      access = access.withInsecure(host);
    }
    if (config.registryCa().isPresent()) {
      access = access.withCaFile(config.registryCa().get());
    }
    return new Registry(settings).with(access);
  }

  private static ImageSource.Puller puller(Registry registry, OciStore store) {
    return (reference, scope, access, progress) -> {
      Registry asked = registry.with(access.apply(registry.access()));
      Descriptor pulled = asked.pull(reference, store, scope, progress);
      LOGGER
          .atInfo()
          .addKeyValue("image", reference)
          .addKeyValue("digest", pulled.digest())
          .log("Pulled an image");
      return pulled;
    };
  }

  private static LocalProvider local(
      DaemonOptions options, DaemonConfig config, SocketFolders sockets, Models models)
      throws IOException {
    Path distribution = options.distribution().orElse(Path.of(""));
    return LocalProvider.open(
        models, distribution, sockets.modelFolders(), config.localIdle(), options.time());
  }

  private static ConfiguredProviders providers(
      DaemonOptions options, Home home, LocalProvider local, Secrets secrets) {
    List<Path> scripts = scripts(options, home);
    return new ConfiguredProviders(
        List.of(local, new ScriptedProvider(scripts), new ReplayProvider(scripts)),
        home.providers(),
        Foundation::connect,
        new DaemonProcess(
            options.environment(), ProcessHandle.current().pid(), options.time().now()),
        secrets::keys);
  }

  /** Opens a configured provider at its first use, which loads the vendor's code. */
  private static Provider connect(ProviderConfig config) {
    return ChatProviders.open(config);
  }

  private static List<Path> scripts(DaemonOptions options, Home home) {
    List<Path> folders = new ArrayList<>(List.of(home.scripts()));
    options.distribution().ifPresent(folder -> folders.add(folder.resolve("scripts")));
    return folders;
  }
}
