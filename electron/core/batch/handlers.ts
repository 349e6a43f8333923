import { type Handlers, nothing } from '../dispatch';
import type { Batches } from './batches';

export function batchHandlers(batches: Batches) {
  return {
    'batches.create': (input) => batches.create(input).then(nothing),
    'batches.page': batches.page,
    'batches.get': ({ id }) => batches.get(id),
    'batches.rows': batches.rows,
    'batches.verdicts': ({ id }) => batches.verdicts(id),
    'batches.pause': ({ id }) => nothing(batches.pause(id)),
    'batches.resume': (input) => nothing(batches.resume(input)),
    'batches.stop': ({ id }) => nothing(batches.stop(id)),
    'batches.retryRow': (input) => nothing(batches.retryRow(input)),
    'batches.retryFailed': (input) => nothing(batches.retryFailed(input)),
    'batches.remove': ({ id }) => nothing(batches.remove(id)),
    'batches.restore': ({ id }) => nothing(batches.restore(id)),
    'batches.export': batches.export,
  } satisfies Partial<Handlers>;
}
