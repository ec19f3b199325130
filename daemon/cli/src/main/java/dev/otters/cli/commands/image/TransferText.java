package dev.otters.cli.commands.image;

import dev.otters.api.image.Transfer;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Sizes;

/** Prints images that were pulled, pushed, copied or loaded. */
final class TransferText {
  private TransferText() {}

  static int print(Invocation invocation, String how, Transfer image) {
    return invocation.print(image, () -> line(invocation, how, image));
  }

  static void line(Invocation invocation, String how, Transfer image) {
    Console console = invocation.console();
    if (invocation.quiet()) {
      console.line(image.digest());
      return;
    }
    console.fact(how + " ", image.ref());
    console.fact("  digest  ", image.digest());
    if (image.size() > 0) {
      console.line("  size    " + Sizes.of(image.size()));
    }
  }
}
