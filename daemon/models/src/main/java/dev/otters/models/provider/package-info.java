/** The providers that the operator configured, and the connections to them. */
@NullMarked
package dev.otters.models.provider;

import org.jspecify.annotations.NullMarked;
