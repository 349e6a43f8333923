import { type CodeConnection, usualConnection, variableOf } from '../../../shared/code/connection';
import { type OperationId, operations, type RequestJson } from '../../../shared/code/operations';
import { defaultConnection } from '../../../shared/default-connection';
import type { GatewayConnection } from '../../../shared/gateway-connection';
import type { Profile } from '../../../shared/profiles';
import { isSecretParameter } from '../../../shared/secret-name';
import type { GatewayPort } from '../ports/gateway';

interface Reached {
  readonly connection: CodeConnection;
  /** A body in the words of the profile's gateway. */
  readonly toBody: (body: RequestJson) => RequestJson;
}

/** How code reaches the gateway of a profile: its addresses, headers and query; secrets as names of variables. */
export function reachOf(gateway: GatewayPort, profile: Profile | undefined, operation: OperationId): Reached {
  const { baseUrl = '', connection: own = defaultConnection } = profile ?? {};
  if (baseUrl === '') return { connection: usualConnection(operation, ''), toBody: (body) => body };
  const wording = gateway.wording({ baseUrl, gateway: own.gateway, paths: own.paths });
  const headers = own.headers.map(({ name, value, isSecret }) => ({
    name,
    value: isSecret ? null : value,
    variable: variableOf(name),
  }));
  return {
    connection: {
      ...wording.addressesOf(operation),
      authentication: own.authentication,
      headers,
      query: own.query.map(shownParameter),
    },
    toBody: (body) => (isRead(operation) ? body : wording.toBody(operation, body)),
  };
}

/** A secret is to be filled in by whoever runs the code. */
const shownParameter = (one: GatewayConnection['query'][number]) => ({
  name: one.name,
  value: isSecretParameter(one) || one.value === null ? placeholderOf(one.name) : one.value,
});

/** `api_key` is `YOUR_API_KEY`. */
const placeholderOf = (name: string): string => `YOUR_${name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`;

type ReadId = 'models' | 'model' | 'jobs' | 'job';

/** A call that reads has an input, but no body that a gateway words in its own way. */
const isRead = (operation: OperationId): operation is ReadId => operations[operation].method === 'GET';
