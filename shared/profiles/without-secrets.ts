import { isSecretParameter } from './credential-name';
import type { GatewayConnection } from './gateway-connection';

/** As a connection is stored, shown and exported: a secret leaves the core only to the keychain and the gateway. */
export function withoutSecrets(connection: GatewayConnection): GatewayConnection {
  return {
    ...connection,
    headers: connection.headers.map((header) => (header.isSecret ? { ...header, value: null } : header)),
    query: connection.query.map((one) =>
      isSecretParameter(one) ? { ...one, isSecret: true, value: null } : one,
    ),
  };
}
