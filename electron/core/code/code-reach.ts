/** How code reaches the gateway of a profile, and in which words. */
import { KEY_VARIABLE } from '../../../shared/calls/inspector';
import type { CodeRequest } from '../../../shared/code/code-request';
import {
  type CodeConnection,
  type CodeHeader,
  usualConnection,
  variableOf,
} from '../../../shared/code/connection';
import { type OperationId, operations } from '../../../shared/code/operations';
import { isSecretParameter } from '../../../shared/profiles/credential-names';
import { defaultConnection } from '../../../shared/profiles/defaults';
import type { GatewayConnection } from '../../../shared/profiles/gateway-connection';
import type { Profile } from '../../../shared/profiles/profiles';
import type { Wording, WrittenInputs } from '../../gateway/types/call';
import type { GatewayPort } from '../ports/gateway';

interface Reached {
  readonly connection: CodeConnection;
  /** The bodies in the words of the profile's gateway. */
  readonly written: readonly WrittenInputs[];
}

interface Worded extends Pick<CodeRequest, 'operation' | 'bodies'> {
  /** It is in the gateway's words already. */
  readonly isRecorded: boolean;
  readonly marks: Parameters<Wording['withInputs']>[2];
}

/** How code reaches the gateway of a profile: its addresses, headers and query; secrets as names of variables. */
export function reachOf(gateway: GatewayPort, profile: Profile | undefined, call: Worded): Reached {
  const { operation, bodies, isRecorded, marks } = call;
  const { baseUrl = '', connection: own = defaultConnection } = profile ?? {};
  const asTheyAre = bodies.map((body) => ({ body }));
  if (baseUrl === '') return { connection: usualConnection(operation, ''), written: asTheyAre };
  const wording = gateway.wording({ baseUrl, gateway: own.gateway, paths: own.paths });
  const headers = own.headers.map(({ name, value, isSecret }) => ({
    name,
    value: isSecret ? null : value,
    variable: variableOf(name),
  }));
  const written: readonly WrittenInputs[] =
    isRecorded || isAsItIs(operation)
      ? asTheyAre
      : bodies.map((body) => wording.withInputs(operation, wording.toBody(operation, body), marks));
  const isOwn = (name: string) => headers.some((one) => one.name.toLowerCase() === name.toLowerCase());
  return {
    connection: {
      ...wording.addressesOf(operation, written[0]),
      authentication: own.authentication,
      scheme: wording.scheme,
      headers: [...headersOfGateway(wording, own).filter(({ name }) => !isOwn(name)), ...headers],
      query: own.query.map(shownParameter),
    },
    written,
  };
}

/** What each request to this gateway has, whatever the profile says. */
function headersOfGateway(
  { keyHeader, headers }: Wording,
  { authentication }: GatewayConnection,
): readonly CodeHeader[] {
  const fixed = Object.entries(headers).map(([name, value]) => ({ name, value, variable: variableOf(name) }));
  if (keyHeader === null || authentication.kind !== 'bearer') return fixed;
  return [{ name: keyHeader, value: null, variable: KEY_VARIABLE }, ...fixed];
}

/** A secret is to be filled in by whoever runs the code. */
const shownParameter = (one: GatewayConnection['query'][number]) => ({
  name: one.name,
  value: isSecretParameter(one) || one.value === null ? placeholderOf(one.name) : one.value,
});

/** `api_key` is `YOUR_API_KEY`. */
const placeholderOf = (name: string): string => `YOUR_${name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`;

type AsItIs = 'models' | 'model' | 'jobs' | 'job' | 'embeddings';

/** A call that reads has an input, but no body that a gateway words in its own way; vectors are asked for in one way. */
const isAsItIs = (operation: OperationId): operation is AsItIs =>
  operations[operation].method === 'GET' || operation === 'embeddings';
