import type { GatewayConnection } from './gateway-connection';

/** As the interface is documented: the key in `Authorization`, and nothing else. */
export const defaultConnection: GatewayConnection = {
  gateway: null,
  authentication: { kind: 'bearer' },
  headers: [],
  query: [],
  paths: {},
};
