/**
 * The prompts of local models, the grammar of their answers, and the parser of these. The package
 * consists of pure functions.
 */
@NullMarked
package dev.otters.models.provider.local.prompt;

import org.jspecify.annotations.NullMarked;
