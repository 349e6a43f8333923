import { type Handlers, nothing } from '../dispatch';
import type { Jobs } from './jobs';

export function jobHandlers(jobs: Jobs) {
  return {
    'jobs.create': (input) => jobs.create(input).then(nothing),
    'jobs.cancel': ({ id }) => nothing(jobs.cancel(id)),
    'jobs.retry': (input) => jobs.retry(input).then(nothing),
    'jobs.resume': ({ id, isConfirmed }) => nothing(jobs.resume(id, isConfirmed)),
    'jobs.dismiss': ({ ids }) => nothing(jobs.dismiss(ids)),
    'jobs.page': jobs.page,
    'jobs.remoteList': jobs.remoteList,
    'jobs.adopt': ({ remoteId }) => jobs.adopt(remoteId),
  } satisfies Partial<Handlers>;
}
