package dev.otters.oci.registry.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.oci.ImageReference;
import java.net.InetAddress;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointTest {
  private static final URI SERVER = URI.create("https://registry.example.com/v2/");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://registry.example.com/other",
        "https://registry.example.com:443/v2/",
        "HTTPS://Registry.Example.COM/"
      })
  void schemeHostAndPortMakeAServer(String same) {
    assertThat(Endpoint.isSameServer(SERVER, URI.create(same))).isTrue();
    assertThat(Endpoint.isSameServer(URI.create(same), SERVER)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://registry.example.com/v2/",
        "https://registry.example.com:8443/v2/",
        "https://registry.example.com.evil.example/v2/",
        "https://example.com/v2/",
        "https://evil.example/registry.example.com/v2/"
      })
  void anotherSchemeHostOrPortIsAnotherServer(String other) {
    assertThat(Endpoint.isSameServer(SERVER, URI.create(other))).isFalse();
    assertThat(Endpoint.isSameServer(URI.create(other), SERVER)).isFalse();
  }

  @Test
  void onlyARegistryThatTheOperatorNamedMayBeOnThisMachine() {
    Endpoint named = Endpoint.of(ImageReference.parse("localhost:5000/x"), host -> false);
    InetAddress loopback = InetAddress.getLoopbackAddress();

    assertThat(named.rule(named.base()).allows(loopback)).isTrue();
    assertThat(named.outside().rule(named.base()).allows(loopback)).isFalse();
    assertThat(named.outside().withTls().rule(named.base()).allows(loopback)).isFalse();
  }
}
