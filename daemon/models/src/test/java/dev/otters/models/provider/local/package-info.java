@NullMarked
package dev.otters.models.provider.local;

import org.jspecify.annotations.NullMarked;
