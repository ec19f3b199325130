package dev.otters.api.system;

import java.util.List;

/**
 * The answer to a listing of the audit.
 *
 * @param entries the newest first
 */
public record AuditList(List<AuditEntry> entries) {}
