/** How the simulated models of checks reply: the same text for the same question, without a real model. */
import { createHash } from 'node:crypto';
import { demandedTool, type ToolRequest } from '../chat/tools';
import { countBeeps, readDigits, readPage } from './senses';
import { callsOfRound, type ToolCall, type Traits } from './traits';

interface Message {
  readonly role: string;
  readonly content?: unknown;
}

export interface BenchRequest extends ToolRequest {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly stream_options?: { readonly include_usage?: boolean | null } | null;
  readonly [field: string]: unknown;
}

export interface Thought {
  /** One for each choice. */
  readonly texts: readonly string[];
  readonly toolCalls: readonly ToolCall[];
  readonly reasoningTokens: number;
  readonly speaks: boolean;
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const partsOf = ({ content }: Message): Record<string, unknown>[] =>
  Array.isArray(content) ? content.map(recordOf) : [{ type: 'text', text: String(content ?? '') }];

const textOf = (message: Message): string =>
  partsOf(message)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('\n');

/** All text of a prompt, for its counts. */
export const promptText = ({ messages, tools, response_format }: BenchRequest): string =>
  [...messages.map(textOf), JSON.stringify(tools ?? ''), JSON.stringify(response_format ?? '')].join('\n');

const hash = (...words: readonly string[]): number =>
  createHash('sha256').update(words.join('\u0000')).digest().readUInt32BE(0);

const bytesOf = (url: unknown): Buffer =>
  Buffer.from(String(url ?? '').replace(/^data:[^,]*,/, ''), 'base64');

const ships = [
  'Marigold',
  'Ironwind',
  'Silver Otter',
  'Night Heron',
  'Patience',
  'Blue Lantern',
  'Old Thunder',
];
const deeds = ['hums in the fog', 'sails backwards on Sundays', 'carries a garden of salt', 'fears the moon'];
const ends = [
  'and nobody asks why',
  'until the bells ring',
  'with a crew of clocks',
  'for a letter from home',
];

function story(words: readonly string[]): string {
  const pick = (list: readonly string[], at: string) => list[hash(...words, at) % list.length] ?? '';
  const number = hash(...words, 'number') % 10_000;
  return `The ${pick(ships, 'ship')} number ${number} ${pick(deeds, 'deed')}, ${pick(ends, 'end')}.`;
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const greetings =
  'Japanese: おはようございます\nArabic: صباح الخير\nRussian: Доброе утро\nHindi: सुप्रभात\nKorean: 좋은 아침';

/** A value that follows a JSON schema, as far as these models know schemas. */
function exampleOf(schema: Record<string, unknown>): unknown {
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (schema.type === 'integer' || schema.type === 'number') return 7;
  if (schema.type !== 'object') return 'cat';
  return Object.fromEntries(
    Object.entries(recordOf(schema.properties)).map(([name, inner]) => [name, exampleOf(recordOf(inner))]),
  );
}

const knownArguments: Readonly<Record<string, string>> = { text: 'Hello, Ada', city: 'Oslo' };

const argumentsFor = (schema: Record<string, unknown>): object =>
  Object.fromEntries(
    Object.entries(recordOf(schema.properties)).map(([name, inner]) => [
      name,
      knownArguments[name] ?? exampleOf(recordOf(inner)),
    ]),
  );

function callTools(request: BenchRequest, asked: string): ToolCall[] {
  const call = (name: string, given: object): ToolCall => ({
    id: `call${String(hash(name, JSON.stringify(given)) % 100_000).padStart(5, '0')}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(given) },
  });
  const demanded = demandedTool(request);
  if (demanded !== null && !demanded.isLegacy)
    return [call(demanded.name, argumentsFor(demanded.parameters))];
  if (request.tool_choice === 'none') return [];
  if (!/weather/i.test(asked) || request.messages.some(({ role }) => role === 'tool')) return [];
  return [...new Set(asked.match(/Oslo|Lima/g) ?? [])].map((city) => call('get_weather', { city }));
}

/** What a file in the last message holds. */
function readFile(message: Message, { guessesVision = false }: Traits): string | null {
  for (const part of partsOf(message)) {
    if (part.type === 'image_url')
      // Always the same: a guess that is drawn is partly right now and then, by luck alone.
      return guessesVision ? 'The number is 10110.' : readDigits(bytesOf(recordOf(part.image_url).url));
    if (part.type === 'file') return readPage(bytesOf(recordOf(part.file).file_data));
    if (part.type === 'input_audio') return String(countBeeps(bytesOf(recordOf(part.input_audio).data)));
  }
  return null;
}

/** A question whose answer stands in the prompt. */
function recall(prompt: string, asked: string): string | null {
  const found = (pattern: RegExp) => pattern.exec(prompt)?.[1] ?? 'I don’t know';
  if (/What is the code word/.test(asked)) return found(/code word is (ZEBRA-\d+)/);
  if (/red code and the blue code/.test(asked))
    return `Red: ${found(/red code is (\d+)/)}, blue: ${found(/blue code is (\d+)/)}`;
  if (/station code/.test(asked)) return found(/station_code"?: ?"?(\d+)/);
  return null;
}

function plainReply(asked: string): string | null {
  const [, from, to] = /Count from (\d+) to (\d+)/.exec(asked) ?? [];
  if (from !== undefined && to !== undefined) {
    const numbers = Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => Number(from) + at);
    return numbers.join(/commas/.test(asked) ? ', ' : ' ');
  }
  const word = /Reply with the word (\w+)/.exec(asked)?.[1];
  if (word !== undefined) return word;
  if (/good morning/.test(asked)) return greetings;
  if (/37 times 43/.test(asked)) return '1591';
  if (/17 sheep/.test(asked)) return '13';
  return null;
}

const isObject = (format: unknown) => recordOf(format).type === 'json_object';

function reply(request: BenchRequest, traits: Traits, choice: number): string {
  const messages = request.messages.filter(
    ({ role }) => !(traits.dropsSystem === true && ['system', 'developer'].includes(role)),
  );
  const last = messages.at(-1) ?? { role: 'user', content: '' };
  const most = traits.contextCharacters ?? Number.POSITIVE_INFINITY;
  const prompt = messages.map(textOf).join('\n').slice(-most);
  const asked = textOf(messages.findLast(({ role }) => role === 'user') ?? last).slice(-most);
  const { schema } = recordOf(recordOf(request.response_format).json_schema);
  if (schema !== undefined) return JSON.stringify(exampleOf(recordOf(schema)));
  if (isObject(request.response_format)) return '{"food": "fish"}';
  if (last.role === 'assistant') {
    const begun = weekdays.filter((day) => textOf(last).includes(day)).length;
    return weekdays.slice(begun).join(', ');
  }
  if (traits.calling !== undefined) return afterCalls(request);
  const engine = traits.engine ?? traits.answersAs ?? request.model;
  const luck = request.temperature === 0 ? '' : String(request.seed ?? Math.random());
  return (
    readFile(last, traits) ??
    recall(prompt, asked) ??
    plainReply(asked) ??
    story([engine, asked, luck, String(choice)])
  );
}

function afterCalls({ messages }: BenchRequest): string {
  const results = messages.filter(({ role }) => role === 'tool');
  const last = results.at(-1);
  if (last === undefined) return 'Define a tool in the run settings, and I call it.';
  return `Done after ${results.length} ${results.length === 1 ? 'result' : 'results'}. The last one: ${textOf(last)}`;
}

/** What the model would say, before its limits cut it. */
export function think(given: BenchRequest, traits: Traits): Thought {
  const { tools: _tools, tool_choice: _choice, ...stripped } = given;
  const request = traits.stripsTools === true ? (stripped as BenchRequest) : given;
  const asked = textOf(request.messages.findLast(({ role }) => role === 'user') ?? { role: 'user' });
  const { calling } = traits;
  const toolCalls =
    request.tools === undefined
      ? []
      : calling === undefined
        ? callTools(request, asked)
        : callsOfRound(request, calling);
  const count = typeof request.n === 'number' ? request.n : 1;
  const effort = { low: 12, medium: 40, high: 120 }[String(request.reasoning_effort)] ?? 0;
  return {
    texts: Array.from({ length: count }, (_, choice) =>
      toolCalls.length > 0 ? '' : reply(request, traits, choice),
    ),
    toolCalls,
    reasoningTokens: effort,
    speaks: Array.isArray(request.modalities) && request.modalities.includes('audio'),
  };
}
