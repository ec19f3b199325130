/** The daemon's configuration file, {@code ottersd.yaml}. */
@NullMarked
package dev.otters.server.config;

import org.jspecify.annotations.NullMarked;
