/** Where else of the same origin the operations of a gateway may begin: the usual slips of a base URL. */
import { GatewayError } from '../parse/error';
import type { ModelList } from '../types/client';

/** Ends of an address that name one operation. */
const OPERATION = /\/(?:chat\/completions|completions|responses|embeddings|messages|models)$/;
const VERSION = /\/v\d+\w*(?=\/|$)/;

/**
 * Other base URLs of the same origin, the likeliest first: without the path of an operation, without a version that is
 * written twice, with one that is missing, and the two places where most gateways begin.
 */
function otherBases(baseUrl: string): readonly string[] {
  const { origin, pathname } = new URL(baseUrl);
  const path = withoutSlashes(pathname);
  const plain = withoutSlashes(path.replace(OPERATION, ''));
  const once = plain.replace(/(\/v\d+\w*)\1$/, '$1');
  const versioned = VERSION.test(once) ? [] : [`${once}/v1`];
  const paths = [once, ...versioned, '/v1', '/api/v1', once.replace(/\/v\d+\w*$/, '')];
  return [...new Set(paths)].filter((one) => one !== path).map((one) => `${origin}${one}`);
}

function withoutSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path.charAt(end - 1) === '/') end -= 1;
  return path.slice(0, end);
}

/** A gateway that is busy, down or unpaid says nothing of the path. */
export const isWrongPath = (error: unknown): boolean =>
  error instanceof GatewayError && error.statusCode < 500 && ![402, 403, 429].includes(error.statusCode);

/** The first other base URL that lists models; `null` for none. */
export async function findOtherBase(
  baseUrl: string,
  list: (baseUrl: string) => Promise<ModelList>,
): Promise<string | null> {
  for (const other of otherBases(baseUrl)) {
    const found = await list(other).catch(() => null);
    if (found !== null && found.models.length > 0) return other;
  }
  return null;
}
