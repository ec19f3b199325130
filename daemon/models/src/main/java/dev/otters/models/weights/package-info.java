/** The local models: which there are, where their weights come from, and where they lie. */
@NullMarked
package dev.otters.models.weights;

import org.jspecify.annotations.NullMarked;
