/** Where else of the same origin the operations of a gateway may begin: the usual slips of a base URL. */
import type { ConnectionStepName } from '../../../shared/profiles/profiles';
import { GatewayError } from '../parse/error';
import { isRecord } from '../parse/json';
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

/**
 * Whether the path may be what is wrong: not where a gateway is busy, down or unpaid, nor where it leads elsewhere.
 * @param step of the test that failed
 */
export function isWrongPath(error: unknown, { origin }: URL, step: ConnectionStepName): boolean {
  if (!(error instanceof GatewayError)) return false;
  const { statusCode, details } = error;
  if (statusCode >= 300 && statusCode < 400) return isRecord(details) && isAt(origin, details.target);
  return step === 'models' && statusCode < 500 && ![402, 403, 429].includes(statusCode);
}

/** A web site sends to its login what it doesn't know. */
const isAt = (origin: string, target: unknown): boolean =>
  typeof target === 'string' && URL.canParse(target) && new URL(target).origin === origin;

/** A person waits, and what is looked for may not be there. */
const LONGEST_SEARCH_MS = 15_000;

/**
 * The first other base URL that lists models; `null` for none within some seconds.
 * @param list asks for them, within the time that is left
 */
export async function findOtherBase(
  baseUrl: string,
  list: (baseUrl: string, limitMs: number) => Promise<ModelList>,
  longestMs = LONGEST_SEARCH_MS,
): Promise<string | null> {
  const endsAt = performance.now() + longestMs;
  for (const other of otherBases(baseUrl)) {
    const leftMs = Math.round(endsAt - performance.now());
    if (leftMs <= 0) return null;
    const found = await list(other, leftMs).catch(() => null);
    if (found !== null && found.models.length > 0) return other;
  }
  return null;
}
