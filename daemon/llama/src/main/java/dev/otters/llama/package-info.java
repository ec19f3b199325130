/**
 * The program that runs a local model; {@link dev.otters.llama.Main} starts it. It is a process of
 * its own, because native code that crashes must cost one request and not the daemon.
 *
 * <p>It connects to a socket of the daemon that started it and takes one JSON object a line:
 *
 * <ul>
 *   <li>{@code {"type":"complete","id":1,"prompt":…,"grammar":…,"temperature":0,"topP":1,"seed":1,
 *       "maxTokens":512,"stop":["…"]}}, answered by any number of {@code {"type":"delta","id":1,
 *       "text":…}} and then {@code {"type":"done","id":1,"promptTokens":…,"outputTokens":…,
 *       "stopReason":"end|limit|cancelled"}};
 *   <li>{@code {"type":"cancel","id":1}}, after which that completion is done soon;
 *   <li>{@code {"type":"count","id":2,"text":…}}, answered by {@code {"type":"counted","id":2,
 *       "tokens":…}}.
 * </ul>
 *
 * <p>The first line that it says is {@code {"type":"ready"}} or {@code {"type":"failed",
 * "reason":"missing|damaged|library|memory","message":…}}; a request that fails is answered by
 * {@code {"type":"error","id":1,"message":…}}. It ends when the connection does, however busy it
 * is. What the native code writes goes to the standard output.
 */
@NullMarked
package dev.otters.llama;

import org.jspecify.annotations.NullMarked;
