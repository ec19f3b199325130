/** The configured providers: what the operator wrote, and the connections made of it. */
@NullMarked
package dev.otters.models.provider;

import org.jspecify.annotations.NullMarked;
