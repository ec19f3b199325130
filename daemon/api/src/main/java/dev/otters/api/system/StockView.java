package dev.otters.api.system;

import dev.otters.api.image.Pin;

/**
 * The numbers of agents and images that a daemon holds.
 *
 * @param runtime the runtime that new agents get
 */
public record StockView(int agentsRunning, int agentsTotal, int images, int bins, Pin runtime) {}
