import type { Spending } from '../admission/spending';
import type { Handlers } from '../dispatch';
import type { Ports } from '../ports/ports';
import type { Profiles } from '../profiles/profiles';
import { plannedCalls } from './planned-intent';

interface ForecastServices {
  readonly profiles: Pick<Profiles, 'activeId'>;
  readonly spending: Spending;
}

/** What a request would cost, before anything of it is written down. */
export function forecastHandlers(ports: Ports, { profiles, spending }: ForecastServices) {
  return {
    'credits.forecast': ({ intent }) => spending.forecast(plannedCalls(ports, intent, profiles.activeId())),
  } satisfies Partial<Handlers>;
}
