package dev.otters.egress;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RouterTest {
  private static final InetAddress PUBLIC = InetAddress.ofLiteral("93.184.215.14");

  private final List<String> asked = new ArrayList<>();
  private InetAddress[] answer = {PUBLIC};
  private final Router router = new Router(this::lookUp);

  private InetAddress[] lookUp(String name) throws UnknownHostException {
    asked.add(name);
    if (answer.length == 0) {
      throw new UnknownHostException(name + " has no address");
    }
    return answer;
  }

  private Route find(String wanted, String... rules) {
    return router.find(
        Arrays.stream(rules).map(HostRule::parse).toList(),
        Destination.parse(wanted, 0).orElseThrow());
  }

  @Test
  void anAllowedNameIsLookedUpOnceAndItsAddressesAreUsed() {
    assertThat(find("api.example.com:443", "other.example", "*.example.com"))
        .isEqualTo(new Route.Allowed(HostRule.parse("*.example.com"), List.of(PUBLIC)));
    assertThat(asked).containsExactly("api.example.com");
  }

  @Test
  void aNameWithoutARuleIsNotLookedUp() {
    assertThat(find("secret.evil.example:8443", "example.com"))
        .isEqualTo(
            new Route.Denied("no rule allows it", HostRule.parse("secret.evil.example:8443")));
    assertThat(find("secret.evil.example:80"))
        .isEqualTo(new Route.Denied("no rule allows it", HostRule.parse("secret.evil.example")));
    assertThat(asked).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "0.0.0.0",
        "10.1.2.3",
        "172.17.0.1",
        "192.168.65.7",
        "100.64.0.1",
        "169.254.169.254",
        "168.63.129.16",
        "198.18.0.1",
        "192.0.0.8",
        "240.0.0.1",
        "255.255.255.255",
        "224.0.0.1",
        "::1",
        "fe80::1",
        "fd00:ec2::254",
        "::ffff:10.0.0.1",
        "::10.0.0.1",
        "64:ff9b::a9fe:a9fe",
        "2002:a00:1::",
      })
  void aNameThatPointsInsideIsRefused(String address) {
    answer = new InetAddress[] {InetAddress.ofLiteral(address)};
    Host.Address shown = new Host.Address(answer[0]);
    assertThat(find("rebound.example:443", "*"))
        .isEqualTo(
            new Route.Denied(
                "its address " + shown + " is not public", HostRule.parse(shown.toString())));
  }

  @Test
  void onlyThePublicAddressesOfANameAreUsed() {
    answer = new InetAddress[] {InetAddress.ofLiteral("127.0.0.1"), PUBLIC};
    assertThat(find("mixed.example:443", "mixed.example"))
        .isEqualTo(new Route.Allowed(HostRule.parse("mixed.example"), List.of(PUBLIC)));
  }

  @Test
  void aWrittenAddressNeedsARuleForIt() {
    assertThat(find("10.1.2.3:5432", "*:5432"))
        .isEqualTo(
            new Route.Denied(
                "its address 10.1.2.3 is not public", HostRule.parse("10.1.2.3:5432")));
    assertThat(find("10.1.2.3:5432", "10.1.2.3:5432")).isInstanceOf(Route.Allowed.class);
    assertThat(find("10.1.2.3:5433", "10.1.2.3:5432")).isInstanceOf(Route.Denied.class);
    assertThat(asked).isEmpty();
  }

  @Test
  void aNameMayPointToAnAddressThatIsAllowedItself() {
    answer = new InetAddress[] {InetAddress.ofLiteral("10.1.2.3")};
    assertThat(find("db.internal:5432", "db.internal:5432")).isInstanceOf(Route.Denied.class);
    assertThat(find("db.internal:5432", "db.internal:5432", "10.1.2.3:5432"))
        .isInstanceOf(Route.Allowed.class);
    assertThat(find("db.internal:5432", "10.1.2.3:5432")).isInstanceOf(Route.Denied.class);
  }

  @Test
  void anAnswerWithAThousandAddressesIsCut() {
    answer =
        IntStream.range(0, 1_000)
            .mapToObj(i -> InetAddress.ofLiteral("93.184." + i / 250 + "." + (i % 250 + 1)))
            .toArray(InetAddress[]::new);
    assertThat(find("many.example:443", "many.example"))
        .isInstanceOfSatisfying(
            Route.Allowed.class, route -> assertThat(route.addresses()).hasSize(4));
  }

  @Test
  void aNameWithoutAnAddressIsUnknown() {
    answer = new InetAddress[0];
    assertThat(find("gone.example:443", "gone.example"))
        .isEqualTo(
            new Route.Unknown("gone.example has no address", HostRule.parse("gone.example")));
  }

  @Test
  void anAddressOfThisMachineIsNotPublic() throws Exception {
    List<InetAddress> own =
        java.net.NetworkInterface.networkInterfaces()
            .flatMap(java.net.NetworkInterface::inetAddresses)
            .toList();
    assertThat(own).isNotEmpty();
    for (InetAddress address : own) {
      answer = new InetAddress[] {address};
      assertThat(find("me.example:443", "me.example")).isInstanceOf(Route.Denied.class);
    }
  }
}
