/** Every chat model of the gateway, in the order of the catalogue. */

import { fileKinds } from '../chat/content';
import { eliza } from './eliza-engine';
import { firehose } from './firehose';
import { createFlaky } from './flaky';
import { judges } from './judges';
import { markdownTour } from './markdown-tour';
import { type ChatModel, lastUserText, type ReceivedFile } from './model';
import { structured } from './structured';
import { vision } from './vision';

export function createChatModels(): readonly ChatModel[] {
  return [eliza, markdownTour, echo, firehose, vision, files, structured, createFlaky(), ...judges];
}

/** Repeats the last message. */
const echo: ChatModel = {
  id: 'sandbox/echo',
  description: 'Replies with the newest user message, word for word.',
  pricing: { inputMicros: 50, outputMicros: 100 },
  contextWindow: 131_072,
  maxOutput: 65_536,
  tokensPerSecond: 120,
  *reply({ turns }) {
    yield lastUserText(turns);
  },
};

/** Lists the files it got: of which kind each is, under which name or format, its size and its hash. */
const files: ChatModel = {
  id: 'sandbox/files',
  description: 'Takes files of any kind, and lists what it got: kind, format or name, size and SHA-256.',
  pricing: { inputMicros: 100, outputMicros: 200 },
  contextWindow: 131_072,
  maxOutput: 16_384,
  tokensPerSecond: 120,
  takes: fileKinds,
  *reply({ turns }) {
    const got = turns.flatMap((turn) => turn.files ?? []);
    const asked = lastUserText(turns);
    if (got.length === 0) yield 'No file is in this conversation yet. Attach one, and I will list it.';
    else yield `I got ${got.length === 1 ? 'one file' : `${got.length} files`}.`;
    for (const [index, file] of got.entries()) yield `\n\n${describe(file, index)}`;
    if (asked !== '') yield `\n\nYou said: ${asked}`;
  },
};

const describe = ({ kind, label, bytes, sha256 }: ReceivedFile, index: number): string =>
  `**File ${index + 1}**: ${kind}, ${label}, ${bytes} bytes, SHA-256 \`${sha256.slice(0, 12)}\`.`;
