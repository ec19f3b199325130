/** A provider whose answers are computed from the rules of a script, and which says so. */
@NullMarked
package dev.otters.models.provider.scripted;

import org.jspecify.annotations.NullMarked;
