/** The routes of the network of agents. */
@NullMarked
package dev.otters.server.http.network;

import org.jspecify.annotations.NullMarked;
