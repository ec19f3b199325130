package dev.otters.resources.mcp;

import java.time.Duration;

/**
 * The limits on servers.
 *
 * @param call the time for one call of a tool
 * @param listing the time for a connection and the whole list of its tools
 * @param start the time that a program has in addition, to start
 * @param retry the time until a server that did not list its tools is asked again
 * @param messageBytes the bytes of one message of a server
 * @param tools the tools of one server
 * @param atOnce the calls of one agent that run at the same time
 */
public record McpLimits(
    Duration call,
    Duration listing,
    Duration start,
    Duration retry,
    int messageBytes,
    int tools,
    int atOnce) {
  /** The usual limits. */
  public static final McpLimits USUAL =
      new McpLimits(
          Duration.ofSeconds(60),
          Duration.ofSeconds(5),
          Duration.ofSeconds(20),
          Duration.ofSeconds(30),
          1 << 20,
          64,
          8);

  /** The connections of an agent to programs, each of which is a process; those in use stay. */
  static final int PROGRAMS = 4;

  /** The calls of all agents that run at the same time. */
  static final int CALLS = 32;

  /** The connections of all agents. */
  static final int CONNECTIONS = 256;

  /** The time after which a connection that was not used is closed, and twice that at most. */
  public static final Duration IDLE = Duration.ofMinutes(5);

  /** The time in which a program that does not read any more may tell how it ended. */
  static final Duration ENDING = Duration.ofSeconds(1);

  /** The characters of the description of a tool, cut. */
  static final int DESCRIPTION = 1024;

  /** The bytes of a schema. A tool with a larger one is left out. */
  static final int SCHEMA = 8 * 1024;

  /** The bytes of all descriptions and schemas of a server. Further tools are left out. */
  static final int ALL_TEXTS = 64 * 1024;

  /** The characters of an answer, cut. */
  static final int ANSWER = 64 * 1024;

  /** The characters of what a server says about a failure, cut. */
  static final int COMPLAINT = 500;

  /** The events of a stream that answers one message. */
  static final int EVENTS = 256;

  /** The bytes of all messages with which a server lists its tools. */
  static final int LIST = 256 * 1024;

  /** The pages of a list of tools. */
  static final int PAGES = 8;
}
