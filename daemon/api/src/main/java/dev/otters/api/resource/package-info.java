/** Messages about what agents store in namespaces. */
@NullMarked
package dev.otters.api.resource;

import org.jspecify.annotations.NullMarked;
