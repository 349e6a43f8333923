/** Python with the standard library alone, where the `openai` package has no such call. */
import { KEY_VARIABLE } from '../calls/inspector';
import { headOf, type PlainRequest, variableOf, variablesOf } from './code-request';
import { allHeaders, type CodeConnection, type CodeHeader, withQuery } from './connection';
import { python, withNames, writeLiteral } from './literal';
import { fileKind, operations } from './operations';

const valueOfHeader = ({ value, variable }: CodeHeader): string =>
  value === null ? `os.environ["${variable}"]` : python.text(value);

export const headerLines = (headers: readonly CodeHeader[], indent: string): string =>
  headers.map((header) => `${indent}${python.name(header.name)}: ${valueOfHeader(header)},\n`).join('');

export const readImports = ({ files }: PlainRequest): readonly string[] =>
  files.length === 0 ? [] : ['import base64', 'from pathlib import Path'];

/** Each file as the body has it, in a variable with the name of its placeholder. */
export function readFiles({ files }: PlainRequest): string {
  const lines = files.map(
    (file) =>
      `${variableOf(file.fileName, '_')} = ${file.isBare ? '' : `"${headOf(file)}" + `}base64.b64encode(Path("${file.fileName}").read_bytes()).decode()\n`,
  );
  return lines.length === 0 ? '' : `${lines.join('')}\n`;
}

function headersText(connection: CodeConnection): string {
  const isBearer = connection.authentication.kind === 'bearer';
  const key = isBearer
    ? `    "Authorization": f"${connection.scheme} {os.environ['${KEY_VARIABLE}']}",\n`
    : '';
  return `headers = {
${key}    "Content-Type": "application/json",
${headerLines(allHeaders(connection), '    ')}}
`;
}

/** Where the gateway has paths or a header for the key that the library doesn't know: the reply is printed as it is. */
export function plainCall(request: PlainRequest): string {
  const { operation, connection, files } = request;
  const names = variablesOf(files, '_');
  const body = writeLiteral(request.body, withNames(python, names), 0);
  const imports = [
    'import json',
    'import os',
    'import sys',
    'import urllib.request',
    ...readImports(request),
  ];
  const hasBody = operations[operation].method === 'POST';
  return `${imports.sort().join('\n')}

${headersText(connection)}
${readFiles(request)}${hasBody ? `body = ${body}\n` : ''}request = urllib.request.Request(
    ${python.text(withQuery(connection.url, connection))},
    ${hasBody ? 'json.dumps(body).encode()' : 'None'},
    headers,
)
with urllib.request.urlopen(request) as response:
${operation === 'speech' ? `    with open("speech.${fileKind('speech', request.body)}", "wb") as file:\n        file.write(response.read())` : '    for line in response:\n        sys.stdout.write(line.decode())'}
`;
}

/** `json.dumps` writes every character outside ASCII as an escape, so any text can be sent. */
function plainHead({ baseUrl, connection }: PlainRequest, imports: readonly string[]): string {
  return `${['import json', 'import os', 'import urllib.request', ...imports].sort().join('\n')}

base_url = ${python.text(baseUrl)}
${headersText(connection)}

def send(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(base_url + path${connection.query.length === 0 ? '' : ` + ${python.text(withQuery('', connection))}`}, data, headers))
`;
}

const post = ({ operation, body }: PlainRequest): string =>
  `send("${operations[operation].path}", ${writeLiteral(body, python)})`;

export function plainSpeech(request: PlainRequest): string {
  return `${plainHead(request, [])}

with ${post(request)} as response:
    with open("speech.${fileKind('speech', request.body)}", "wb") as file:
        file.write(response.read())
`;
}

export function video(request: PlainRequest): string {
  return `${plainHead(request, ['import time', 'import urllib.parse'])}

job = json.load(${post(request)})
while job["status"] not in ("completed", "failed"):
    time.sleep(2)
    job = json.load(send("/jobs/" + urllib.parse.quote(job["id"], safe="")))
if job["status"] == "failed":
    raise SystemExit(job.get("error"))

url = urllib.parse.urljoin(base_url + "/", job["output"]["url"])
kind = job["output"]["content_type"].split("/")[1]
with open(f"video.{kind}", "wb") as file:
    file.write(urllib.request.urlopen(url).read())
print(json.dumps(job))
`;
}
