import type { Handlers } from '../dispatch';
import type { Experiments } from './experiments';

export function experimentHandlers(experiments: Experiments) {
  const done = (_done: unknown) => null;
  return {
    'experiments.create': (input) => done(experiments.create(input)),
    'experiments.list': experiments.list,
    'experiments.get': ({ id }) => experiments.get(id),
    'experiments.cases': experiments.cases,
    'experiments.cells': experiments.cells,
    'experiments.cell': experiments.cell,
    'experiments.judgements': experiments.judgements,
    'experiments.start': (input) => experiments.start(input).then(done),
    'experiments.judge': (input) => experiments.judge(input).then(done),
    'experiments.pause': ({ id }) => done(experiments.pause(id)),
    'experiments.resume': (input) => experiments.resume(input).then(done),
    'experiments.stop': ({ id }) => done(experiments.stop(id)),
    'experiments.retryCells': (input) => experiments.retryCells(input).then(done),
    'experiments.exclude': (input) => done(experiments.exclude(input)),
    'experiments.edit': (input) => experiments.edit(input).then(done),
    'experiments.addCases': experiments.addCases,
    'experiments.addVariant': experiments.addVariant,
    'experiments.renameVariant': (input) => done(experiments.renameVariant(input)),
    'experiments.editCase': (input) => experiments.editCase(input).then(done),
    'experiments.vote': (input) => done(experiments.vote(input)),
    'experiments.removeVote': (input) => done(experiments.removeVote(input)),
    'experiments.votes': ({ id }) => experiments.votes(id),
    'experiments.rename': (input) => done(experiments.rename(input)),
    'experiments.remove': ({ id }) => done(experiments.remove(id)),
    'experiments.restore': ({ id }) => done(experiments.restore(id)),
    'experiments.readFile': experiments.readFile,
    'experiments.toFile': experiments.toFile,
    'experiments.planFrom': experiments.planFrom,
    'experiments.openFrom': experiments.openFrom,
  } satisfies Partial<Handlers>;
}
