import { hasScheme, withoutOwnScheme } from '../../../shared/profiles/key-scheme';
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
    headers.set(dialect.keyHeader, withoutOwnScheme(apiKey));
  if (auth.kind === 'bearer') headers.set('authorization', credentialsOf(apiKey, dialect.scheme));
}

const credentialsOf = (apiKey: string, scheme: string): string =>
  hasScheme(apiKey) ? apiKey : `${scheme} ${apiKey}`;
