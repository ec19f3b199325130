package dev.otters.server;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.pattern.CompositeConverter;
import dev.otters.home.text.Secrets;

/** Hides secrets in the daemon's log: {@code %hidden(...)} in {@code logback.xml}. */
public final class HiddenSecrets extends CompositeConverter<ILoggingEvent> {
  @Override
  protected String transform(ILoggingEvent event, String text) {
    return Secrets.hide(text);
  }
}
