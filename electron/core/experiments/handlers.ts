import { type Handlers, nothing } from '../dispatch';
import type { Experiments } from './experiments';

export function experimentHandlers(experiments: Experiments) {
  return {
    'experiments.create': (input) => nothing(experiments.create(input)),
    'experiments.list': experiments.list,
    'experiments.get': ({ id }) => experiments.get(id),
    'experiments.cases': experiments.cases,
    'experiments.cells': experiments.cells,
    'experiments.cell': experiments.cell,
    'experiments.judgements': experiments.judgements,
    'experiments.start': (input) => experiments.start(input).then(nothing),
    'experiments.judge': (input) => experiments.judge(input).then(nothing),
    'experiments.pause': ({ id }) => nothing(experiments.pause(id)),
    'experiments.resume': (input) => experiments.resume(input).then(nothing),
    'experiments.stop': ({ id }) => nothing(experiments.stop(id)),
    'experiments.retryCells': (input) => experiments.retryCells(input).then(nothing),
    'experiments.exclude': (input) => experiments.exclude(input).then(nothing),
    'experiments.edit': (input) => experiments.edit(input).then(nothing),
    'experiments.addCases': experiments.addCases,
    'experiments.addVariant': experiments.addVariant,
    'experiments.renameVariant': (input) => nothing(experiments.renameVariant(input)),
    'experiments.editCase': (input) => experiments.editCase(input).then(nothing),
    'experiments.vote': (input) => nothing(experiments.vote(input)),
    'experiments.removeVote': (input) => nothing(experiments.removeVote(input)),
    'experiments.votes': ({ id }) => experiments.votes(id),
    'experiments.rename': (input) => nothing(experiments.rename(input)),
    'experiments.remove': ({ id }) => nothing(experiments.remove(id)),
    'experiments.restore': ({ id }) => nothing(experiments.restore(id)),
    'experiments.readFile': experiments.readFile,
    'experiments.readSheet': experiments.readSheet,
    'experiments.toFile': experiments.toFile,
    'experiments.planFrom': experiments.planFrom,
    'experiments.openFrom': experiments.openFrom,
  } satisfies Partial<Handlers>;
}
