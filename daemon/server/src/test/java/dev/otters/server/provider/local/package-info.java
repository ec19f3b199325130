@NullMarked
package dev.otters.server.provider.local;

import org.jspecify.annotations.NullMarked;
