/** The local models: their catalogue, and the download, import and storage of their weights. */
@NullMarked
package dev.otters.models.weights;

import org.jspecify.annotations.NullMarked;
