/** A multipart form as code: its files are read from beside it. Written without a library, which may name no such fields. */
import { KEY_VARIABLE } from '../calls/inspector';
import type { CodeFile, CodeForm } from './code-request';
import { allHeaders, type CodeConnection, withQuery } from './connection';
import { python, shellQuote, typescript } from './literal';
import type { RequestJson, SnippetLanguage } from './operations';

export interface FormRequest {
  readonly body: RequestJson;
  readonly form: CodeForm;
  readonly files: readonly CodeFile[];
  readonly connection: CodeConnection;
}

type Field = readonly [name: string, text: string];

interface Written {
  readonly url: string;
  readonly fields: readonly Field[];
  /** Each with the name of its file beside the code. */
  readonly files: readonly {
    readonly field: string;
    readonly fileName: string;
    readonly contentType: string;
  }[];
  readonly connection: CodeConnection;
}

const writers: Readonly<Record<SnippetLanguage, (form: Written) => string>> = {
  curl,
  typescript: node,
  python: plain,
};

export function formSnippet(
  language: SnippetLanguage,
  { body, form, files, connection }: FormRequest,
): string {
  const fields = Object.entries(body).map(
    ([name, value]): Field => [name, typeof value === 'string' ? value : JSON.stringify(value)],
  );
  const named = form.flatMap(({ field, marker }) => {
    const file = files.find((one) => one.marker === marker);
    return file === undefined ? [] : [{ field, fileName: file.fileName, contentType: file.contentType }];
  });
  return writers[language]({ url: withQuery(connection.url, connection), fields, files: named, connection });
}

const hasBearer = ({ authentication }: CodeConnection) => authentication.kind === 'bearer';

function curl({ url, fields, files, connection }: Written): string {
  const headers = allHeaders(connection).map(({ name, value, variable }) =>
    value === null
      ? `--header ${shellQuote(`${name}: `)}"$${variable}"`
      : `--header ${shellQuote(`${name}: ${value}`)}`,
  );
  const key = `--header "Authorization: ${connection.scheme} $${KEY_VARIABLE}"`;
  return `${[
    `curl ${shellQuote(url)}`,
    ...(hasBearer(connection) ? [key] : []),
    ...headers,
    // A text that begins with @ or < stays text: `--form` would read a file.
    ...fields.map(([name, text]) => `--form-string ${shellQuote(`${name}=${text}`)}`),
    ...files.map(
      ({ field, fileName, contentType }) =>
        `--form ${shellQuote(`${field}=@${fileName};type=${contentType}`)}`,
    ),
  ].join(' \\\n  ')}\n`;
}

function node({ url, fields, files, connection }: Written): string {
  const headers = allHeaders(connection).map(
    ({ name, value, variable }) =>
      `  ${typescript.name(name)}: ${value === null ? `process.env.${variable} ?? ""` : typescript.text(value)},\n`,
  );
  const key = hasBearer(connection)
    ? `  Authorization: \`${connection.scheme} \${process.env.${KEY_VARIABLE}}\`,\n`
    : '';
  const lines = [
    ...fields.map(([name, text]) => `form.append(${typescript.text(name)}, ${typescript.text(text)});\n`),
    ...files.map(
      ({ field, fileName, contentType }) =>
        `form.append(${typescript.text(field)}, await openAsBlob("${fileName}", { type: "${contentType}" }), "${fileName}");\n`,
    ),
  ];
  return `import { openAsBlob } from "node:fs";

const headers = {
${key}${headers.join('')}};
const form = new FormData();
${lines.join('')}const response = await fetch(${typescript.text(url)}, { method: "POST", headers, body: form });
if (!response.ok) throw new Error(\`\${response.status}: \${await response.text()}\`);
console.log(await response.text());
`;
}

function plain({ url, fields, files, connection }: Written): string {
  const headers = allHeaders(connection).map(
    ({ name, value, variable }) =>
      `    ${python.name(name)}: ${value === null ? `os.environ["${variable}"]` : python.text(value)},\n`,
  );
  const key = hasBearer(connection)
    ? `    "Authorization": f"${connection.scheme} {os.environ['${KEY_VARIABLE}']}",\n`
    : '';
  const parts = [
    ...fields.map(([name, text]) => `    part(${python.text(name)}, ${python.text(text)}.encode()),\n`),
    ...files.map(
      ({ field, fileName, contentType }) =>
        `    part(${python.text(field)}, Path("${fileName}").read_bytes(), "${fileName}", "${contentType}"),\n`,
    ),
  ];
  return `import os
import urllib.request
import uuid
from pathlib import Path

boundary = uuid.uuid4().hex


def part(name, content, file=None, kind=None):
    head = f'--{boundary}\\r\\nContent-Disposition: form-data; name="{name}"'
    if file is not None:
        head += f'; filename="{file}"\\r\\nContent-Type: {kind}'
    return head.encode() + b"\\r\\n\\r\\n" + content + b"\\r\\n"


headers = {
${key}    "Content-Type": f"multipart/form-data; boundary={boundary}",
${headers.join('')}}
parts = [
${parts.join('')}]
body = b"".join(parts) + f"--{boundary}--\\r\\n".encode()
request = urllib.request.Request(${python.text(url)}, body, headers)
with urllib.request.urlopen(request) as response:
    print(response.read().decode())
`;
}
