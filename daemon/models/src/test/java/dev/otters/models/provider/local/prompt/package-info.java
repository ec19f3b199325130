@NullMarked
package dev.otters.models.provider.local.prompt;

import org.jspecify.annotations.NullMarked;
