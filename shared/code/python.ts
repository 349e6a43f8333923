/** Python 3.9 or later: the `openai` package where it has the operation, otherwise the standard library alone. */
import { KEY_VARIABLE } from '../calls/inspector';
import { type PlainRequest, variablesOf } from './code-request';
import { isForLibrary } from './connection';
import { python, withNames, writeLiteral } from './literal';
import { fileKind, isInLibrary, isPlain, type RequestJson, splitFields } from './operations';
import { headerLines, plainCall, plainSpeech, readFiles, readImports, video } from './python-plain';

export function pythonSnippet(request: PlainRequest): string {
  const { operation, body } = request;
  // The libraries have no media made from files in JSON.
  const hasInputs = request.files.length > 0 && operation !== 'chat';
  if (hasInputs || !isForLibrary(request.connection) || isPlain(operation) || hasHalves(body))
    return plainCall(request);
  if (operation === 'videos') return video(request);
  if (!isInLibrary(operation, body)) return plainSpeech(request);
  const writers = { chat: request.stream ? chatStream : chat, images, speech, models, model };
  const { imports, code } = writers[operation as keyof typeof writers](request);
  return `${['import os', ...imports].sort().join('\n')}

from openai import OpenAI

client = OpenAI(
    base_url=${python.text(request.baseUrl)},
${apiKey(request)}
${clientOptions(request)}    # A retry may be charged again.
    max_retries=0,
)

${code}
`;
}

function apiKey({ connection }: PlainRequest): string {
  if (connection.authentication.kind === 'none')
    return '    # The server needs no key, but the library asks for one.\n    api_key="none",';
  return `    api_key=os.environ["${KEY_VARIABLE}"],`;
}

/** The profile's own headers and query; nothing where it has none. */
function clientOptions({ connection: { headers, query } }: PlainRequest): string {
  const parameters = Object.fromEntries(query.map(({ name, value }) => [name, value]));
  return [
    headers.length === 0 ? '' : `    default_headers={\n${headerLines(headers, '        ')}    },\n`,
    query.length === 0 ? '' : `    default_query=${writeLiteral(parameters, python, 1)},\n`,
  ].join('');
}

interface Written {
  readonly imports: readonly string[];
  readonly code: string;
}

/** Half of a surrogate pair: the library can't send it, and `json.dumps` writes it as an escape. */
const hasHalves = (body: RequestJson): boolean => /\\ud[89a-f]/.test(JSON.stringify(body));

/**
 * The fields as named arguments; those the library does not know go into `extra_body`, which it sends without changes.
 */
function call(name: string, { operation, body, files }: PlainRequest): string {
  const { known, rest } = splitFields(operation, body);
  const names = variablesOf(files, '_');
  const dialect = withNames(python, names);
  const lines = Object.entries(known).map(
    ([field, value]) => `    ${field}=${writeLiteral(value, dialect, 1)},`,
  );
  const extra = Object.keys(rest).length === 0 ? [] : [`    extra_body=${writeLiteral(rest, dialect, 1)},`];
  return `client.${name}(\n${[...lines, ...extra].join('\n')}\n)`;
}

const hasSeveral = ({ n }: RequestJson): boolean => typeof n === 'number' && n > 1;

function chat(request: PlainRequest): Written {
  const code = `${readFiles(request)}completion = ${call('chat.completions.create', request)}
for choice in completion.choices:
    print(choice.message.content)`;
  return { imports: readImports(request), code };
}

function chatStream(request: PlainRequest): Written {
  const reading = hasSeveral(request.body)
    ? `texts = {}
for chunk in stream:
    for choice in chunk.choices:
        texts[choice.index] = texts.get(choice.index, "") + (choice.delta.content or "")
for index in sorted(texts):
    print(texts[index])`
    : `for chunk in stream:
    if chunk.choices:
        print(chunk.choices[0].delta.content or "", end="", flush=True)
print()`;
  return {
    imports: readImports(request),
    code: `${readFiles(request)}stream = ${call('chat.completions.create', request)}\n${reading}`,
  };
}

function images(request: PlainRequest): Written {
  return {
    imports: ['import base64', 'import urllib.request'],
    code: `result = ${call('images.generate', request)}
for index, image in enumerate(result.data, start=1):
    with open(f"image-{index}.${fileKind('images', request.body)}", "wb") as file:
        if image.b64_json:
            file.write(base64.b64decode(image.b64_json))
        else:
            file.write(urllib.request.urlopen(image.url).read())`,
  };
}

function speech(request: PlainRequest): Written {
  return {
    imports: [],
    code: `sound = ${call('audio.speech.create', request)}
sound.write_to_file("speech.${fileKind('speech', request.body)}")`,
  };
}

function models(): Written {
  return { imports: [], code: 'for model in client.models.list():\n    print(model.id)' };
}

function model({ body }: PlainRequest): Written {
  return { imports: [], code: `print(client.models.retrieve(${python.text(idOf(body))}).to_json())` };
}

const idOf = ({ id }: RequestJson): string => (typeof id === 'string' ? id : '');
