import { useEffect, useState } from 'react';
import type { CompareModality } from '../../../shared/compare';
import { type Estimate, estimateChat, estimateOf } from '../../../shared/estimate';
import { modalities } from '../../../shared/modalities';
import { usableParameters } from '../../lib/usable-parameters';
import { promptCharacters } from '../../parts/composer/prompt-size';
import { useCoreState } from '../../state/core/core-state';
import { type ColumnView, compareDraft, compareView } from '../../state/ui/compares';
import { useUiState } from '../../state/ui/ui-state';

/** The likely cost of all columns together. */
export interface Ahead {
  /** `null` where no column's price is known. */
  readonly estimate: Estimate | null;
  /** Columns whose price is unknown. */
  readonly unpriced: number;
}

const settleMs = 250;

/** Computed when typing pauses and the page is idle. */
export function useCompareAhead(key: string, modality: CompareModality): Ahead | null {
  const [ahead, setAhead] = useState<Ahead | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let idle = 0;
    const count = () => {
      const next = lookAhead(key, modality);
      setAhead((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    const schedule = () => {
      clearTimeout(timer);
      cancelIdleCallback(idle);
      timer = setTimeout(() => {
        idle = requestIdleCallback(count);
      }, settleMs);
    };
    schedule();
    const unfollow = [
      useUiState.subscribe((person, before) => person.compares[key] !== before.compares[key] && schedule()),
      useCoreState.subscribe((now, before) => {
        const isNews = now.comparisons !== before.comparisons || now.app?.catalogue !== before.app?.catalogue;
        if (isNews) schedule();
      }),
    ];
    return () => {
      clearTimeout(timer);
      cancelIdleCallback(idle);
      for (const end of unfollow) end();
    };
  }, [key, modality]);
  return ahead;
}

/** `null` while there is nothing to send. */
function lookAhead(key: string, modality: CompareModality): Ahead | null {
  const { columns, isSamePrompt } = compareView(key, modality);
  const { text, prompts } = compareDraft(key);
  const requests = columns.map((column) => ({
    column,
    text: isSamePrompt ? text : (prompts[column.id] ?? ''),
  }));
  if (requests.every((request) => request.text.trim() === '')) return null;
  const estimates = requests.map((request) => estimateColumn(modality, request.column, request.text));
  const known = estimates.filter((one) => one !== null);
  const sum = (end: keyof Estimate) => known.reduce((total, one) => total + one[end], 0);
  return {
    estimate: known.length === 0 ? null : { from: sum('from'), to: sum('to') },
    unpriced: estimates.length - known.length,
  };
}

function estimateColumn(modality: CompareModality, column: ColumnView, text: string): Estimate | null {
  const { app, messages, conversations } = useCoreState.getState();
  const model = app?.catalogue.models.find(({ id }) => id === column.model);
  if (model === undefined) return null;
  const { pricing, capabilities } = model;
  const { run, parameters } = column.settings;
  if (modality === 'chat') {
    const leafId = conversations[column.conversationId ?? '']?.leafId ?? null;
    const { maxTokens, choices } = run;
    const characters = promptCharacters(text, messages, leafId, run);
    return estimateChat({ characters, maxTokens, choices }, pricing, capabilities);
  }
  const kind = modalities[modality];
  const request = { modality: kind, text, parameters: usableParameters(kind, capabilities, parameters) };
  return estimateOf(request, pricing, capabilities);
}
