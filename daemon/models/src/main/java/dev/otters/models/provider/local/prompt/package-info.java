/**
 * Writes what a local model reads and the grammar of what it may say, and reads what it says: pure
 * functions, which know nothing of processes.
 */
@NullMarked
package dev.otters.models.provider.local.prompt;

import org.jspecify.annotations.NullMarked;
