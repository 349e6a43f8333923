import { type Handlers, nothing } from '../dispatch';
import type { EventBus } from '../events';
import type { Ports } from '../ports/ports';
import type { Jobs } from './jobs';
import { rawAnswerOf } from './raw-answer';

export function jobHandlers(ports: Pick<Ports, 'storage'>, jobs: Jobs, events: EventBus) {
  return {
    'jobs.create': (input) => jobs.create(input).then(nothing),
    'jobs.cancel': ({ id }) => nothing(jobs.cancel(id)),
    'jobs.retry': (input) => jobs.retry(input).then(nothing),
    'jobs.speakLine': (input) => jobs.speakLine(input).then(nothing),
    'media.saveEdit': (input) => jobs.edits.add(input),
    'media.fetchAgain': ({ id }) =>
      jobs.fetchCutAgain(id).then((media) => nothing(events.emit({ type: 'media.changed', media }))),
    'media.dropEdit': ({ id }) => nothing(jobs.edits.drop(id)),
    'jobs.resume': ({ id, isConfirmed }) => nothing(jobs.resume(id, isConfirmed)),
    'jobs.dismiss': ({ ids }) => nothing(jobs.dismiss(ids)),
    'jobs.page': jobs.page,
    'jobs.remoteList': jobs.remoteList,
    'jobs.rawAnswer': ({ id }) => rawAnswerOf(ports, id),
    'jobs.inputs': ({ id }) => ports.storage.lineage.inputsOf(id),
    'jobs.adopt': ({ remoteId }) => jobs.adopt(remoteId),
  } satisfies Partial<Handlers>;
}
