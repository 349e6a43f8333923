/** What a profile has at first: how it reaches its gateway, and how requests leave this computer. */
import type { GatewayConnection } from './gateway-connection';
import type { NetworkSettings } from './network';

/** As the interface is documented: the key in `Authorization`, and nothing else. */
export const defaultConnection: GatewayConnection = {
  gateway: null,
  authentication: { kind: 'bearer' },
  headers: [],
  query: [],
  paths: {},
};

/** What the host does by default: the system's proxy and certificates in the window, this computer's own in the browser. */
export const defaultNetwork: NetworkSettings = {
  proxy: { kind: 'system' },
  authorities: null,
  certificate: null,
};
