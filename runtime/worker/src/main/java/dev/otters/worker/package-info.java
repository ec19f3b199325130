/**
 * The program inside an agent's sandbox, started by {@link dev.otters.worker.Main}.
 *
 * <p>The runtime image passes these options to its JVM:
 *
 * <ul>
 *   <li>{@code -XX:+DisableAttachMechanism -XX:-UsePerfData}: a tool of the same user must not get
 *       into this process. The kernel forbids it with {@code PR_SET_DUMPABLE}, but the JVM's attach
 *       socket would allow it.
 *   <li>{@code --enable-native-access=ALL-UNNAMED}: calls to the kernel.
 *   <li>{@code -XX:+UseSerialGC -XX:TieredStopAtLevel=1}: small and quick to start.
 *   <li>{@code -Xms4m -XX:TrimNativeHeapInterval=5000}: memory used only during the start or a turn
 *       is returned; {@code -XX:ArchiveRelocationMode=0}: pages of the cache stay shared with its
 *       file.
 *   <li>{@code -XX:-CreateCoredumpOnCrash -XX:+ErrorFileToStderr}, and no heap dumps: the token is
 *       in memory.
 *   <li>{@code -XX:+ExitOnOutOfMemoryError}: the daemon restarts the runtime.
 *   <li>{@code LANG=C.UTF-8} in the environment: arguments of tools are UTF-8.
 * </ul>
 */
@NullMarked
package dev.otters.worker;

import org.jspecify.annotations.NullMarked;
