/** The resources of turns: who may call which provider, and the record of that. */
@NullMarked
package dev.otters.resources;

import org.jspecify.annotations.NullMarked;
