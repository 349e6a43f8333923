/** The providers of a configuration of promptfoo: in the file, in files that it names, in lists and by their names. */

import { codeIn } from '../../../assertions/read-expectation';
import {
  ExperimentFileError,
  type Fields,
  type FileReading,
  isFields,
  type Note,
  noteUnread,
} from '../reading';
import { withCode } from './code-files';
import { partsIn, withParts } from './parts';
import { makesVectors } from './provider-names';

export interface FileProvider {
  readonly id: string;
  readonly label: string | null;
  /** What requests have beside the prompt. */
  readonly config: Fields;
  /** The prompts that it is asked with; `null` for all. */
  readonly prompts: readonly unknown[] | null;
}

interface Source {
  readonly reading: FileReading;
  readonly note: Note;
}

/** Those that are chosen, else those of the file. @throws ExperimentFileError where one isn’t a model */
export function providersOf(config: Fields, source: Source): readonly FileProvider[] {
  const { models } = source.reading;
  if (models.length > 0) return models.map((id) => ({ id, label: null, config: {}, prompts: null }));
  const providers = writtenIn(config, source).map((fields) => providerIn(fields, source));
  if (providers.length > 0) return providers;
  throw new ExperimentFileError('The file names no provider. Name a model with --model.');
}

/** What providers do with their answers before they are judged: assertions are the same for all, so it has to be too. */
export function changeOfProviders(
  config: Fields,
  source: Source,
): { readonly transform?: string; readonly changedBy?: string } {
  if (source.reading.models.length > 0) return {};
  const all = writtenIn(config, source).map(({ transform }) => withCode(transform, source.reading));
  const [first] = all;
  if (all.every((one) => one === undefined)) return {};
  const code = all.every((one) => one === first) ? codeIn(first) : null;
  if (code !== null) return { transform: code };
  source.note(
    '“transform” of one provider alone, or of a file, is not done here: what is judged after it is unclear.',
  );
  return { changedBy: 'transform' };
}

function writtenIn(config: Fields, { reading }: Source): readonly Fields[] {
  const named = config.providers ?? config.targets;
  for (const one of Array.isArray(named) ? named : [named])
    if (typeof one === 'string' && !/\.(ya?ml|json)$/i.test(one)) requireModel(one);
  return partsIn(named, 'providers', reading).flatMap((raw) => {
    if (typeof raw === 'string') return [{ id: raw }];
    if (!isFields(raw)) throw new ExperimentFileError('A provider has no id.');
    if (raw.id !== undefined) return [raw];
    // `openai:gpt-4o: {config: …}` is a provider too, alone or among others.
    return Object.entries(raw).map(([id, fields]) => {
      if (isFields(fields)) return { id, ...fields };
      throw new ExperimentFileError('A provider has no id.');
    });
  });
}

const fields = ['id', 'label', 'config', 'prompts', 'transform'];

export function providerIn(written: Fields, { reading, note }: Source): FileProvider {
  const { id } = written;
  if (typeof id !== 'string') throw new ExperimentFileError('A provider has no id.');
  requireModel(id);
  noteUnread(written, fields, `“${id}”`, note);
  return {
    id,
    label: typeof written.label === 'string' ? written.label : null,
    config: configIn(written.config, id, { reading, note }),
    prompts: Array.isArray(written.prompts) ? written.prompts : null,
  };
}

const program =
  /^(file|exec|python|ruby|golang|package|https?|wss?|webhook|websocket|browser|mcp|promptfoo|manual-input|echo)(:|$)/;

/** A program that answers, a server of its own, or a model that makes no answers can't be asked over a gateway. */
function requireModel(id: string): void {
  if (program.test(id))
    throw new ExperimentFileError(`“${id}” isn’t a model of a gateway. Name one with --model.`);
  if (makesVectors(id) || /(^|:)moderation:/.test(id))
    throw new ExperimentFileError(`“${id}” makes no answers. Name a model with --model.`);
}

/** Settings of the program itself, or of its connection: keys are those of the profile here. */
const connection =
  /^(api(Key|BaseUrl|Host|KeyEnvar|KeyRequired)|organization|headers|cost|basePath|maxRetries)$/i;

/** What promptfoo does itself with a request or an answer: no gateway knows these fields. */
const ofProgram =
  /^(showThinking|requestsPerMinute|tokensPerMinute|(audio)?(input|output)Cost|functionToolCallbacks|callbacks?|storeOutput|timeout(Ms)?|retry)$/i;

function configIn(raw: unknown, id: string, { reading, note }: Source): Fields {
  if (!isFields(raw)) return {};
  const dropped = Object.keys(raw).filter((name) => connection.test(name));
  if (dropped.length > 0) {
    const names = dropped.map((name) => `“${name}”`).join(', ');
    note(`“${id}”: ${names} is not read: the profile has its own.`);
  }
  const own = Object.keys(raw).filter((name) => ofProgram.test(name));
  if (own.length > 0) note(`“${id}”: ${own.map((name) => `“${name}”`).join(', ')} is not read.`);
  const { passthrough, ...sent } = Object.fromEntries(
    Object.entries(raw).filter(([name]) => !dropped.includes(name) && !own.includes(name)),
  );
  // What is passed through belongs to the request itself.
  const whole = { ...sent, ...(isFields(passthrough) && passthrough) };
  return withParts(whole, `a part of “${id}”`, reading) as Fields;
}
