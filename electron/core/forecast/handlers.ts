import type { CheckedInput } from '../../../shared/contract';
import type { Spending } from '../admission/spending';
import type { SentFiles } from '../chat/sent-files';
import type { Handlers } from '../dispatch';
import type { Ports } from '../ports/ports';
import { isUncounted } from '../prices/prompt-size';
import type { Profiles } from '../profiles/profiles';
import { plannedGrid } from './planned-grid';
import { plannedCalls } from './planned-intent';
import { promptTokens, totalTokens } from './prompt-tokens';

interface ForecastServices {
  readonly profiles: Pick<Profiles, 'activeId'>;
  readonly spending: Spending;
  readonly sentFiles: SentFiles;
}

/** What a request would cost, before anything of it is written down. */
export function forecastHandlers(ports: Ports, { profiles, spending, sentFiles }: ForecastServices) {
  return {
    async 'credits.forecast'({ intent, countsTokens }: CheckedInput<'credits.forecast'>) {
      const activeId = profiles.activeId();
      if (intent.kind !== 'message') return spending.forecast(plannedCalls(ports, intent, activeId));
      const resolved = await sentFiles.resolved(intent.profileId ?? activeId, intent);
      const uncountedFiles = (resolved.attachments ?? []).filter(isUncounted).length;
      const forecast = spending.forecast(plannedCalls(ports, resolved, activeId));
      // What counts takes 40 MB: only where the figure is shown for what a person types.
      const counted = countsTokens
        ? { ...forecast, promptTokens: await totalTokens(ports, resolved) }
        : forecast;
      return uncountedFiles === 0 ? counted : { ...counted, uncountedFiles };
    },
    async 'tokens.ofPrompt'(input: CheckedInput<'tokens.ofPrompt'>) {
      const profileId = input.profileId ?? profiles.activeId();
      const resolved = await sentFiles.resolved(profileId, input);
      const model = ports.storage.catalogues.get(profileId)?.models.find(({ id }) => id === input.model);
      return promptTokens(ports, resolved, model?.capabilities?.contextWindow ?? null);
    },
    'experiments.forecast'(input: CheckedInput<'experiments.forecast'>) {
      const { variants, judging } = plannedGrid(ports, input, profiles.activeId());
      const total = spending.forecast([...variants.flat(), ...judging]);
      return { total, variants: variants.map(spending.forecast), judging: spending.forecast(judging) };
    },
  } satisfies Partial<Handlers>;
}
