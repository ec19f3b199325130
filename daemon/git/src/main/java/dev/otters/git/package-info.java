/**
 * The program that clones one git repository, started by {@link dev.otters.git.Main}. It is a
 * separate process, so that a hostile server or repository can exhaust its memory and time, and not
 * the daemon's.
 *
 * <p>It reads an {@link dev.otters.git.Order} from standard input, clones, and ends at the latest
 * when standard input does. It writes lines to standard output:
 *
 * <ul>
 *   <li>{@code progress PHASE BYTES}, any number of them, with what the server has sent so far;
 *   <li>at the end {@code done COMMIT FILES BYTES}, or {@code failed KIND TEXT} with one of the
 *       kinds of {@link dev.otters.git.Refusal}.
 * </ul>
 *
 * <p>No hook, filter or submodule of a repository runs, and no program of the machine.
 */
@NullMarked
package dev.otters.git;

import org.jspecify.annotations.NullMarked;
