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
import { aroundNames } from './cases';
import { parsedEnd } from './changed-vars';
import { codeFileIn, functionOf } from './code-files';
import { withParts } from './parts';
import { type PromptText, textsOf } from './prompt-files';
import { type CaseValues, type Expressions, isWhole, type KnownNames, templateOf } from './templates';

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

export interface PromptSource {
  readonly reading: FileReading;
  readonly note: Note;
  readonly known: KnownNames;
  /** Tests write something before or behind prompts. */
  readonly hasAround: boolean;
}

/** @throws ExperimentFileError where one can't be read: a suite without it would look as if it passed */
export function promptsIn(raw: unknown, source: PromptSource): readonly FilePrompt[] {
  const { reading } = source;
  return entriesIn(raw).flatMap((entry, at) => {
    const fields = isFields(entry) ? entry : { raw: entry };
    const written = fields.raw ?? fields.prompt ?? fields.content ?? fields.id;
    const text =
      Array.isArray(fields.messages) && written === undefined ? chatOf(fields.messages, reading) : written;
    if (typeof text !== 'string') throw new ExperimentFileError(`Prompt ${at + 1} can’t be read.`);
    const code = promptOfCode(text, reading);
    const texts = code === null ? textsOf(text, reading) : [{ text, label: null }];
    const config = isFields(fields.config) ? fields.config : {};
    const label = typeof fields.label === 'string' ? fields.label : null;
    return texts.map((one, part) => {
      const number = `Prompt ${at + 1}${texts.length > 1 ? `.${part + 1}` : ''}`;
      const named = { label: one.label ?? label ?? number, name: textOfValue(fields.id ?? text) };
      const own = withParts(config, `a part of “${named.label}”`, reading) as Fields;
      return {
        ...named,
        config: own,
        ...(code === null ? promptOf(one, named.label, source) : codePrompt(code, named.label, source)),
      };
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
function promptOf({ text }: PromptText, label: string, source: PromptSource) {
  const { reading, note, known, hasAround } = source;
  if (text.includes('_conversation'))
    throw new ExperimentFileError(
      `${label}: “_conversation” has earlier answers of the file. An experiment asks each case alone.`,
    );
  if (hasAround) return aroundPrompt(text, label, source);
  const messages = messagesIn(text, reading.readYaml);
  if (isChatLike(text) && (messages === null || isWhole(text) || !messages.every(hasText)))
    return wholeChat(({ fill }) => fill(text, label), label, reading, hasSystemIn(text));
  if (messages === null && isJson(text)) return wholeJson(text, label);
  const system = messages?.filter(({ role }) => role === 'system' || role === 'developer') ?? [];
  const others = messages?.filter((one) => !system.includes(one)) ?? [];
  if (others.length > 1)
    note(`${label} has earlier messages: they are sent as one, with a line between them.`);
  const joined = (list: readonly Fields[]) => list.map((one) => textOfContent(one.content, label)).join('\n');
  const asked = templateOf(messages === null ? text : joined(others), label, known);
  const said = system.length === 0 ? null : templateOf(joined(system), `${label} system`, known);
  const expressions = new Map([...asked.expressions, ...(said?.expressions ?? [])]);
  return { template: asked.template, system: said?.template ?? null, expressions };
}

/** Code that writes prompts, as the body of a function of `args`; `null` where it is none that can run here. */
function promptOfCode(text: string, reading: FileReading): string | null {
  const named = reading.runs !== undefined && text.startsWith('file://') ? codeFileIn(text) : null;
  const code = named && functionOf(named, reading);
  return code === null
    ? null
    : `${code}\nreturn Promise.resolve(check({ vars: args.vars, provider: { id: 'gatehouse' } })).then((made) => JSON.stringify({ made: made ?? null }));`;
}

/** What code writes for each case is filled like any prompt. */
function codePrompt(code: string, label: string, { reading }: PromptSource) {
  const textOf = ({ data, fill }: CaseValues): string => {
    const made = parsedEnd(`${label}`, () => reading.runs?.call(code, { vars: data }) ?? '');
    const written = isFields(made) && 'prompt' in made ? made.prompt : made;
    if (isFields(made) && made.config !== undefined)
      throw new ExperimentFileError(
        `${label}: “config” of a function can’t be sent. Write it under the prompt.`,
      );
    if (typeof written === 'string') return fill(written, label);
    return written === undefined ? '' : JSON.stringify(filledIn(written, { data, fill }, label));
  };
  return wholeChat(textOf, label, reading, true);
}

/** Messages of a prompt whose contents may be texts of files. */
function chatOf(messages: readonly unknown[], reading: FileReading): string {
  const read = withParts(messages, 'a message', reading);
  return JSON.stringify(read);
}

/** What is between braces is a field to YAML. */
const hasText = ({ content }: Fields): boolean => typeof content === 'string' || Array.isArray(content);

const isChatLike = (text: string): boolean =>
  /^\s*(\[\s*(\{|$)|-\s+role:)/m.test(text.slice(0, 200)) && /["']?role["']?\s*:/.test(text);

const isJson = (text: string): boolean => {
  try {
    return /^\s*\{/.test(text) && typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
};

/** Messages that templates make: each case is filled first, and then read as messages. */
function wholeChat(
  textOf: (values: CaseValues) => string,
  label: string,
  { readYaml }: FileReading,
  hasSystem: boolean,
) {
  const partOf = (which: 'system' | 'asked') => {
    const messages = (values: CaseValues): readonly Fields[] => {
      const filled = textOf(values);
      // Code has still to run.
      return filled === '' ? [] : (messagesIn(filled, readYaml) ?? [{ role: 'user', content: filled }]);
    };
    const isSystem = ({ role }: Fields) => role === 'system' || role === 'developer';
    return (values: CaseValues) =>
      messages(values)
        .filter((one) => isSystem(one) === (which === 'system'))
        .map((one) => textOfContent(one.content, label))
        .join('\n');
  };
  const names = { asked: `${label} text`, system: `${label} system text` };
  const all = [
    [names.asked, partOf('asked')] as const,
    ...(hasSystem ? [[names.system, partOf('system')] as const] : []),
  ];
  return {
    template: `{{${names.asked}}}`,
    system: hasSystem ? `{{${names.system}}}` : null,
    expressions: new Map(all),
  };
}

const hasSystemIn = (text: string): boolean => /["']?role["']?\s*:\s*["']?(system|developer)/.test(text);

function filledIn(value: unknown, values: CaseValues, label: string): unknown {
  if (typeof value === 'string') return values.fill(value, label);
  if (Array.isArray(value)) return value.map((one: unknown) => filledIn(one, values, label));
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filledIn(one, values, label)]));
}

/** A prompt that is JSON stays JSON, whatever quotation marks its variables have. */
function wholeJson(text: string, label: string) {
  const read = JSON.parse(text) as unknown;
  const name = `${label} text`;
  const textOf = (values: CaseValues) => JSON.stringify(filledIn(read, values, label), null, 2);
  return { template: `{{${name}}}`, system: null, expressions: new Map([[name, textOf]]) };
}

/** As in promptfoo, what is before and behind makes a text of messages, which no model reads as such. */
function aroundPrompt(text: string, label: string, { reading, known }: PromptSource) {
  if (messagesIn(text, reading.readYaml) !== null)
    throw new ExperimentFileError(
      `${label} has messages, and tests write a “prefix” or “suffix” around it. Write it into a message.`,
    );
  const { template, expressions } = templateOf(text, label, known);
  const { prefix, suffix } = aroundNames;
  return { template: `{{${prefix}}}${template}{{${suffix}}}`, system: null, expressions };
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
  for (const one of [quoted, text]) {
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
