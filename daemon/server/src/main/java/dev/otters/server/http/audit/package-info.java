/** The routes of vaults, and of the record of requests. */
@NullMarked
package dev.otters.server.http.audit;

import org.jspecify.annotations.NullMarked;
