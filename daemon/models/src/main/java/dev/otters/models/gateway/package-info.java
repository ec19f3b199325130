/** The model gateway, which sends the completions of turns to the providers of their models. */
@NullMarked
package dev.otters.models.gateway;

import org.jspecify.annotations.NullMarked;
