/** TypeScript with `fetch` alone, where the library has no such call. */
import { KEY_VARIABLE } from '../calls/inspector';
import { headOf, type PlainRequest, variableOf, variablesOf } from './code-request';
import { allHeaders, type CodeConnection, type CodeHeader, withQuery } from './connection';
import { typescript as plain, withNames, writeLiteral } from './literal';
import { fileKind, operations } from './operations';

const valueOfHeader = ({ value, variable }: CodeHeader): string =>
  value === null ? `process.env.${variable} ?? ""` : plain.text(value);

export const headerLines = (headers: readonly CodeHeader[], indent: string): string =>
  headers.map((header) => `${indent}${plain.name(header.name)}: ${valueOfHeader(header)},\n`).join('');

export const readImports = ({ files }: PlainRequest): readonly string[] =>
  files.length === 0 ? [] : ['import { readFile } from "node:fs/promises";'];

/** Each file as the body has it, in a variable with the name of its placeholder. */
export function readFiles({ files }: PlainRequest): string {
  const lines = files.map(
    (file) =>
      `const ${variableOf(file.fileName)} = \`${headOf(file)}\${await readFile("${file.fileName}", "base64")}\`;\n`,
  );
  return lines.length === 0 ? '' : `${lines.join('')}\n`;
}

function headersText(connection: CodeConnection): string {
  const isBearer = connection.authentication.kind === 'bearer';
  const key = isBearer ? `  Authorization: \`${connection.scheme} \${process.env.${KEY_VARIABLE}}\`,\n` : '';
  return `const headers = {
${key}  "Content-Type": "application/json",
${headerLines(allHeaders(connection), '  ')}};
`;
}

const writeImport = 'import { writeFile } from "node:fs/promises";\n\n';

const plainHead = ({ baseUrl, connection }: PlainRequest): string =>
  `${writeImport}const baseUrl = ${plain.text(baseUrl)};\n${headersText(connection)}`;

/** Where the gateway has paths or a header for the key that the library doesn't know: the reply is printed as it is. */
export function plainCall(request: PlainRequest): string {
  const { operation, connection } = request;
  const imports =
    operation === 'speech'
      ? writeImport
      : readImports(request)
          .map((line) => `${line}\n\n`)
          .join('');
  const options =
    operations[operation].method === 'GET'
      ? '{ headers }'
      : `{\n  method: "POST",\n  headers,\n  body: JSON.stringify(${writtenBody(request)}),\n}`;
  return `${imports}${headersText(connection)}
${readFiles(request)}const response = await fetch(${plain.text(withQuery(connection.url, connection))}, ${options});
if (!response.ok) throw new Error(\`\${response.status}: \${await response.text()}\`);
${readAnswer(request)}
`;
}

function readAnswer({ operation, body, stream }: PlainRequest): string {
  if (operation === 'speech')
    return `await writeFile("speech.${fileKind('speech', body)}", Buffer.from(await response.arrayBuffer()));`;
  return stream
    ? 'for await (const piece of response.body ?? []) process.stdout.write(piece);'
    : 'console.log(await response.text());';
}

/** The body, with the variables of its files. */
function writtenBody({ body, files }: PlainRequest): string {
  const names = variablesOf(files);
  return writeLiteral(body, withNames(plain, names), 1);
}

function post({ operation, body, connection }: PlainRequest): string {
  return `await fetch(\`\${baseUrl}${withQuery(operations[operation].path, connection)}\`, {
  method: "POST",
  headers,
  body: JSON.stringify(${writeLiteral(body, plain, 1)}),
});`;
}

export function plainSpeech(request: PlainRequest): string {
  return `${plainHead(request)}
const response = ${post(request)}
if (!response.ok) throw new Error(\`\${response.status}: \${await response.text()}\`);
await writeFile("speech.${fileKind('speech', request.body)}", Buffer.from(await response.arrayBuffer()));
`;
}

export function video(request: PlainRequest): string {
  return `${plainHead(request)}
let response = ${post(request)}
let job = JSON.parse(await response.text());
while (response.ok && job.status !== "completed" && job.status !== "failed") {
  const waitSeconds = Number(response.headers.get("retry-after") ?? 2);
  await new Promise((resolve) => setTimeout(resolve, waitSeconds * 1000));
  response = await fetch(\`\${baseUrl}/jobs/\${encodeURIComponent(job.id)}${withQuery('', request.connection)}\`, { headers });
  job = JSON.parse(await response.text());
}
if (!response.ok || job.status === "failed") throw new Error(JSON.stringify(job.error));

const video = await fetch(new URL(job.output.url, \`\${baseUrl}/\`));
if (!video.ok) throw new Error(\`\${video.status}: \${await video.text()}\`);
const kind = job.output.content_type.split("/")[1];
await writeFile(\`video.\${kind}\`, Buffer.from(await video.arrayBuffer()));
console.log(JSON.stringify(job));
`;
}
