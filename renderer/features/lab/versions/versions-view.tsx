import { useMemo, useState } from 'react';
import type { AppErrorData } from '../../../../shared/errors';
import type { Experiment, Variant } from '../../../../shared/lab/experiment';
import { pairedText } from '../../../../shared/lab/statistics/paired-test';
import { compareVariants } from '../../../../shared/lab/statistics/summary';
import { announce } from '../../../state/announce';
import { openPromptDialog } from '../../../state/ui/dialogs';
import { ErrorCard } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { caseText, variantText } from '../grid/grid-layout';
import { counted } from '../lab-text';
import type { OpenExperiment } from '../open-experiment';
import { type Change, changesOf } from './changes';
import { promoteTemplate } from './promote';

interface VersionsProps {
  open: OpenExperiment;
  experiment: Experiment;
}

const words: Readonly<Record<Change, string>> = { better: '↑ Better', worse: '↓ Worse', same: '= Same' };
const tones: Readonly<Record<Change, string>> = { better: 'text-ok', worse: 'text-bad', same: 'text-muted' };

/** Two variants over the same cases: what became better, worse and stayed the same. */
export function VersionsView({ open, experiment }: VersionsProps) {
  const { variants } = experiment;
  const [beforeId, setBefore] = useState(variants[0]?.id);
  const [afterId, setAfter] = useState(variants[1]?.id);
  const before = variants.find(({ id }) => id === beforeId);
  const after = variants.find(({ id }) => id === afterId);
  const cells = useMemo(() => [...open.cells.values()], [open.cells]);
  if (before === undefined || after === undefined)
    return <p className="px-5 py-4 text-muted">An experiment with two variants can compare them here.</p>;
  return (
    <section
      aria-label="Versions"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
      tabIndex={0}
      className="min-h-40 flex-1 overflow-auto px-5 pb-4 outline-offset-[-2px]"
    >
      <div className="flex flex-wrap items-center gap-3 pb-2">
        <VariantChoice label="Compare" value={after.id} variants={variants} onChange={setAfter} />
        <VariantChoice label="with" value={before.id} variants={variants} onChange={setBefore} />
        <Promote variant={after} variants={variants} />
      </div>
      <p role="status" aria-live="off" aria-label="Difference" className="pb-3 font-medium">
        <bdi>{variantText(after)}</bdi>: {pairedText(compareVariants(after.id, before.id, cells))}
      </p>
      <Changes open={open} before={before} after={after} />
    </section>
  );
}

interface VariantChoiceProps {
  label: string;
  value: number;
  variants: readonly Variant[];
  onChange: (id: number) => void;
}

function VariantChoice({ label, value, variants, onChange }: VariantChoiceProps) {
  return (
    <label className="flex min-w-0 items-center gap-2 text-muted">
      {label}
      <select
        className="field h-8 w-auto min-w-0 max-w-64 py-0 text-text"
        value={value}
        onChange={({ target }) => onChange(Number(target.value))}
      >
        {variants.map((variant) => (
          <option key={variant.id} value={variant.id}>
            {variantText(variant)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Makes the prompt of a variant the one in use, or saves it where the library has none of it. */
function Promote({ variant, variants }: { variant: Variant; variants: readonly Variant[] }) {
  const [error, setError] = useState<AppErrorData | null>(null);
  const promptId =
    variant.promptVersion?.promptId ??
    variants.flatMap(({ promptVersion }) => promptVersion?.promptId ?? [])[0];
  if (promptId === undefined)
    return (
      <Button onClick={() => openPromptDialog({ kind: 'save', text: variant.template })}>
        Save its prompt
      </Button>
    );
  const promote = async () => {
    const answer = await promoteTemplate(promptId, variant);
    setError(answer.ok ? null : answer.error);
    if (answer.ok) announce('Prompt promoted');
  };
  return (
    <>
      <Button onClick={() => void promote()}>Promote its prompt</Button>
      {error !== null && <ErrorCard error={error} />}
    </>
  );
}

const shownCases = 300;

function Changes({ open, before, after }: { open: OpenExperiment; before: Variant; after: Variant }) {
  const changes = useMemo(
    () => changesOf(open.cases, open.cells.values(), before.id, after.id),
    [open.cases, open.cells, before.id, after.id],
  );
  const shown = changes.slice(0, shownCases);
  return (
    <>
      <ul aria-label="Cases" className="flex flex-col gap-1">
        {shown.map(({ case: one, change, from, to }) => (
          <li key={one.id} className="flex items-baseline gap-3">
            <span className={`w-24 flex-none ${tones[change]}`}>{words[change]}</span>
            <span className="min-w-0 flex-1 truncate">{caseText(one) || `Case ${one.id}`}</span>
            <span className="flex-none text-muted text-sm">
              {from} → {to}
            </span>
          </li>
        ))}
      </ul>
      {changes.length > shown.length && (
        <p className="pt-2 text-muted">and {counted(changes.length - shown.length, 'more case')}</p>
      )}
    </>
  );
}
