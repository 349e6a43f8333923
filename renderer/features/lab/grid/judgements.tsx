import type { Judgement } from '../../../../shared/lab/experiment';
import { costText } from '../../../../shared/money/cost';
import { unitWords } from '../../../parts/unit-work';

/** Who was asked about an answer, for what, and where that can be read. */
export function Judgements({ judgements }: { judgements: readonly Judgement[] }) {
  return (
    <section aria-label="Judgements">
      <h3 className="mb-1 font-semibold">Judgements</h3>
      <ul className="flex flex-col gap-1">
        {judgements.map(({ id, type, model, state, cost, error, conversationId }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-3">
            <code className="font-mono text-sm">{type}</code>
            <span className="text-muted">{model}</span>
            <span className="text-muted">{unitWords[state]}</span>
            <span className="text-credit">{costText(cost ?? null) ?? ''}</span>
            {conversationId !== undefined && (
              <a href={`#/chat/${conversationId}`} className="text-accent hover:underline">
                Judge’s chat
              </a>
            )}
            {error !== undefined && (
              <span className="min-w-0 text-bad [overflow-wrap:anywhere]">{error.message}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
