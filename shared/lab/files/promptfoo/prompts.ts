/** The prompts of a configuration of promptfoo. https://www.promptfoo.dev/docs/configuration/prompts/ */

import { wordOf } from '../../../text/word-of';
import {
  ExperimentFileError,
  type Fields,
  type FileReading,
  isFields,
  type Note,
  textOfValue,
} from '../reading';
import { withParts } from './parts';
import { type PromptText, textsOf } from './prompt-files';
import { type Expressions, templateOf } from './templates';

export interface FilePrompt {
  readonly label: string;
  /** By which providers may name it beside its label. */
  readonly name: string;
  readonly template: string;
  readonly system: string | null;
  /** What requests with it have beside it. */
  readonly config: Fields;
  /** What its variables are made of where they aren’t plain names. */
  readonly expressions: Expressions;
}

/** @throws ExperimentFileError where one can't be read: a suite without it would look as if it passed */
export function promptsIn(raw: unknown, reading: FileReading, note: Note): readonly FilePrompt[] {
  return entriesIn(raw).flatMap((entry, at) => {
    const fields = isFields(entry) ? entry : { raw: entry };
    const text = fields.raw ?? fields.prompt ?? fields.content ?? fields.id;
    if (typeof text !== 'string') throw new ExperimentFileError(`Prompt ${at + 1} can’t be read.`);
    const texts = textsOf(text, reading);
    const config = isFields(fields.config) ? fields.config : {};
    const label = typeof fields.label === 'string' ? fields.label : null;
    return texts.map((one, part) => {
      const number = `Prompt ${at + 1}${texts.length > 1 ? `.${part + 1}` : ''}`;
      const named = { label: one.label ?? label ?? number, name: textOfValue(fields.id ?? text) };
      const own = withParts(config, `a part of “${named.label}”`, reading) as Fields;
      return { ...named, config: own, ...promptOf(one, named.label, reading, note) };
    });
  });
}

/** One, a list, or labels by the names of their files. Without one promptfoo asks what the variable `prompt` says. */
function entriesIn(raw: unknown): readonly unknown[] {
  if (raw === undefined || raw === null) return ['{{prompt}}'];
  if (Array.isArray(raw)) return raw;
  const isOne = !isFields(raw) || ['raw', 'prompt', 'content', 'id'].some((name) => name in raw);
  return isOne ? [raw] : Object.entries(raw).map(([id, label]) => ({ id, label }));
}

/** A list of messages is one prompt with its system prompt; an experiment has no earlier messages. */
function promptOf({ text }: PromptText, label: string, reading: FileReading, note: Note) {
  const messages = messagesIn(text, reading.readYaml);
  const system = messages?.filter(({ role }) => role === 'system' || role === 'developer') ?? [];
  const others = messages?.filter((one) => !system.includes(one)) ?? [];
  if (others.length > 1)
    note(`${label} has earlier messages: they are sent as one, with a line between them.`);
  const joined = (list: readonly Fields[]) => list.map((one) => textOfContent(one.content, label)).join('\n');
  const asked = templateOf(messages === null ? text : joined(others), label);
  const said = system.length === 0 ? null : templateOf(joined(system), label);
  const expressions = new Map([...asked.expressions, ...(said?.expressions ?? [])]);
  return { template: asked.template, system: said?.template ?? null, expressions };
}

/** Texts are joined; what else a message has would be left out of what is asked. */
function textOfContent(content: unknown, label: string): string {
  if (!Array.isArray(content)) return textOfValue(content);
  const parts = content.map((part: unknown) => {
    const { type = 'text', text } = isFields(part) ? part : { text: part };
    if (typeof text === 'string') return text;
    throw new ExperimentFileError(
      `${label}: “${wordOf(type)}” of a message can’t be sent from a file. Leave it out, and add the file to the cases here.`,
    );
  });
  return parts.join('\n');
}

function messagesIn(text: string, readYaml: FileReading['readYaml']): readonly Fields[] | null {
  if (!/^\s*(\[|-\s+role:)/.test(text)) return null;
  // `{{ name | dump }}` is the text of a variable with its quotes.
  const quoted = text.replace(/(?<!")\{\{-?\s*([^{}|]+?)\s*\|\s*dump\s*-?\}\}(?!")/g, '"{{$1}}"');
  for (const one of [text, quoted]) {
    try {
      const read = readYaml(one);
      const isChat =
        Array.isArray(read) && read.every((each) => isFields(each) && typeof each.role === 'string');
      if (isChat && read.length > 0) return read as readonly Fields[];
    } catch {
      // Read as the other, or as a text.
    }
  }
  return null;
}
