import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { type Prompt, parseTags, promptLimits } from '../../../shared/run/prompts';
import type { Handlers } from '../dispatch';
import type { EventBus } from '../events';
import type { Ports } from '../ports/ports';

export function promptHandlers(ports: Ports, events: EventBus) {
  const prompts = createPrompts(ports, events);
  const done = (_done: unknown) => null;
  return {
    'prompts.page': prompts.page,
    'prompts.get': ({ id }) => prompts.get(id),
    'prompts.tags': prompts.tags,
    'prompts.save': (input) => done(prompts.save(input)),
    'prompts.duplicate': (input) => done(prompts.duplicate(input)),
    'prompts.used': (input) => done(prompts.used(input)),
    'prompts.remove': ({ id }) => done(prompts.remove(id)),
    'prompts.restore': ({ id }) => done(prompts.restore(id)),
  } satisfies Partial<Handlers>;
}

/** The user's commands for the prompt library. */
function createPrompts({ storage, clock }: Pick<Ports, 'storage' | 'clock'>, events: EventBus) {
  const { prompts } = storage;
  const find = (id: string): Prompt => {
    const prompt = prompts.get(id);
    if (prompt) return prompt;
    throw new AppError({ code: 'not_found', message: 'This prompt no longer exists.' });
  };
  const changed = (id: string) => events.emit({ type: 'prompt.changed', prompt: find(id) });
  const put = (prompt: Pick<Prompt, 'id' | 'name' | 'text' | 'tags'>) => {
    prompts.put({ ...prompt, tags: parseTags(prompt.tags.join(',')) }, clock.now());
    changed(prompt.id);
  };
  return {
    page: (input: CheckedInput<'prompts.page'>) => prompts.page(input),
    get: find,
    tags: () => prompts.tags(),
    save(input: CheckedInput<'prompts.save'>) {
      if (input.text.trim() !== '') return put(input);
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

const COPY = ' (copy)';

const copyName = (name: string) => `${name.slice(0, promptLimits.nameCharacters - COPY.length)}${COPY}`;
