/** Which tool is meant, wherever it comes from. */
import type { Tool } from './tools';

/** The server of tools that are defined here by hand. */
const handServer = 'local';

/**
 * Identifies a tool by its server, its name and the hash of its schema: two servers may name theirs alike, and one whose
 * parameters changed is another tool, so that nothing that was allowed for the one holds for the other. The order of an
 * object's fields makes no difference, in JSON Schema it has no meaning.
 *
 * @param server the address or name of where it is called; {@link handServer} for one that was typed here
 * @returns such as `local/get_weather/0f3a…` with 64 hexadecimal digits; the parts of the beginning are escaped as in an address
 */
export async function toolKey({ name, parameters }: Pick<Tool, 'name' | 'parameters'>, server = handServer) {
  const bytes = new TextEncoder().encode(sortedJson(parameters));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const hash = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [server, name].map(encodeURIComponent).concat(hash).join('/');
}

const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
