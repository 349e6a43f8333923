import { type Handlers, nothing } from '../dispatch';
import type { Services } from '../services';

export function inspectorHandlers({ inspector }: Services) {
  return {
    'inspector.list': inspector.list,
    'inspector.get': ({ id }) => inspector.get(id),
    'inspector.clear': () => nothing(inspector.clear()),
    'inspector.export': inspector.export,
  } satisfies Partial<Handlers>;
}
