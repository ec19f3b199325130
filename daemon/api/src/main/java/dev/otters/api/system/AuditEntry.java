package dev.otters.api.system;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A request that writes or was refused, or several equal ones that were refused within an hour.
 *
 * @param at when the request came, the last one of several
 * @param call the method and the template of the route, such as {@code PUT /v1/vaults/{vault}}; on
 *     the socket of an agent {@code connect}, by another user, or {@code hello}
 * @param target the name of what it concerns, or {@code -}; on the socket of an agent its id, and
 *     the user
 * @param status the status of the answer, null while there is none or if the daemon ended before; a
 *     stream has 200 from its beginning
 * @param token the id of the token of the request, or {@code -}
 * @param peer the listener that it came to, {@code unix} or {@code tcp}, or the socket of an agent:
 *     {@code agent}, {@code egress} or {@code models}; {@code -} in rows of earlier releases
 * @param count the number of requests
 */
public record AuditEntry(
    Instant at,
    String call,
    String target,
    @Nullable Integer status,
    String token,
    String peer,
    long count) {}
