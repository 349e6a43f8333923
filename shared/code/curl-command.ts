import { type CallDetail, KEY_VARIABLE } from '../calls/inspector';
import { schemeIn } from '../profiles/credential-names';
import { type CodeFile, headOf } from './code-request';
import { escapeForShell, shellQuote } from './literal';

export interface CurlRequest {
  readonly method: string;
  readonly url: string;
  /** An `authorization` header is written as its scheme and the key's variable, whatever it holds. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Headers whose value the command reads from an environment variable. */
  readonly secretHeaders?: readonly (readonly [name: string, variable: string])[];
  /** JSON; `null` for none. */
  readonly body: string | null;
  readonly isStream: boolean;
  /** The output file; on the terminal if left out. */
  readonly output?: string;
  /** Files that the body has a placeholder for, read from files beside the command. */
  readonly files?: readonly CodeFile[];
}

/** Some systems refuse longer arguments, so such a body is passed on standard input. */
const LONGEST_ARGUMENT = 100_000;

/** A command for sh, bash and zsh. The key comes from an environment variable. */
export function curlCommand(request: CurlRequest): string {
  const { method, url, headers, body, isStream, output, files = [], secretHeaders = [] } = request;
  const isPlain = method === (body === null ? 'GET' : 'POST');
  const text = body === null ? '' : escapeForShell(body);
  const isLong = text.length > LONGEST_ARGUMENT;
  const isPiped = files.length > 0;
  const parts = [
    `curl ${shellQuote(url)}`,
    ...(isPlain ? [] : [`--request ${shellQuote(method)}`]),
    ...(isStream ? ['--no-buffer'] : []),
    ...(output === undefined ? [] : ['--fail-with-body', `--output ${shellQuote(output)}`]),
    ...headers.map(([name, value]) => `--header ${header(name, value)}`),
    ...secretHeaders.map(([name, variable]) => `--header ${shellQuote(`${name}: `)}"$${variable}"`),
    ...(isPiped ? ['--data-binary @-'] : []),
    ...(body === null || isPiped
      ? []
      : [isLong ? "--data-binary @- <<'JSON'" : `--data-raw ${shellQuote(text)}`]),
  ];
  if (isPiped) return `${pieces(text, files)} | ${parts.join(' \\\n  ')}`;
  // No line of JSON can end the here-document early: JSON writes newlines inside texts as `\n`.
  return parts.join(' \\\n  ') + (isLong ? `\n${text}\nJSON` : '');
}

/**
 * `"url": "<marker>"`, as JSON writes it, and the same for what sound and documents are in: inside a text the quotes would be escaped, so this never matches part of one.
 */
const MARKED = /("(?:\w+)": *(?:\[\s*(?:"attachment:[0-9a-f]{64}",\s*)*)?")(attachment:[0-9a-f]{64})(?=")/g;

/** The body in pieces, each file's base64 in its place; `printf` and `base64` exist everywhere, and take any length. */
function pieces(body: string, files: readonly CodeFile[]): string {
  const lines: string[] = [];
  let done = 0;
  for (const { index, 0: found, 1: before = '', 2: marker } of body.matchAll(MARKED)) {
    const file = files.find((one) => one.marker === marker);
    if (file === undefined) continue;
    const head = `${body.slice(done, index)}${before}${headOf(file)}`;
    lines.push(`printf %s ${shellQuote(head)}`, `base64 < ${shellQuote(file.fileName)} | tr -d '\\n'`);
    done = index + found.length;
  }
  lines.push(`printf %s ${shellQuote(body.slice(done))}`);
  return `{\n  ${lines.join('\n  ')}\n}`;
}

function header(name: string, value: string): string {
  if (name.toLowerCase() === 'authorization')
    return `"Authorization: ${schemeIn(value) ?? 'Bearer'} $${KEY_VARIABLE}"`;
  return shellQuote(`${name}: ${value}`);
}

/**
 * Left out: headers of this app's own transport, and the idempotency key, since running the command means another call
 * (and a gateway refuses the same key with another body).
 */
const ownHeaders: ReadonlySet<string> = new Set(['user-agent', 'connection', 'idempotency-key']);

/** A recorded call as a command that sends the same again; `null` where its body was not stored in full. */
export function callToCurl(call: CallDetail): string | null {
  const { method, url, requestHeaders, requestBody, eventCount } = call;
  if (requestBody.kind === 'binary' || (requestBody.kind === 'text' && requestBody.leftOutBytes > 0))
    return null;
  return curlCommand({
    method,
    url,
    isStream: eventCount > 0,
    headers: requestHeaders.filter(([name]) => !ownHeaders.has(name)),
    body: requestBody.kind === 'text' ? requestBody.text : null,
  });
}
