import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import {
  type Prompt,
  type PromptOfFile,
  type PromptVersion,
  parseTags,
  promptLimits,
} from '../../../shared/run/prompts';
import { type Handlers, nothing } from '../dispatch';
import type { EventBus } from '../events';
import type { Ports } from '../ports/ports';
import { nameOfFile, promptFile, readPromptFile } from './prompt-file';

export function promptHandlers(ports: Ports, events: EventBus) {
  const prompts = createPrompts(ports, events);
  return {
    'prompts.page': prompts.page,
    'prompts.get': ({ id }) => prompts.get(id),
    'prompts.tags': prompts.tags,
    'prompts.save': (input) => nothing(prompts.save(input)),
    'prompts.duplicate': (input) => nothing(prompts.duplicate(input)),
    'prompts.used': (input) => nothing(prompts.used(input)),
    'prompts.versions': ({ id }) => prompts.versions(id),
    'prompts.promote': (input) => nothing(prompts.promote(input)),
    'prompts.setNote': (input) => nothing(prompts.setNote(input)),
    'prompts.toFile': prompts.toFile,
    'prompts.fromFile': prompts.fromFile,
    'prompts.remove': ({ id }) => nothing(prompts.remove(id)),
    'prompts.restore': ({ id }) => nothing(prompts.restore(id)),
  } satisfies Partial<Handlers>;
}

/** The user's commands for the prompt library. */
function createPrompts(
  { storage, clock, readYaml }: Pick<Ports, 'storage' | 'clock' | 'readYaml'>,
  events: EventBus,
) {
  const { prompts } = storage;
  const find = (id: string): Prompt => {
    const prompt = prompts.get(id);
    if (prompt) return prompt;
    throw new AppError({ code: 'not_found', message: 'This prompt no longer exists.' });
  };
  const changed = (id: string) => events.emit({ type: 'prompt.changed', prompt: find(id) });
  const put = (prompt: Pick<Prompt, 'id' | 'name' | 'text' | 'tags'>, note?: string) => {
    const { id, name, text, tags } = prompt;
    prompts.put({ id, name, text, tags: parseTags(tags.join(',')) }, clock.now(), note);
    changed(id);
  };
  return {
    page: (input: CheckedInput<'prompts.page'>) => prompts.page(input),
    get: find,
    tags: () => prompts.tags(),
    save(input: CheckedInput<'prompts.save'>) {
      if (input.text.trim() !== '') return put(input, input.note);
      throw new AppError({ code: 'invalid_input', field: 'text', message: 'Enter the prompt text.' });
    },
    duplicate({ id, newId }: CheckedInput<'prompts.duplicate'>) {
      if (prompts.get(newId)) return;
      const { name, text, tags } = find(id);
      put({ id: newId, name: copyName(name), text, tags });
    },
    used({ id, values }: CheckedInput<'prompts.used'>) {
      find(id);
      prompts.use(id, values, clock.now());
      changed(id);
    },
    versions: (id: string) => prompts.versions(find(id).id),
    promote({ id, version }: CheckedInput<'prompts.promote'>) {
      requireVersion(prompts.versions(find(id).id), version);
      prompts.promote(id, version, clock.now());
      changed(id);
    },
    setNote({ id, version, note }: CheckedInput<'prompts.setNote'>) {
      requireVersion(prompts.versions(find(id).id), version);
      prompts.setNote(id, version, note);
      changed(id);
    },
    toFile({ id, version }: CheckedInput<'prompts.toFile'>) {
      const prompt = find(id);
      const { text, note } = requireVersion(prompts.versions(id), version ?? prompt.version);
      return promptFile({ ...prompt, text, note });
    },
    fromFile({ id, fileName, text, onlyNew }: CheckedInput<'prompts.fromFile'>): PromptOfFile {
      const read = readPromptFile(text, readYaml);
      const known = prompts.get(id);
      const name = read.name ?? known?.name ?? nameOfFile(fileName);
      const namesake = onlyNew === true && known === undefined ? prompts.named(name) : undefined;
      if (namesake !== undefined) {
        const hasSameText = namesake.text === read.text;
        return { name, notes: read.notes, known: { id: namesake.id, hasSameText } };
      }
      put({ id, name, text: read.text, tags: read.tags ?? known?.tags ?? [] }, read.note ?? '');
      return { name, notes: read.notes };
    },
    /** Hidden until the app is opened again, then deleted. */
    remove(id: string) {
      find(id);
      prompts.setRemoved(id, clock.now());
      events.emit({ type: 'prompt.removed', promptId: id });
    },
    restore(id: string) {
      prompts.setRemoved(id, null);
      changed(id);
    },
  };
}

/** @throws AppError `not_found` */
function requireVersion(versions: readonly PromptVersion[], version: number): PromptVersion {
  const found = versions.find((one) => one.version === version);
  if (found) return found;
  throw new AppError({ code: 'not_found', message: 'This version no longer exists.' });
}

const COPY = ' (copy)';

const copyName = (name: string) => `${name.slice(0, promptLimits.nameCharacters - COPY.length)}${COPY}`;
