import { type Handlers, nothing } from '../dispatch';
import type { Ports } from '../ports/ports';
import { type ComparisonServices, createComparisons } from './comparisons';
import { createRemoval, createRoundSender, type RoundServices } from './send-round';

export function compareHandlers(ports: Ports, services: ComparisonServices & RoundServices) {
  const comparisons = createComparisons(ports, services);
  const send = createRoundSender(ports, services, comparisons.announce);
  const removal = createRemoval(ports, services, comparisons.announce);
  return {
    'compare.send': (input) => send(input).then(nothing),
    'compare.page': comparisons.page,
    'compare.get': ({ id }) => comparisons.get(id),
    'compare.rename': (input) => nothing(comparisons.rename(input)),
    'compare.pick': (input) => nothing(comparisons.pick(input)),
    'compare.takeOut': (input) => removal.takeOut(input).then(nothing),
    'compare.remove': ({ id }) => removal.remove(id).then(nothing),
    'compare.restore': ({ id }) => removal.restore(id).then(nothing),
  } satisfies Partial<Handlers>;
}
