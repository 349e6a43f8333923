import type { Handlers } from '../dispatch';
import type { Batches } from './batches';

export function batchHandlers(batches: Batches) {
  const done = (_done: unknown) => null;
  return {
    'batches.create': (input) => batches.create(input).then(done),
    'batches.page': batches.page,
    'batches.get': ({ id }) => batches.get(id),
    'batches.rows': batches.rows,
    'batches.verdicts': ({ id }) => batches.verdicts(id),
    'batches.pause': ({ id }) => done(batches.pause(id)),
    'batches.resume': (input) => done(batches.resume(input)),
    'batches.stop': ({ id }) => done(batches.stop(id)),
    'batches.retryRow': (input) => done(batches.retryRow(input)),
    'batches.retryFailed': (input) => done(batches.retryFailed(input)),
    'batches.remove': ({ id }) => done(batches.remove(id)),
    'batches.restore': ({ id }) => done(batches.restore(id)),
    'batches.export': batches.export,
  } satisfies Partial<Handlers>;
}
