import type { ClientContext } from './call';

/** Adds the key and the profile's headers to a request to the gateway's own origin. */
export function authorize(headers: Headers, { apiKey, auth, headers: own }: ClientContext): void {
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
  if (apiKey === '' || auth.kind === 'none') return;
  if (auth.kind === 'header') headers.set(auth.name, apiKey);
  else headers.set('authorization', `Bearer ${apiKey}`);
}
