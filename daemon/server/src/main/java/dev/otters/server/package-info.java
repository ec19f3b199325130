/** The daemon: durable state, sessions, the model gateway, resources and the operator API. */
@NullMarked
package dev.otters.server;

import org.jspecify.annotations.NullMarked;
