package dev.otters.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRuleTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "127.8.9.1",
        "0.0.0.0",
        "0.1.2.3",
        "169.254.169.254",
        "169.254.0.1",
        "100.100.100.200",
        "168.63.129.16",
        "192.0.0.192",
        "224.0.0.1",
        "::1",
        "::",
        "fe80::1",
        "fd00:ec2::254",
        "::ffff:127.0.0.1",
        "::ffff:169.254.169.254",
        "::127.0.0.1",
        "64:ff9b::169.254.169.254",
        "2002:7f00:1::",
        "2002:7f00:808:808::",
      })
  void noRedirectLeadsInside(String address) throws UnknownHostException {
    assertThat(AddressRule.OUTSIDE.allows(InetAddress.getByName(address))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"192.0.2.7", "10.1.2.3", "2001:db8::1", "64:ff9b::192.0.2.7", "2002:c000:207::1"})
  void otherAddressesAreAllowed(String address) throws UnknownHostException {
    assertThat(AddressRule.OUTSIDE.allows(InetAddress.getByName(address))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10.1.2.3",
        "172.31.0.1",
        "192.168.1.1",
        "100.64.0.1",
        "100.127.255.255",
        "127.0.0.1",
        "169.254.169.254",
        "fd12::1",
        "::ffff:10.1.2.3",
        "64:ff9b::192.168.1.1",
        "64:ff9b:1:7f00:0:100:808:808",
        "::ffff:0:127.0.0.1",
        "2001::1",
        "2001:2::1",
        "2001:db8::1",
        "100::1",
        "3fff::1",
        "5f00::1",
        "192.0.2.7",
        "192.88.99.1",
        "198.18.0.1",
        "198.51.100.1",
        "203.0.113.1",
        "240.0.0.1",
        "255.255.255.255",
        "2002:a00:1::"
      })
  void privateNetworksAreNotPublic(String address) throws UnknownHostException {
    assertThat(AddressRule.PUBLIC.allows(InetAddress.getByName(address))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"192.0.3.7", "100.63.0.1", "100.128.0.1", "172.32.0.1", "2001:4860:4860::8888"})
  void addressesOutInTheWorldArePublic(String address) throws UnknownHostException {
    assertThat(AddressRule.PUBLIC.allows(InetAddress.getByName(address))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, true",
    "::1, true",
    "10.1.2.3, true",
    "192.0.2.7, true",
    "0.0.0.0, false",
    "169.254.169.254, false",
    "fd00:ec2::254, false",
    "64:ff9b::169.254.169.254, false",
  })
  void aRegistryOnThisMachineLeadsToItAndOutside(String address, boolean allowed)
      throws UnknownHostException {
    assertThat(AddressRule.LOCAL.allows(InetAddress.getByName(address))).isEqualTo(allowed);
  }

  @Test
  void theInterfaceOfAnAddressMakesNoDifference() throws UnknownHostException {
    byte[] metadata = InetAddress.getByName("fd00:ec2::254").getAddress();

    assertThat(AddressRule.OUTSIDE.allows(Inet6Address.getByAddress(null, metadata, 1))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "127.0.0.1.",
        "0177.0.0.1",
        "0x7f.0.0.1",
        "0x7f000001",
        "2130706433",
        "127.1",
        "[::1]",
        "LOCALHOST",
        "localhost.",
        "any.localhost"
      })
  void everySpellingOfThisMachineIsSeenBeforeAProxyIsAsked(String host) {
    assertThat(HostNames.readings(HostNames.plain(host)))
        .anyMatch(address -> !AddressRule.OUTSIDE.allows(address));
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost.example.org", "notlocalhost", "example.org"})
  void aNameThatOnlyLooksLikeThisMachineIsNotIt(String host) {
    assertThat(HostNames.readings(host)).isEmpty();
  }
}
