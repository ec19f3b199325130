/** The routes of what agents store in namespaces. */
@NullMarked
package dev.otters.server.http.resource;

import org.jspecify.annotations.NullMarked;
