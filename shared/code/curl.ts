import { KEY_VARIABLE } from '../inspector';
import { curlCommand } from './curl-command';
import { json, writeLiteral } from './literal';
import { fileKind, jobPath, operations } from './operations';
import type { PlainRequest } from './plain-request';
import { shellQuote } from './shell';

const authorization = ['Authorization', `Bearer $${KEY_VARIABLE}`] as const;
const contentType = ['Content-Type', 'application/json'] as const;

/** A command for sh, bash and zsh; several for a video, which has to be polled. */
export function curlSnippet(request: PlainRequest): string {
  return `${request.operation === 'videos' ? videoScript(request) : plainCommand(request)}\n`;
}

function plainCommand({ operation, baseUrl, body, stream, files }: PlainRequest): string {
  const { method, path } = operations[operation];
  return curlCommand({
    method,
    url: `${baseUrl}${path}`,
    isStream: stream,
    headers: method === 'GET' ? [authorization] : [authorization, contentType],
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

/** In a subshell, so that a failure ends the script and not the terminal it was pasted into. */
function videoScript({ operation, baseUrl, body }: PlainRequest): string {
  const create = curlCommand({
    method: 'POST',
    url: `${baseUrl}${operations[operation].path}`,
    isStream: false,
    headers: [authorization, contentType],
    body: writeLiteral(body, json),
  });
  const quiet = 'curl --silent --show-error --fail-with-body';
  return `(
set -e
key="Authorization: Bearer $${KEY_VARIABLE}"
base=${shellQuote(baseUrl)}
# The text of a field of the job.
field() { printf '%s' "$job" | grep -o "\\"$1\\" *: *\\"[^\\"]*\\"" | head -n 1 | cut -d '"' -f 4; }

job=$(${create.replace('curl', () => quiet)}
)
while [ "$(field status)" != completed ] && [ "$(field status)" != failed ]; do
  sleep 2
  job=$(${quiet} --globoff "$base${jobPath.replace('{id}', '$(field id)')}" --header "$key")
done
printf '%s\\n' "$job"
[ "$(field status)" = completed ]
curl --fail --location --output "video.$(field content_type | cut -d / -f 2)" "$(field url)"
)`;
}
