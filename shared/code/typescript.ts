/** TypeScript that is also valid JavaScript: the `openai` package where it has the operation, otherwise `fetch`. */
import { KEY_VARIABLE } from '../inspector';
import { typescript as plain, withNames, writeLiteral } from './literal';
import { fileKind, isInLibrary, operations, type RequestJson, splitFields } from './operations';
import type { PlainRequest } from './plain-request';

export function typescriptSnippet(request: PlainRequest): string {
  const { operation, body } = request;
  if (operation === 'videos') return video(request);
  if (!isInLibrary(operation, body)) return plainSpeech(request);
  const writers = { chat: request.stream ? chatStream : chat, images, speech, models };
  const { imports, code } = writers[operation](request);
  return `${[...imports, 'import OpenAI from "openai";'].join('\n')}

const client = new OpenAI({
  baseURL: ${plain.text(request.baseUrl)},
  apiKey: process.env.${KEY_VARIABLE} ?? "",
  // A request that is sent again may be charged again.
  maxRetries: 0,
});

${code}
`;
}

interface Written {
  readonly imports: readonly string[];
  readonly code: string;
}

/** The fields as one argument; those the library's types do not name are spread, so that the compiler accepts them. */
function argument({ operation, body, files }: PlainRequest): string {
  const { known, rest } = splitFields(operation, body);
  const names = new Map(files.map(({ marker }, index) => [marker, `image${index + 1}`]));
  const dialect = withNames(plain, names);
  const lines = Object.entries(known).map(
    ([name, value]) => `  ${dialect.name(name)}: ${writeLiteral(value, dialect, 1)},`,
  );
  const spread = Object.keys(rest).length === 0 ? [] : [`  ...${writeLiteral(rest, dialect, 1)},`];
  return `{\n${[...lines, ...spread].join('\n')}\n}`;
}

const readImports = ({ files }: PlainRequest): readonly string[] =>
  files.length === 0 ? [] : ['import { readFile } from "node:fs/promises";'];

/** Each image as a data URL, in a variable with the name of its placeholder. */
function readFiles({ files }: PlainRequest): string {
  const lines = files.map(
    ({ fileName, contentType }, index) =>
      `const image${index + 1} = \`data:${contentType};base64,\${await readFile("${fileName}", "base64")}\`;\n`,
  );
  return lines.length === 0 ? '' : `${lines.join('')}\n`;
}

const hasSeveral = ({ n }: RequestJson): boolean => typeof n === 'number' && n > 1;

function chat(request: PlainRequest): Written {
  const code = `${readFiles(request)}const completion = await client.chat.completions.create(${argument(request)});
for (const { message } of completion.choices) console.log(message.content);`;
  return { imports: readImports(request), code };
}

function chatStream(request: PlainRequest): Written {
  const reading = hasSeveral(request.body)
    ? `const texts = [""];
for await (const { choices } of stream) {
  for (const { index, delta } of choices) texts[index] = (texts[index] ?? "") + (delta.content ?? "");
}
for (const text of texts) console.log(text);`
    : `for await (const { choices } of stream) process.stdout.write(choices[0]?.delta.content ?? "");
console.log();`;
  return {
    imports: readImports(request),
    code: `${readFiles(request)}const stream = await client.chat.completions.create(${argument(request)});\n${reading}`,
  };
}

function images(request: PlainRequest): Written {
  return {
    imports: ['import { writeFile } from "node:fs/promises";'],
    code: `const { data } = await client.images.generate(${argument(request)});
for (const [index, image] of (data ?? []).entries()) {
  const bytes = image.b64_json
    ? Buffer.from(image.b64_json, "base64")
    : Buffer.from(await (await fetch(image.url ?? "")).arrayBuffer());
  await writeFile(\`image-\${index + 1}.${fileKind('images', request.body)}\`, bytes);
}`,
  };
}

function speech(request: PlainRequest): Written {
  return {
    imports: ['import { writeFile } from "node:fs/promises";'],
    code: `const sound = await client.audio.speech.create(${argument(request)});
await writeFile("speech.${fileKind('speech', request.body)}", Buffer.from(await sound.arrayBuffer()));`,
  };
}

function models(): Written {
  return { imports: [], code: 'for await (const model of client.models.list()) console.log(model.id);' };
}

function plainHead({ baseUrl }: PlainRequest): string {
  return `import { writeFile } from "node:fs/promises";

const baseUrl = ${plain.text(baseUrl)};
const headers = {
  Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\`,
  "Content-Type": "application/json",
};
`;
}

function post({ operation, body }: PlainRequest): string {
  return `await fetch(\`\${baseUrl}${operations[operation].path}\`, {
  method: "POST",
  headers,
  body: JSON.stringify(${writeLiteral(body, plain, 1)}),
});`;
}

function plainSpeech(request: PlainRequest): string {
  return `${plainHead(request)}
const answer = ${post(request)}
if (!answer.ok) throw new Error(\`\${answer.status}: \${await answer.text()}\`);
await writeFile("speech.${fileKind('speech', request.body)}", Buffer.from(await answer.arrayBuffer()));
`;
}

function video(request: PlainRequest): string {
  return `${plainHead(request)}
let answer = ${post(request)}
let job = JSON.parse(await answer.text());
while (answer.ok && job.status !== "completed" && job.status !== "failed") {
  const waitSeconds = Number(answer.headers.get("retry-after") ?? 2);
  await new Promise((resolve) => setTimeout(resolve, waitSeconds * 1000));
  answer = await fetch(\`\${baseUrl}/jobs/\${encodeURIComponent(job.id)}\`, { headers });
  job = JSON.parse(await answer.text());
}
if (!answer.ok || job.status === "failed") throw new Error(JSON.stringify(job.error));

const video = await fetch(new URL(job.output.url, \`\${baseUrl}/\`));
if (!video.ok) throw new Error(\`\${video.status}: \${await video.text()}\`);
const kind = job.output.content_type.split("/")[1];
await writeFile(\`video.\${kind}\`, Buffer.from(await video.arrayBuffer()));
console.log(JSON.stringify(job));
`;
}
