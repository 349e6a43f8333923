import { KEY_VARIABLE } from '../inspector';
import { escapeForShell } from './safe-json';
import { shellQuote } from './shell';

export interface CurlRequest {
  readonly method: string;
  readonly url: string;
  /** An `authorization` among them is written as the key's variable, whatever it holds. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** JSON; `null` for none. */
  readonly body: string | null;
  readonly isStream: boolean;
  /** Where the answer goes; on the terminal where left out. */
  readonly output?: string;
}

/** Longer arguments are refused by some systems, so such a body is handed over on standard input. */
const LONGEST_ARGUMENT = 100_000;

/** A command for sh, bash and zsh. The key comes from the environment. */
export function curlCommand({ method, url, headers, body, isStream, output }: CurlRequest): string {
  const isPlain = method === (body === null ? 'GET' : 'POST');
  const text = body === null ? '' : escapeForShell(body);
  const isLong = text.length > LONGEST_ARGUMENT;
  const parts = [
    `curl ${shellQuote(url)}`,
    ...(isPlain ? [] : [`--request ${shellQuote(method)}`]),
    ...(isStream ? ['--no-buffer'] : []),
    ...(output === undefined ? [] : ['--fail-with-body', `--output ${shellQuote(output)}`]),
    ...headers.map(([name, value]) => `--header ${header(name, value)}`),
    ...(body === null ? [] : [isLong ? "--data-binary @- <<'JSON'" : `--data-raw ${shellQuote(text)}`]),
  ];
  // No line of JSON can end the document early: JSON writes line ends inside texts as `\n`.
  return parts.join(' \\\n  ') + (isLong ? `\n${text}\nJSON` : '');
}

function header(name: string, value: string): string {
  if (name.toLowerCase() === 'authorization') return `"Authorization: Bearer $${KEY_VARIABLE}"`;
  return shellQuote(`${name}: ${value}`);
}
