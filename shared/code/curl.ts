import { KEY_VARIABLE } from '../calls/inspector';
import type { PlainRequest } from './code-request';
import { allHeaders, type CodeConnection, withQuery } from './connection';
import { curlCommand } from './curl-command';
import { json, shellQuote, writeLiteral } from './literal';
import { fileKind, operations } from './operations';

const contentType = ['Content-Type', 'application/json'] as const;

/** A command for sh, bash and zsh; several for a video, which has to be polled. */
export function curlSnippet(request: PlainRequest): string {
  const isPolled = request.operation === 'videos' && request.connection.isUsual && request.files.length === 0;
  return `${isPolled ? videoScript(request) : plainCommand(request)}\n`;
}

function plainCommand({ operation, body, stream, files, connection }: PlainRequest): string {
  const { method } = operations[operation];
  return curlCommand({
    method,
    url: withQuery(connection.url, connection),
    isStream: stream,
    ...headersOf(connection, method === 'POST'),
    body: method === 'GET' ? null : writeLiteral(body, json),
    files,
    output:
      operation === 'images'
        ? 'images.json'
        : operation === 'speech'
          ? `speech.${fileKind('speech', body)}`
          : undefined,
  });
}

function headersOf(connection: CodeConnection, hasBody: boolean) {
  const own = allHeaders(connection);
  const open = own.flatMap(({ name, value }) => (value === null ? [] : [[name, value] as const]));
  const secret = own.flatMap(({ name, value, variable }) =>
    value === null ? [[name, variable] as const] : [],
  );
  const bearer = ['Authorization', `${connection.scheme} $${KEY_VARIABLE}`] as const;
  const key = connection.authentication.kind === 'bearer' ? [bearer] : [];
  return { headers: [...key, ...(hasBody ? [contentType] : []), ...open], secretHeaders: secret };
}

/** In a subshell, so that a failure ends the script and not the terminal it was pasted into. */
function videoScript({ baseUrl, body, connection }: PlainRequest): string {
  const create = curlCommand({
    method: 'POST',
    url: withQuery(connection.url, connection),
    isStream: false,
    ...headersOf(connection, true),
    body: writeLiteral(body, json),
  });
  const quiet = 'curl --silent --show-error --fail-with-body';
  const { headers, secretHeaders } = headersOf(connection, false);
  const others = [
    ...headers.slice(1).map(([name, value]) => ` --header ${shellQuote(`${name}: ${value}`)}`),
    ...secretHeaders.map(([name, variable]) => ` --header ${shellQuote(`${name}: `)}"$${variable}"`),
  ].join('');
  const [, query = ''] = withQuery('', connection).split('?');
  return `(
set -e
key="Authorization: ${connection.scheme} $${KEY_VARIABLE}"
base=${shellQuote(baseUrl)}
# The text of a field of the job.
field() { printf '%s' "$job" | grep -o "\\"$1\\" *: *\\"[^\\"]*\\"" | head -n 1 | cut -d '"' -f 4; }

job=$(${create.replace('curl', () => quiet)}
)
while [ "$(field status)" != completed ] && [ "$(field status)" != failed ]; do
  sleep 2
  job=$(${quiet} --globoff "$base/jobs/$(field id)${query === '' ? '' : '?'}"${query === '' ? '' : shellQuote(query)} --header "$key"${others})
done
printf '%s\\n' "$job"
[ "$(field status)" = completed ]
curl --fail --location --output "video.$(field content_type | cut -d / -f 2)" "$(field url)"
)`;
}
