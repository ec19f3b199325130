package dev.otters.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ErrorCodeTest {
  /** Scripts rely on the exit codes, clients on the status. Lines: exit code, status, names. */
  private static final String CONTRACT =
      """
      1 500 internal
      1 502 repo_failed
      1 507 disk_full
      2 400 invalid_request mount_invalid mount_source_missing
      3 404 not_found agent_not_found image_not_found bin_not_found session_not_found provider_not_found
      4 409 conflict ambiguous name_taken agent_running agent_not_running image_in_use home_in_use provider_in_use wishes_unanswered action_required
      4 410 session_expired
      4 422 key_reused
      5 401 unauthenticated
      5 403 forbidden mount_forbidden
      6 503 daemon_unreachable shutting_down
      7 504 timeout
      10 422 agentfile_invalid
      11 400 context_invalid
      12 413 context_too_large
      13 422 bin_invalid
      19 500 build_failed
      20 502 registry_unreachable
      21 404 registry_not_found
      22 403 registry_denied
      23 502 digest_mismatch
      24 422 image_invalid
      25 422 platform_missing
      29 502 registry_failed
      30 503 executor_unreachable
      31 503 executor_lost
      32 500 executor_image
      33 500 executor_mount
      34 422 executor_limit
      35 409 executor_conflict
      36 500 executor_start
      37 500 executor_tampered
      38 501 executor_unsupported
      39 500 agent_failed
      40 422 provider_unknown
      41 422 model_unknown model_not_installed model_missing
      42 503 model_transient model_overloaded
      43 502 model_permanent
      44 500 turn_failed
      45 502 model_auth
      46 502 model_quota
      47 422 model_too_long model_invalid
      47 502 model_bad_request
      48 502 model_unreachable model_download
      48 504 model_stalled
      49 502 model_broken_answer
      """;

  @Test
  void aCodeKeepsItsExitCodeAndItsStatus() {
    Map<String, String> lines =
        Arrays.stream(ErrorCode.values())
            .sorted(Comparator.comparingInt(ErrorCode::exitCode).thenComparing(ErrorCode::status))
            .collect(
                Collectors.toMap(
                    code -> code.exitCode() + " " + code.status(),
                    ErrorCode::toString,
                    (one, other) -> one + " " + other,
                    LinkedHashMap::new));
    StringBuilder found = new StringBuilder();
    lines.forEach((numbers, names) -> found.append(numbers + " " + names + "\n"));

    assertThat(found).hasToString(CONTRACT);
  }
}
