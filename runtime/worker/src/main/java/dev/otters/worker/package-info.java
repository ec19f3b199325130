/**
 * The program inside an agent's sandbox; {@link dev.otters.worker.Main} starts it.
 *
 * <p>It needs these of its JVM, which the runtime image passes:
 *
 * <ul>
 *   <li>{@code -XX:+DisableAttachMechanism -XX:-UsePerfData}: a tool of the same user must not get
 *       into this process; what the kernel forbids with {@code PR_SET_DUMPABLE} the JVM would open
 *       again by its attach socket.
 *   <li>{@code --enable-native-access=ALL-UNNAMED} for the calls to the kernel.
 *   <li>{@code -XX:+UseSerialGC -XX:TieredStopAtLevel=1}: small and quick to start.
 *   <li>{@code -Xms4m -XX:TrimNativeHeapInterval=5000}: memory that only a start or a turn needs is
 *       not kept; {@code -XX:ArchiveRelocationMode=0}: pages of the cache stay those of its file.
 *   <li>{@code -XX:-CreateCoredumpOnCrash -XX:+ErrorFileToStderr}, and no heap dumps: the token is
 *       in memory.
 *   <li>{@code -XX:+ExitOnOutOfMemoryError}: the daemon starts it anew.
 *   <li>{@code LANG=C.UTF-8} in its environment, so that arguments of tools are UTF-8.
 * </ul>
 */
@NullMarked
package dev.otters.worker;

import org.jspecify.annotations.NullMarked;
