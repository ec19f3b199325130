package dev.otters.cli.commands.system;

import dev.otters.api.ApiException;
import dev.otters.api.Problem;
import dev.otters.api.model.ProviderList;
import dev.otters.api.system.CheckView;
import dev.otters.api.system.DoctorView;
import dev.otters.api.system.VersionView;
import dev.otters.cli.client.Daemon;
import dev.otters.cli.client.Environment;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

final class Doctor implements RunnableCommand {
  private static final Map<String, String> KEYS =
      new TreeMap<>(
          Map.of(
              "ANTHROPIC_API_KEY", "anthropic",
              "GEMINI_API_KEY", "google",
              "OPENAI_API_KEY", "openai",
              "OPENROUTER_API_KEY", "openrouter"));

  @Override
  public Command command() {
    return Command.of("doctor", Group.SYSTEM, "Check the requirements of a first run")
        .details(
            "Checks the daemon, its home and disk, the executors, the providers (lists their"
                + " models, which costs nothing) and the local models. Ends with 0 if an agent can"
                + " run and answer, with 1 if something is missing.")
        .options(Invocation.FORMAT, Invocation.OUTPUT)
        .example("otters doctor", "Show what to do before the first run");
  }

  @Override
  public int run(Invocation invocation) {
    DoctorView view = DoctorView.of(checks(invocation));
    if (invocation.json()) {
      var _ = invocation.printJson(view);
    } else {
      print(invocation.console(), view);
    }
    return view.ready() ? ExitCodes.OK : ExitCodes.FAILED;
  }

  private static List<CheckView> checks(Invocation invocation) {
    List<CheckView> checks = new ArrayList<>();
    Environment environment = invocation.environment();
    try {
      Daemon daemon = invocation.daemon();
      VersionView version = daemon.get(Route.of("version"), VersionView.class);
      checks.add(daemon(environment, version, invocation.connector().endpoint().toString()));
      List<CheckView> found =
          new ArrayList<>(daemon.get(Route.of("doctor"), DoctorView.class).checks());
      ProviderList providers = daemon.get(Route.of("providers"), ProviderList.class);
      ownKeys(environment, providers, found);
      checks.addAll(found);
    } catch (ApiException e) {
      checks.add(failed(e.problem()));
    }
    return checks;
  }

  private static CheckView failed(Problem problem) {
    String detail = problem.detail() == null ? "" : "\n" + problem.detail();
    return CheckView.problem("daemon", problem.title() + detail, problem.remedy());
  }

  private static CheckView daemon(Environment environment, VersionView version, String endpoint) {
    return version.version().equals(environment.version())
        ? CheckView.ok("daemon", version.version() + " answers at " + endpoint)
        : CheckView.problem(
            "daemon",
            "version "
                + version.version()
                + " answers, but this command has version "
                + environment.version(),
            "Run 'otters daemon stop'. Agents keep running, and the next command starts the right"
                + " version.");
  }

  /** Notes API keys in the command's environment that no provider uses. */
  private static void ownKeys(
      Environment environment, ProviderList providers, List<CheckView> found) {
    KEYS.forEach(
        (variable, kind) -> {
          boolean has = providers.providers().stream().anyMatch(it -> it.kind().equals(kind));
          if (!has && environment.variable(variable).isPresent()) {
            String name = "key " + variable;
            found.removeIf(check -> check.name().equals(name));
            found.add(
                CheckView.note(
                    name,
                    variable + " is set, but no provider uses it",
                    "Run 'otters provider add " + kind + " --api-key-env " + variable + "'."));
          }
        });
  }

  private static void print(Console console, DoctorView view) {
    for (CheckView check : view.checks()) {
      List<String> lines = check.text().lines().toList();
      String first = lines.isEmpty() ? "" : lines.getFirst();
      console.line(Console.harmless("%-8s %s: %s".formatted(check.state(), check.name(), first)));
      lines.stream().skip(1).forEach(line -> console.line("           " + Console.harmless(line)));
      if (check.remedy() != null && !check.remedy().isEmpty()) {
        String remedy = Console.harmless(check.remedy());
        console.line("         → " + remedy.replace("\n", "\n           "));
      }
    }
    long missing =
        view.checks().stream().filter(it -> it.state().equals(CheckView.PROBLEM)).count();
    console.line(
        view.ready()
            ? "A first run is possible."
            : missing == 1 ? "One thing is missing." : missing + " things are missing.");
  }
}
