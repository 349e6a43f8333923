/** What the next message takes, beside the button: loaded with the first thing that is typed. */
import { useState } from 'react';
import { counted } from '../../../lib/counted';
import type { CostWords } from '../../../parts/credits/cost-text';
import { lazy, Suspense } from '../../../ui/later';

const ContextPanel = lazy(() => import('./context-panel'));

/** The estimated tokens and cost of the next request. */
export interface Ahead {
  readonly tokens: number;
  readonly cost: CostWords | null;
  /** The cost for the button, above the limit from which the button shows it. */
  readonly inButton: string | null;
  /** What is attached, whose cost is not known before the request. */
  readonly uncounted: 'images' | 'files' | null;
}

/** `≈ 120 tokens · ≈ 0.9–2.4, usually 1.2 cr`, beside the button; opens what these tokens are. */
export function CostAhead({ ahead, chatKey }: { ahead: Ahead; chatKey: string }) {
  const [isOpen, setOpen] = useState(false);
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const { tokens, cost, inButton, uncounted } = ahead;
  return (
    <>
      <button
        ref={setButton}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="min-w-0 truncate rounded-control px-1 text-muted text-sm hover:bg-hover"
        title={cost?.title}
        data-cost-ahead
      >
        ≈ {counted(tokens, 'token')}
        {cost !== null && inButton === null && ` · ${cost.text}`}
        {uncounted !== null && `, ${uncounted} not counted`}
      </button>
      {isOpen && (
        <Suspense>
          <ContextPanel chatKey={chatKey} anchor={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
