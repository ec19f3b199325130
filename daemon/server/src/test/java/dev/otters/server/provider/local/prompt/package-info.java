@NullMarked
package dev.otters.server.provider.local.prompt;

import org.jspecify.annotations.NullMarked;
