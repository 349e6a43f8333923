/** Takes the secrets out of addresses: keys and signatures in the query, and what stands before the host. */
import { isSecretName } from '../profiles/credential-names';

/** In any text, also where JSON escapes the slashes. Each character is looked at once. */
const ADDRESS = /\bhttps?:(?:\\?\/){2}[^\s"'<>`]+/gi;
const USER = /^(https?:(?:\\?\/){2})[^/?#\\@]*@/i;
/** A separator may be escaped as in JSON or a page. */
const PARAMETER = /([?&;]|\\u0026)([\w.~%[\]-]{1,100})=([^&#;\\]+)/gi;

/** @param removed what takes the place of a secret */
export function redactAddresses(text: string, removed: string): string {
  return text.replace(ADDRESS, (address) => redactAddress(address, removed));
}

/** The same for a text that is one address. */
export function redactAddress(address: string, removed: string): string {
  return address
    .replace(USER, (_, scheme: string) => `${scheme}${removed}@`)
    .replace(PARAMETER, (whole, before: string, name: string) =>
      isSecretName(decoded(name)) ? `${before}${name}=${removed}` : whole,
    );
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
