/** The resources that running sandboxes use. */
@NullMarked
package dev.otters.executor.usage;

import org.jspecify.annotations.NullMarked;
