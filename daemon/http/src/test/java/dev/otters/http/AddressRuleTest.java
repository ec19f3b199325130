package dev.otters.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.params.ParameterizedTest;
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
        "127.0.0.1",
        "169.254.169.254",
        "fd12::1",
        "::ffff:10.1.2.3",
        "64:ff9b::192.168.1.1",
        "2002:a00:1::"
      })
  void privateNetworksAreNotPublic(String address) throws UnknownHostException {
    assertThat(AddressRule.PUBLIC.allows(InetAddress.getByName(address))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"192.0.2.7", "100.128.0.1", "172.32.0.1", "2001:db8::1"})
  void addressesOutInTheWorldArePublic(String address) throws UnknownHostException {
    assertThat(AddressRule.PUBLIC.allows(InetAddress.getByName(address))).isTrue();
  }
}
