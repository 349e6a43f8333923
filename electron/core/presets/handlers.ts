import type { Handlers } from '../dispatch';
import type { EventBus } from '../events';
import type { Ports } from '../ports/ports';
import { createPresets } from './presets';

export function presetHandlers(ports: Ports, events: EventBus) {
  const presets = createPresets(ports, events);
  const done = (_done: unknown) => null;
  return {
    'presets.create': (input) => done(presets.create(input)),
    'presets.rename': (input) => done(presets.rename(input)),
    'presets.update': (input) => done(presets.update(input)),
    'presets.remove': ({ id }) => done(presets.remove(id)),
    'presets.restore': ({ id }) => done(presets.restore(id)),
    'presets.setDefault': (input) => done(presets.setDefault(input)),
  } satisfies Partial<Handlers>;
}
