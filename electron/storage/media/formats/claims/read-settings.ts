/** The settings that image programs write into their files, each in a form of its own. */
import type { FileClaim } from '../../../../../shared/media/claims';
import { readDrawThings, readFooocus, readSwarm } from './read-json-settings';
import { claimOf, type Fields, fieldsOf, json, mostCharacters, type Texts } from './settings-parts';

type Read = (texts: Texts) => FileClaim | null;

/** At most one claim of each program. */
export function settingsIn(texts: Texts): readonly FileClaim[] {
  return readers.flatMap((read) => read(texts) ?? []);
}

/** Prompt, negative prompt and a last line of `Name: value` pairs, as the web UI and its descendants write them. */
function readA1111(texts: Texts): FileClaim | null {
  const text = texts.get('parameters') ?? texts.get('UserComment') ?? '';
  const lines = text.slice(0, mostCharacters).split('\n');
  const at = lines.findLastIndex((line) => /^Steps: \d/.test(line.trim()));
  if (at < 0) return null;
  const words = lines.slice(0, at);
  const negativeAt = words.findIndex((line) => line.startsWith('Negative prompt:'));
  const prompt = words.slice(0, negativeAt < 0 ? undefined : negativeAt).join('\n');
  const negative = negativeAt < 0 ? '' : words.slice(negativeAt).join('\n').slice('Negative prompt:'.length);
  const pairs = pairsOf(lines.slice(at).join(' '));
  const { Seed: seed, Size: size = '', Model: model, ...others } = Object.fromEntries(pairs);
  const [, width, height] = /^(\d+)x(\d+)$/.exec(size) ?? [];
  return claimOf('a1111', { prompt, negative, model, seed, width, height, others: Object.entries(others) });
}

/** A value that holds a comma is a JSON string. */
const pairsOf = (line: string): readonly (readonly [string, string])[] =>
  [...line.matchAll(/\s*([\w -]{1,60}): ("(?:\\.|[^"\\]){0,20000}"|[^,]*)(?:,|$)/g)].map(
    ([, name = '', value = '']) => [name.trim(), value.startsWith('"') ? unquoted(value) : value.trim()],
  );

function unquoted(value: string): string {
  const read = json(value);
  return typeof read === 'string' ? read : value;
}

function readInvoke(texts: Texts): FileClaim | null {
  const fields = fieldsOf(json(texts.get('invokeai_metadata')));
  if (fields !== null) {
    const { positive_prompt, negative_prompt, seed, width, height, model, ...others } = fields;
    const named = fieldsOf(model);
    const found = { prompt: positive_prompt, negative: negative_prompt, seed, width, height };
    const name = named?.name ?? named?.model_name ?? model;
    return claimOf('invokeai', { ...found, model: name, others: Object.entries(others) });
  }
  const earlier = fieldsOf(json(texts.get('sd-metadata')));
  const image = fieldsOf(earlier?.image);
  if (earlier === null || image === null) return null;
  const { prompt, seed, width, height, ...others } = image;
  const words = Array.isArray(prompt) ? fieldsOf(prompt[0])?.prompt : prompt;
  const model = earlier.model_weights;
  return claimOf('invokeai', { prompt: words, seed, width, height, model, others: Object.entries(others) });
}

function readNovelAi(texts: Texts): FileClaim | null {
  const comment = fieldsOf(json(texts.get('Comment')));
  if (comment === null || !/^NovelAI/i.test(texts.get('Software') ?? '')) return null;
  const { prompt, uc, seed, width, height, ...others } = comment;
  const found = { negative: uc, seed, width, height, model: texts.get('Source') };
  return claimOf('novelai', {
    ...found,
    prompt: texts.get('Description') ?? prompt,
    others: Object.entries(others),
  });
}

/** The graph of the request: its sampler leads to the texts, the model and the size. */
function readComfy(texts: Texts): FileClaim | null {
  const behind = (name: string, word: string) =>
    texts.get(name)?.match(new RegExp(`^${word}:\\s*([{][^]*)`, 'i'))?.[1];
  const written = texts.get('prompt') ?? behind('Model', 'prompt') ?? behind('Make', 'prompt');
  const graph = fieldsOf(json(written)) ?? {};
  const nodes = Object.fromEntries(
    Object.entries(graph).flatMap(([id, node]) => {
      const fields = fieldsOf(node);
      const inputs = fieldsOf(fields?.inputs);
      return inputs === null ? [] : [[id, { type: String(fields?.class_type ?? ''), inputs }] as const];
    }),
  );
  const all = Object.values(nodes);
  if (all.length === 0 || all.every(({ type }) => type === '')) return null;
  const sampler = all.find(
    ({ inputs }) => 'positive' in inputs && ('seed' in inputs || 'noise_seed' in inputs),
  );
  const { inputs } = sampler ?? all.find((node) => 'positive' in node.inputs) ?? { inputs: {} as Fields };
  const find = (name: string) => all.find((node) => typeof node.inputs[name] === 'string')?.inputs[name];
  const canvas = all.find(
    (node) => /Latent/.test(node.type) && typeof node.inputs.width === 'number',
  )?.inputs;
  const words =
    textAt(nodes, inputs.positive) ??
    textAt(nodes, all.find(({ type }) => /TextEncode/.test(type))?.inputs.text);
  return claimOf('comfyui', {
    prompt: words,
    negative: textAt(nodes, inputs.negative),
    model: find('ckpt_name') ?? find('unet_name') ?? find('model_name'),
    seed: inputs.seed ?? inputs.noise_seed,
    width: canvas?.width,
    height: canvas?.height,
    others: [
      ...['steps', 'cfg', 'sampler_name', 'scheduler', 'denoise'].map(
        (name) => [name, inputs[name]] as const,
      ),
      ['nodes', all.length],
    ],
  });
}

type Nodes = Readonly<Record<string, { readonly type: string; readonly inputs: Fields }>>;

/** Follows a link of the graph to the text that it ends in; a circle or a long way ends in none. */
function textAt(nodes: Nodes, value: unknown, left = 12): string | undefined {
  if (typeof value === 'string') return value;
  const id = Array.isArray(value) ? value[0] : undefined;
  const inputs =
    left > 0 && (typeof id === 'string' || typeof id === 'number') ? nodes[String(id)]?.inputs : undefined;
  if (inputs === undefined) return undefined;
  for (const name of ['text', 'text_g', 'value', 'string', 'prompt', 'conditioning', 'positive', 'clip_l']) {
    const found = name in inputs ? textAt(nodes, inputs[name], left - 1) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

const readers: readonly Read[] = [
  ...[readInvoke, readNovelAi, readComfy, readFooocus, readSwarm, readDrawThings, readA1111],
];
