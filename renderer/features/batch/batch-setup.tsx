import { ArrowLeft, Play } from 'lucide-react';
import { useEffect } from 'react';
import { formatTableMistake } from '../../../shared/lab/batch';
import { aboutText, type CostForecast, estimateText } from '../../../shared/money/estimate';
import { focusOnOpening } from '../../lib/focus-on-opening';
import { takeRequest } from '../../state/ui/begin-batch';
import { goTo, openTab } from '../../state/ui/navigation';
import { addressOfBatch } from '../../state/ui/route';
import { ErrorCard } from '../../ui/alert';
import { Button, IconButton } from '../../ui/button';
import { runBatch } from './batch-actions';
import { setBatchDraft, useBatchDraft } from './batch-draft';
import { callsText } from './batch-text';
import { SetupPrompt } from './setup-prompt';
import { TableInput } from './table-input';
import { TablePreview } from './table-preview';
import { type BatchCheck, useBatchCheck } from './use-batch-check';

/** Prepares a batch from a prompt and a table of values. */
export function BatchSetup() {
  const check = useBatchCheck();
  const hasTable = useBatchDraft(({ columns }) => columns.length > 0);
  useEffect(() => focusOnOpening('batch-prompt'), []);
  useEffect(() => {
    const request = takeRequest();
    if (request === null) return;
    const { modality, template } = request;
    const isOther = modality !== useBatchDraft.getState().modality;
    const model = isOther ? { model: undefined } : {};
    setBatchDraft({ modality, ...model, ...(template.trim() === '' ? {} : { template }) });
  }, []);
  return (
    <main className="flex min-w-0 flex-1 flex-col">
      <div className="flex h-12 flex-none items-center gap-2 border-line border-b px-3">
        <IconButton icon={ArrowLeft} label="All batches" onClick={() => openTab('batches')} />
        <h2 className="font-semibold text-lg">New batch</h2>
      </div>
      <div className="flex min-h-0 flex-1 max-[720px]:flex-col max-[720px]:overflow-y-auto">
        <SetupPrompt template={check.template} />
        <section
          aria-label="Values"
          className="flex min-w-0 flex-1 flex-col overflow-y-auto max-[720px]:min-h-80 max-[720px]:flex-none"
        >
          {hasTable ? <TablePreview check={check} /> : <TableInput template={check.template} />}
        </section>
      </div>
      <RunBar check={check} />
    </main>
  );
}

const mistakesShown = 3;

/** What prevents the start, otherwise the possible cost; and the button. */
function RunBar({ check }: { check: BatchCheck }) {
  const count = useBatchDraft(({ rows }) => rows.length);
  const error = useBatchDraft((draft) => draft.error);
  const sending = useBatchDraft((draft) => draft.sending ?? false);
  const blocked = blockerOf(check, count);
  const run = async () => {
    if (blocked.length > 0) return;
    const id = await runBatch();
    if (id !== null) goTo(addressOfBatch(id));
  };
  return (
    <footer className="flex flex-none flex-col gap-2 border-line border-t bg-panel px-5 py-3">
      {error !== undefined && <ErrorCard error={error} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <ul aria-label="To run this batch" className="min-w-0 flex-1 text-warn">
          {blocked.slice(0, mistakesShown).map((line) => (
            <li key={line} className="line-clamp-2 [overflow-wrap:anywhere]">
              {line}
            </li>
          ))}
          {blocked.length > mistakesShown && <li>and {blocked.length - mistakesShown} more</li>}
        </ul>
        {blocked.length === 0 && check.forecast !== null && (
          <p role="status" aria-live="off" aria-label="Estimate" className="flex-none text-muted">
            {estimateLine(check.forecast, count)}
          </p>
        )}
        <Button
          tone="primary"
          className="flex-none"
          aria-disabled={blocked.length > 0 || sending}
          onClick={() => void run()}
        >
          <Play className="icon" aria-hidden />
          {count === 0 ? 'Run' : `Run ${callsText(count)}`}
        </Button>
      </div>
    </footer>
  );
}

/** Why it can't be started now, a sentence for each reason; empty where it can. */
function blockerOf({ template, mistakes, model, required }: BatchCheck, count: number): readonly string[] {
  if (template.parts.length === 0) return ['Write a prompt'];
  if (template.mistakes.length > 0) {
    return template.mistakes.map(
      ({ line, column, message }) => `Prompt, line ${line}, column ${column}: ${message}`,
    );
  }
  if (count === 0) return ['Add a table with at least one row'];
  const ofModel = model === null ? 'Choose a model' : required;
  return [...(ofModel === null ? [] : [ofModel]), ...mistakes.map(formatTableMistake)];
}

function estimateLine(forecast: CostForecast, count: number): string {
  const text = estimateText(forecast);
  if (text === null) return `price unknown, ${callsText(count)}`;
  return `${aboutText(text)} for ${callsText(count)}`;
}
