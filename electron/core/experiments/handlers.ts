import { AppError } from '../../../shared/errors';
import type { Handlers } from '../dispatch';

/** The contract of experiments and versions of prompts; what runs them follows. */
export function experimentHandlers() {
  return {
    'experiments.create': notYet,
    'experiments.list': () => ({ experiments: [], nextCursor: null }),
    'experiments.get': notYet,
    'experiments.cases': notYet,
    'experiments.cells': notYet,
    'experiments.cell': notYet,
    'experiments.forecast': notYet,
    'experiments.start': notYet,
    'experiments.pause': notYet,
    'experiments.resume': notYet,
    'experiments.stop': notYet,
    'experiments.retryCells': notYet,
    'experiments.exclude': notYet,
    'experiments.edit': notYet,
    'experiments.addCases': notYet,
    'experiments.addVariant': notYet,
    'experiments.renameVariant': notYet,
    'experiments.editCase': notYet,
    'experiments.vote': notYet,
    'experiments.removeVote': notYet,
    'experiments.votes': () => [],
    'experiments.rename': notYet,
    'experiments.remove': notYet,
    'experiments.restore': notYet,
    'experiments.planFrom': notYet,
    'prompts.versions': () => [],
    'prompts.promote': notYet,
    'prompts.toFile': notYet,
    'prompts.fromFile': notYet,
  } satisfies Partial<Handlers>;
}

function notYet(): never {
  throw new AppError({ code: 'not_found', message: 'This can’t be done yet.' });
}
