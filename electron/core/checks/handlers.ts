import type { Handlers } from '../dispatch';
import type { Checks } from './checks';

export function checkHandlers(checks: Checks) {
  return {
    'checks.plan': checks.plan,
    'checks.start': checks.start,
    'checks.pause': ({ id }) => checks.pause(id),
    'checks.resume': checks.resume,
    'checks.stop': ({ id }) => checks.stop(id),
    'checks.get': ({ id }) => checks.get(id),
    'checks.list': checks.list,
    'checks.remove': ({ id }) => checks.remove(id),
    'checks.results': ({ id }) => checks.results(id),
    'checks.latest': checks.latest,
    'checks.call': ({ id }) => checks.call(id),
    'checks.export': checks.export,
  } satisfies Partial<Handlers>;
}
