import type { Handlers } from '../dispatch';
import type { EventBus } from '../events';
import type { Ports } from '../ports/ports';
import { createPrompts } from './prompts';

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
