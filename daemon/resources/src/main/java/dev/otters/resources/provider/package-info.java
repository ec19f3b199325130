/** The interface of providers of resources, and the context of their calls. */
@NullMarked
package dev.otters.resources.provider;

import org.jspecify.annotations.NullMarked;
