import { type CallHeaders, KEY_VARIABLE } from '../../../shared/inspector';
import { REMOVED } from './redact';

/** Never stored, in requests and responses. */
const secret = /^(?:proxy-authorization|x-api-key|api-key|cookie|set-cookie)$/;

/** Without the key, in names too; the header that carries it shows the name of the environment variable instead. */
export function cleanHeaders(headers: Headers, clean: (text: string) => string): CallHeaders {
  return [...headers].map(([name, value]) => {
    if (name === 'authorization') return [name, `Bearer $${KEY_VARIABLE}`];
    return [clean(name), secret.test(name) ? REMOVED : clean(value)];
  });
}
