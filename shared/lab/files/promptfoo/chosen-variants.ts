/**
 * Tests of promptfoo that are asked with some variants alone: `providers` and `prompts` choose among those of the file,
 * `provider` is asked in place of all. https://www.promptfoo.dev/docs/configuration/test-cases/
 */
import {
  ExperimentFileError,
  type Fields,
  type FileReading,
  isFields,
  type Note,
  textOfValue,
} from '../reading';
import { type FileProvider, providerIn, providersOf } from './providers';
import { type FileVariant, isNamed } from './variants';

interface Source {
  readonly reading: FileReading;
  readonly note: Note;
}

/** Providers that tests name and the file does not list: each is asked by those tests alone. */
export function providersOfTests(
  config: Fields,
  tests: readonly Fields[],
  source: Source,
): readonly FileProvider[] {
  // Models that were chosen take the place of all.
  if (source.reading.models.length > 0) return [];
  const own = tests.flatMap(({ provider }) => (provider === undefined ? [] : [provider]));
  if (own.length === 0) return [];
  const listed = providersOf(config, { ...source, note: () => undefined });
  const added = new Map<string, FileProvider>();
  for (const raw of own) {
    if (listed.some((one) => isProvider(one, raw))) continue;
    added.set(JSON.stringify(raw), providerIn(isFields(raw) ? raw : { id: raw }, source));
  }
  return [...added.values()];
}

/** @returns the numbers of its variants, none where nothing fits; `null` where it is asked with all. @throws ExperimentFileError */
export function chosenVariants(
  test: Fields,
  where: string,
  variants: readonly FileVariant[],
  added: readonly FileProvider[],
  { reading, note }: Source,
): readonly number[] | null {
  const isByModels = reading.models.length > 0;
  if (isByModels && (test.provider !== undefined || test.providers !== undefined))
    note('“provider” and “providers” of tests are not read: the models are those that you chose.');
  const prompts = namesIn(test.prompts, where, 'prompt', (name) =>
    variants.some(({ prompt }) => isPrompt(prompt, name)),
  );
  const providers = isByModels
    ? null
    : namesIn(test.providers, where, 'provider', (name) =>
        variants.some(({ provider }) => isProviderNamed(provider, name)),
      );
  if (
    prompts === null &&
    providers === null &&
    (isByModels || test.provider === undefined) &&
    added.length === 0
  )
    return null;
  const isChosen = ({ provider, prompt }: FileVariant) =>
    (prompts === null || prompts.some((name) => isPrompt(prompt, name))) &&
    (isByModels || isAsked(provider, test.provider, providers, added));
  return variants.flatMap((variant, at) => (isChosen(variant) ? [at + 1] : []));
}

/** One that a test names alone is asked by no other test. */
function isAsked(
  provider: FileProvider,
  instead: unknown,
  names: readonly string[] | null,
  added: readonly FileProvider[],
): boolean {
  if (instead !== undefined) return isProvider(provider, instead);
  return (
    !added.includes(provider) && (names === null || names.some((name) => isProviderNamed(provider, name)))
  );
}

/** @throws ExperimentFileError where one of them is in no part of the file: the test would be left out without a word */
function namesIn(
  raw: unknown,
  where: string,
  what: string,
  isThere: (name: string) => boolean,
): readonly string[] | null {
  if (raw === undefined || raw === null) return null;
  const names = (Array.isArray(raw) ? raw : [raw]).map(nameIn);
  const missing = names.find((name) => !isThere(name));
  if (missing === undefined) return names;
  throw new ExperimentFileError(`${where} names the ${what} “${missing}”, which the file does not have.`);
}

const nameIn = (value: unknown): string =>
  isFields(value) ? textOfValue(value.label ?? value.id) : textOfValue(value);

const isPrompt = (prompt: FileVariant['prompt'], name: string): boolean =>
  name.endsWith('*')
    ? [prompt.label, prompt.name].some((one) => one.startsWith(name.slice(0, -1)))
    : isNamed(prompt, name) || prompt.name.startsWith(`${name}:`);

/** By its label or id, the beginning of one before a colon, or one that ends with a star. */
function isProviderNamed({ id, label }: FileProvider, name: string): boolean {
  const own = [id, ...(label === null ? [] : [label])];
  const start = name.endsWith('*') ? name.slice(0, -1) : `${name}:`;
  return own.some((one) => one === name || one.startsWith(start));
}

/** Whether a test that names it means this one: with settings of its own it is another. */
function isProvider(provider: FileProvider, raw: unknown): boolean {
  if (!isFields(raw)) return raw === provider.id || raw === provider.label;
  const { id, label = null, config = {} } = raw;
  return (
    id === provider.id &&
    label === provider.label &&
    JSON.stringify(config) === JSON.stringify(provider.config)
  );
}
