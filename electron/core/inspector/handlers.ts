import { type Handlers, nothing } from '../dispatch';
import type { Inspector } from './inspector';

export function inspectorHandlers(inspector: Inspector) {
  return {
    'inspector.list': inspector.list,
    'inspector.get': ({ id }) => inspector.get(id),
    'inspector.clear': () => nothing(inspector.clear()),
    'inspector.export': inspector.export,
  } satisfies Partial<Handlers>;
}
