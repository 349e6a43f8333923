import { type CallHeaders, KEY_VARIABLE } from '../../../shared/inspector';
import { REMOVED } from './redact';

/** Never kept, whoever sends them. */
const secret = /^(?:proxy-authorization|x-api-key|api-key|cookie|set-cookie)$/;

/** Free of the key, names included; where it travels stands the name of the variable to put it in. */
export function cleanHeaders(headers: Headers, clean: (text: string) => string): CallHeaders {
  return [...headers].map(([name, value]) => {
    if (name === 'authorization') return [name, `Bearer $${KEY_VARIABLE}`];
    return [clean(name), secret.test(name) ? REMOVED : clean(value)];
  });
}
