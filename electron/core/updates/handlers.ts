import { type Handlers, nothing } from '../dispatch';
import type { UpdateService } from './updates';

export function updateHandlers(updates: UpdateService) {
  return {
    'updates.check': () => nothing(updates.check()),
    'updates.download': () => nothing(updates.download()),
    'updates.install': () => nothing(updates.install()),
    'updates.cancel': () => nothing(updates.cancel()),
  } satisfies Partial<Handlers>;
}
