/**
 * The program that runs a local model, started by {@link dev.otters.llama.Main}. It is a separate
 * process so that a crash of the native code fails one request and not the daemon.
 *
 * <p>It connects to a socket of the daemon that started it and reads one JSON object a line:
 *
 * <ul>
 *   <li>{@code {"type":"complete","id":1,"prompt":…,"grammar":…,"temperature":0,"topP":1,"seed":1,
 *       "maxTokens":512,"stop":["…"]}}, answered by any number of {@code {"type":"delta","id":1,
 *       "text":…}} and then {@code {"type":"done","id":1,"promptTokens":…,"outputTokens":…,
 *       "stopReason":"end|limit|cancelled"}};
 *   <li>{@code {"type":"cancel","id":1}}, which makes that completion end soon;
 *   <li>{@code {"type":"count","id":2,"text":…}}, answered by {@code {"type":"counted","id":2,
 *       "tokens":…}}.
 * </ul>
 *
 * <p>The first line that it writes is {@code {"type":"ready"}} or {@code {"type":"failed",
 * "reason":"missing|damaged|library|memory","message":…}}; the reply to a request that fails is
 * {@code {"type":"error","id":1,"message":…}}. The program ends when the connection does, even in
 * the middle of a completion. The native code logs to standard output.
 */
@NullMarked
package dev.otters.llama;

import org.jspecify.annotations.NullMarked;
