/** TypeScript that is also valid JavaScript: the `openai` package where it has the operation, otherwise `fetch`. */
import { KEY_VARIABLE } from '../calls/inspector';
import { type PlainRequest, variablesOf } from './code-request';
import { isForLibrary } from './connection';
import { typescript as plain, withNames, writeLiteral } from './literal';
import { fileKind, isInLibrary, isPlain, type RequestJson, splitFields } from './operations';
import { headerLines, plainCall, plainSpeech, readFiles, readImports, video } from './typescript-plain';

export function typescriptSnippet(request: PlainRequest): string {
  const { operation, body } = request;
  // The libraries have no media made from files in JSON.
  const hasInputs = request.files.length > 0 && operation !== 'chat';
  if (hasInputs || !isForLibrary(request.connection) || isPlain(operation)) return plainCall(request);
  if (operation === 'videos') return video(request);
  if (!isInLibrary(operation, body)) return plainSpeech(request);
  const writers = { chat: request.stream ? chatStream : chat, images, speech, models, model };
  const { imports, code } = writers[operation as keyof typeof writers](request);
  return `${[...imports, 'import OpenAI from "openai";'].join('\n')}

const client = new OpenAI({
  baseURL: ${plain.text(request.baseUrl)},
  ${apiKey(request)}
${clientOptions(request)}  // A retry may be charged again.
  maxRetries: 0,
});

${code}
`;
}

function apiKey({ connection }: PlainRequest): string {
  if (connection.authentication.kind === 'none')
    return '// The server needs no key, but the library asks for one.\n  apiKey: "none",';
  return `apiKey: process.env.${KEY_VARIABLE} ?? "",`;
}

/** The profile's own headers and query; nothing where it has none. */
function clientOptions({ connection: { headers, query } }: PlainRequest): string {
  const parameters = Object.fromEntries(query.map(({ name, value }) => [name, value]));
  return [
    headers.length === 0 ? '' : `  defaultHeaders: {\n${headerLines(headers, '    ')}  },\n`,
    query.length === 0 ? '' : `  defaultQuery: ${writeLiteral(parameters, plain, 1)},\n`,
  ].join('');
}

interface Written {
  readonly imports: readonly string[];
  readonly code: string;
}

/** The fields as one argument; those the library's types do not name are spread, so that the compiler accepts them. */
function argument({ operation, body, files }: PlainRequest): string {
  const { known, rest } = splitFields(operation, body);
  const names = variablesOf(files);
  const dialect = withNames(plain, names);
  const lines = Object.entries(known).map(
    ([name, value]) => `  ${dialect.name(name)}: ${writeLiteral(value, dialect, 1)},`,
  );
  const spread = Object.keys(rest).length === 0 ? [] : [`  ...${writeLiteral(rest, dialect, 1)},`];
  return `{\n${[...lines, ...spread].join('\n')}\n}`;
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

function model({ body }: PlainRequest): Written {
  return { imports: [], code: `console.log(await client.models.retrieve(${plain.text(idOf(body))}));` };
}

const idOf = ({ id }: RequestJson): string => (typeof id === 'string' ? id : '');
