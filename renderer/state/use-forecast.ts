import { useEffect, useMemo, useRef, useState } from 'react';
import type { CommandInput } from '../../shared/contract';
import type { CostForecast } from '../../shared/money/estimate';
import { call } from '../link/call';
import { useCoreState } from './core/core-state';
import { useUiState } from './ui/ui-state';
import { useAnswer } from './use-answer';

export type SpendingIntent = CommandInput<'credits.forecast'>['intent'];

/**
 * What the core says an intent may cost; `null` while nothing is known. Asked again when a call has ended or the
 * prices have changed.
 *
 * @param intent `null` where nothing is to be asked
 * @param delayMs how long it has to stay the same before it is asked
 * @param countsTokens whether the tokens of a message are counted rather than estimated
 */
export function useForecast(
  intent: SpendingIntent | null,
  delayMs = 0,
  countsTokens = false,
): CostForecast | null {
  const ledger = useCoreState(({ app }) => app?.ledger);
  const models = useCoreState(({ app }) => app?.catalogue.models);
  const profileId = useCoreState(({ app }) => app?.activeProfileId);
  const ask = intent === null ? null : () => call('credits.forecast', { intent, countsTokens });
  // A long text is written out once for each intent, not at every render.
  const text = useMemo(() => JSON.stringify(intent), [intent]);
  return useAnswer(ask, [text, ledger, models, profileId], { delayMs }).value;
}

/** How long a person who types has to pause. */
export const settleMs = 250;
/** A page that is never idle asks all the same. */
const atLatestMs = 1_000;

/**
 * The same for what is being typed: read from the stores when the typing pauses and the page has nothing to do, so
 * that no key waits for it.
 *
 * @param read what would be sent now
 * @param watch what that depends on; read at every change of a store, so it only picks values
 * @param subject of the form, such as its chat: another one is read at once
 */
export function useForecastOf(
  read: () => SpendingIntent | null,
  watch: () => readonly unknown[],
  subject: string,
): CostForecast | null {
  const [intent, setIntent] = useState<SpendingIntent | null>(null);
  const latest = useRef({ read, watch });
  latest.current = { read, watch };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another subject is another form, though the reader is the same.
  useEffect(() => {
    const settled = createSettled(() => {
      const next = latest.current.read();
      setIntent((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    });
    let seen = latest.current.watch();
    const onChange = () => {
      const now = latest.current.watch();
      if (isSame(seen, now)) return;
      seen = now;
      settled.touch();
    };
    settled.touch();
    const ends = [useUiState.subscribe(onChange), useCoreState.subscribe(onChange), settled.end];
    return () => {
      for (const end of ends) end();
    };
  }, [subject]);
  return useForecast(intent, 0, true);
}

/** Runs once nothing was touched for a while and the page is idle. */
function createSettled(run: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let idle = 0;
  const end = () => {
    clearTimeout(timer);
    cancelIdleCallback(idle);
  };
  return {
    touch() {
      end();
      timer = setTimeout(() => {
        idle = requestIdleCallback(run, { timeout: atLatestMs });
      }, settleMs);
    },
    end,
  };
}

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((part, at) => Object.is(part, other[at]));
