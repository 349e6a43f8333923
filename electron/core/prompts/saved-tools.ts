/** The user's commands for the library of tools. */
import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { savedToolLimits, type ToolKey } from '../../../shared/run/saved-tools';
import type { Tool } from '../../../shared/run/tools';
import { type Handlers, nothing } from '../dispatch';
import type { EventBus } from '../events';
import type { Ports } from '../ports/ports';

export function savedToolHandlers(ports: Ports, events: EventBus) {
  const tools = createSavedTools(ports, events);
  return {
    'tools.list': () => ports.storage.savedTools.list(),
    'tools.get': (key) => tools.find(key),
    'tools.save': (input) => tools.save(input),
    'tools.remove': (key) => nothing(tools.remove(key)),
    'tools.restore': (key) => nothing(tools.restore(key)),
  } satisfies Partial<Handlers>;
}

function createSavedTools({ storage, clock }: Pick<Ports, 'storage' | 'clock'>, events: EventBus) {
  const { savedTools } = storage;
  const changed = () => events.emit({ type: 'tools.changed' });
  const find = (key: ToolKey): Tool => {
    const tool = savedTools.get(key);
    if (tool !== undefined) return tool;
    throw new AppError({ code: 'not_found', message: 'This tool is no longer in the library.' });
  };
  return {
    find,
    save({ tool, server = '' }: CheckedInput<'tools.save'>) {
      const key = savedTools.keyOf(tool, server);
      const replaced = savedTools.get(key) ?? null;
      if (replaced === null && savedTools.list().length >= savedToolLimits.tools) throw tooMany();
      savedTools.put(key, tool, clock.now());
      changed();
      return { key, replaced };
    },
    /** Hidden until the app is opened again, then deleted. */
    remove(key: ToolKey) {
      find(key);
      savedTools.setRemoved(key, clock.now());
      changed();
    },
    restore(key: ToolKey) {
      savedTools.setRemoved(key, null);
      find(key);
      changed();
    },
  };
}

function tooMany(): AppError {
  return new AppError({
    code: 'invalid_input',
    message: `The library holds up to ${savedToolLimits.tools} tools. Delete some first.`,
  });
}
