/** Model providers and the models that they offer. */
@NullMarked
package dev.otters.api.model;

import org.jspecify.annotations.NullMarked;
