/** Prompts × providers of a configuration of promptfoo. */

import type { Extra } from '../../extra/field-names';
import { liftSetup } from '../../extra/lift-extra';
import { type SchemaFormat, schemaNamePattern } from '../../run/response-format';
import type { VariantPlan } from '../experiment';
import { parseTemplate } from '../template';
import { modelOfProvider } from './assertions';
import { readNamed } from './promptfoo-tests';
import {
  ExperimentFileError,
  type Fields,
  type FileReading,
  isFields,
  type Note,
  noteUnread,
  textOfValue,
} from './reading';

interface FilePrompt {
  readonly label: string;
  readonly template: string;
  readonly system: string | null;
}

export function variantsOf(config: Fields, reading: FileReading, note: Note): readonly VariantPlan[] {
  const prompts = promptsIn(config.prompts, reading, note);
  if (prompts.length === 0) throw new ExperimentFileError('The file has no prompt that can be read.');
  const named = config.providers ?? config.targets;
  const providers = reading.models.length > 0 ? reading.models : listOf(named);
  if (providers.length === 0)
    throw new ExperimentFileError('The file names no provider. Name a model with --model.');
  return providers.flatMap((provider) => {
    const own = promptsOfProvider(provider, prompts);
    return own.map((prompt) => {
      const variant = variantOf(provider, prompt, reading, note);
      const label = own.length === 1 ? variant.label : `${variant.label} · ${prompt.label}`;
      return { ...variant, label: label.slice(0, 200) };
    });
  });
}

/** A provider may name the labels of those that it is asked with. */
function promptsOfProvider(provider: unknown, prompts: readonly FilePrompt[]): readonly FilePrompt[] {
  const named = isFields(provider) && Array.isArray(provider.prompts) ? provider.prompts : null;
  const own = named === null ? prompts : prompts.filter(({ label }) => named.includes(label));
  return own.length === 0 ? prompts : own;
}

const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

function variantOf(provider: unknown, prompt: FilePrompt, reading: FileReading, note: Note): VariantPlan {
  const { id, label, config } = providerIn(provider, note);
  const { model, modality } = modelOfProvider(id);
  if (model !== id) note(`“${id}” is asked as the model “${model}” of the chosen profile.`);
  const { profileId } = reading;
  const plain = { label: label ?? model, profileId, model, template: prompt.template, promptVersion: null };
  const extra = config as Extra;
  if (modality !== 'chat') {
    if (prompt.system !== null) note(`A system prompt is not sent to “${model}”, which makes media.`);
    return { ...plain, ...liftSetup({ modality, parameters: {}, extra }) };
  }
  const { response_format: format, ...others } = extra;
  const responseFormat = schemaIn(format);
  const sent = responseFormat === null ? extra : others;
  const settings = {
    ...(prompt.system !== null && { systemPrompt: prompt.system }),
    ...(responseFormat !== null && { responseFormat }),
    ...(hasAny(sent) && { extra: sent }),
  };
  return { ...plain, ...liftSetup({ modality, settings }) };
}

/** A schema of structured output, as requests write it. */
function schemaIn(format: unknown): SchemaFormat | null {
  if (!isFields(format) || format.type !== 'json_schema' || !isFields(format.json_schema)) return null;
  const { name, schema, strict, description } = format.json_schema;
  if (typeof name !== 'string' || !schemaNamePattern.test(name) || !isFields(schema)) return null;
  return {
    name,
    schema,
    ...(typeof strict === 'boolean' && { strict }),
    ...(typeof description === 'string' && { description }),
  };
}

const hasAny = (fields: Fields): boolean => Object.keys(fields).length > 0;

/** Settings of the program itself, or of its connection: keys are those of the profile here. */
const connection =
  /^(api(Key|BaseUrl|Host|KeyEnvar|KeyRequired)|organization|headers|cost|basePath|maxRetries)$/i;

function providerIn(raw: unknown, note: Note) {
  if (typeof raw === 'string') return { id: raw, label: null, config: {} };
  // `- openai:gpt-4o: {config: …}` is a provider too.
  const [first] = isFields(raw) ? Object.entries(raw) : [];
  const isNamed = isFields(raw) && raw.id === undefined && first !== undefined && isFields(first[1]);
  const fields: Fields = isNamed ? { id: first[0], ...(first[1] as Fields) } : isFields(raw) ? raw : {};
  if (typeof fields.id !== 'string') throw new ExperimentFileError('A provider has no id.');
  noteUnread(fields, ['id', 'label', 'config', 'prompts'], `“${fields.id}”`, note);
  const config = isFields(fields.config) ? fields.config : {};
  const dropped = Object.keys(config).filter((name) => connection.test(name));
  if (dropped.length > 0)
    note(
      `“${fields.id}”: ${dropped.map((name) => `“${name}”`).join(', ')} is not read: the profile has its own.`,
    );
  const sent = Object.fromEntries(Object.entries(config).filter(([name]) => !dropped.includes(name)));
  return { id: fields.id, label: typeof fields.label === 'string' ? fields.label : null, config: sent };
}

function promptsIn(raw: unknown, reading: FileReading, note: Note): readonly FilePrompt[] {
  const entries = listOf(raw);
  return entries.flatMap((entry, at) => {
    const fields = isFields(entry) ? entry : { raw: entry };
    const text = fields.raw ?? fields.prompt ?? fields.content ?? fields.id;
    const label = typeof fields.label === 'string' ? fields.label : null;
    if (typeof text !== 'string') {
      note(`Prompt ${at + 1} can’t be read.`);
      return [];
    }
    const texts = textsOf(text, reading);
    return texts.map((one, part) => {
      const name = label ?? `Prompt ${at + 1}${texts.length > 1 ? `.${part + 1}` : ''}`;
      return promptOf(one, name, reading, note);
    });
  });
}

/** A file of text has several prompts where a line of three dashes is between them. */
function textsOf(text: string, { readOther }: FileReading): readonly string[] {
  const isFile = text.startsWith('file://') || /^[^\s{}]+\.(txt|md|json|ya?ml)$/i.test(text);
  if (!isFile) return [text];
  const name = text.replace(/^file:\/\//, '');
  const read = readNamed(name, readOther);
  return /\.(txt|md)$/i.test(name) ? read.split(/^---\s*$/m).map((one) => one.trim()) : [read];
}

/** A list of messages is one prompt with its system prompt; an experiment has no earlier messages. */
function promptOf(text: string, label: string, { readYaml }: FileReading, note: Note): FilePrompt {
  const messages = messagesIn(text, readYaml);
  const system = messages?.filter(({ role }) => role === 'system' || role === 'developer') ?? [];
  const others = messages?.filter((one) => !system.includes(one)) ?? [];
  if (others.length > 1)
    note(`${label} has earlier messages: they are sent as one, with a line between them.`);
  const template = messages === null ? text : others.map(({ content }) => textOfValue(content)).join('\n');
  const all = [template, ...system.map(({ content }) => textOfValue(content))];
  for (const one of all)
    for (const tag of unreadTags(one)) note(`${label}: “${tag}” is sent as it is written.`);
  return { label, template, system: system.length === 0 ? null : all.slice(1).join('\n') };
}

function messagesIn(text: string, readYaml: FileReading['readYaml']): readonly Fields[] | null {
  if (!/^\s*(\[|-\s+role:)/.test(text)) return null;
  try {
    const read = readYaml(text);
    const isChat = Array.isArray(read) && read.every((one) => isFields(one) && typeof one.role === 'string');
    return isChat && read.length > 0 ? (read as readonly Fields[]) : null;
  } catch {
    return null;
  }
}

/** What Nunjucks would do beyond putting a value in its place. */
function unreadTags(template: string): readonly string[] {
  const tags = template.match(/\{%[\s\S]*?%\}|\{\{[\s\S]*?\}\}/g) ?? [];
  return tags.filter((tag) => tag.startsWith('{%') || parseTemplate(tag).variables.length === 0);
}
