import type { ClientContext } from './call';
import { requireOwnOrigin } from './paths';

/**
 * Adds the key and the profile's headers to a request to the gateway's own origin.
 * @param target where the request is about to be sent
 * @throws Error where that is another origin; nothing is added then
 */
export function authorize(headers: Headers, target: URL, context: ClientContext): void {
  const { apiKey, auth, headers: own, baseUrl, dialect } = context;
  requireOwnOrigin(target, baseUrl);
  for (const [name, value] of Object.entries({ ...dialect.fixedHeaders, ...own })) headers.set(name, value);
  if (apiKey === '' || auth.kind === 'none') return;
  if (auth.kind === 'header') headers.set(auth.name, apiKey);
  if (auth.kind === 'bearer' && dialect.keyHeader !== null)
    headers.set(dialect.keyHeader, splitScheme(apiKey) ?? apiKey);
  if (auth.kind === 'bearer') headers.set('authorization', credentialsOf(apiKey, dialect.scheme));
}

/** A key may be saved together with its scheme, such as `Key …` or `Token …` (RFC 9110, 11.4); no key has a space. */
const credentialsOf = (apiKey: string, scheme: string): string =>
  splitScheme(apiKey) === null ? `${scheme} ${apiKey}` : apiKey;

/** The key behind its scheme; `null` where it has none. */
export const splitScheme = (apiKey: string): string | null =>
  /^[A-Za-z][\w.+-]{0,30}\s+(\S.*)$/.exec(apiKey)?.[1] ?? null;
