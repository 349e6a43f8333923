import type { NetworkSettings } from './network';

/** What the host does by default: the system's proxy and certificates in the window, this computer's own in the browser. */
export const defaultNetwork: NetworkSettings = {
  proxy: { kind: 'system' },
  authorities: null,
  certificate: null,
};
