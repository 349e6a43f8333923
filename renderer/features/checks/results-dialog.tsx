import { type ReactNode, useMemo, useState } from 'react';
import { type CheckRun, checkLimits } from '../../../shared/checks/checks';
import { type ProbeId, type ProbeKind, probeFacts } from '../../../shared/checks/probes';
import type { AppErrorData, Envelope } from '../../../shared/errors';
import { saveText } from '../../lib/download';
import { formatClock, formatMinute } from '../../lib/format';
import { call } from '../../link/call';
import { currentRun, useProfileChecks } from '../../parts/checks/checks-data';
import { useCoreState } from '../../state/core/core-state';
import { closeChecks, openCheckPlan } from '../../state/ui/checks-view';
import { spend } from '../../state/ui/spending-question';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FilterChoice } from '../../ui/filter-choice';
import { ProgressBar } from '../../ui/progress-bar';
import { CellDetails } from './cell-details';
import { Changes } from './changes';
import { type Cell, CheckGrid } from './check-grid';
import type { GridRow } from './check-row';
import { probeKinds, probesOf, runText } from './check-text';
import { ColumnChoice, useColumnChoice } from './column-choice';
import { useRowChoice } from './row-choice';
import { type Section, Sections, sectionLabels } from './sections';

interface ResultsDialogProps {
  profileId: string;
  /** Its row is selected first. */
  model: string | undefined;
}

/** What is known of the models of a profile: the check that runs, the table, and each result with its evidence. */
export function CheckResultsDialog({ profileId, model }: ResultsDialogProps) {
  const [section, setSection] = useState<Section>('ability');
  const [besideId, setBesideId] = useState<string | null>(null);
  const [cell, setCell] = useState<Cell | null>(null);
  const own = useProfileChecks(profileId);
  const beside = useProfileChecks(besideId);
  const run = currentRun(own.runs);
  const name = useNameOf(profileId);
  const besideName = useNameOf(besideId);
  const rows = useMemo(
    () =>
      rowsOf([
        { profileId, name, run, results: own.results },
        ...(besideId === null ? [] : [{ profileId: besideId, name: besideName, results: beside.results }]),
      ]),
    [profileId, name, run, own.results, besideId, besideName, beside.results],
  );
  const choice = useRowChoice(
    useMemo(() => rows.filter(({ isOwn }) => isOwn).map(({ model: id }) => id), [rows]),
  );
  const columns = useMemo(() => (section === 'changes' ? [] : shownProbes(rows, section)), [rows, section]);
  const { shown, choose: chooseColumns } = useColumnChoice(columns);
  const isEmpty = rows.length === 0;
  const chosen = cell === null ? undefined : rows.find(({ key }) => key === cell.row)?.results[cell.probe];
  const choose = (next: Section) => {
    setSection(next);
    setCell(null);
  };
  return (
    <Dialog title={`Checks of ${name}`} size="wide" onClose={closeChecks}>
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto">
        {own.error !== null && <ErrorCard error={own.error} title="Couldn’t load the checks" />}
        {run !== undefined && <RunBar run={run} />}
        {isEmpty ? (
          <Empty />
        ) : (
          <>
            <div className="flex flex-none flex-wrap items-center gap-2">
              <Sections section={section} onChange={choose} />
              <BesideChoice profileId={profileId} value={besideId} onChange={setBesideId} />
              {choice.models.length > 0 && (
                <Button onClick={() => openCheckPlan(profileId, choice.models.slice(0, checkLimits.models))}>
                  Check selected ({choice.models.length})…
                </Button>
              )}
            </div>
            {columns.length > 1 && <ColumnChoice all={columns} shown={shown} onChange={chooseColumns} />}
            {section === 'changes' ? (
              <Changes results={own.results} />
            ) : (
              <div className="flex min-h-64 flex-1 gap-3 max-[900px]:flex-col">
                <CheckGrid
                  key={section}
                  isHidden={columns.length > shown.length}
                  label={sectionLabels[section]}
                  rows={rows}
                  probes={shown}
                  first={model}
                  choice={choice}
                  onOpen={setCell}
                />
                {cell !== null && (
                  <CellDetails
                    key={`${cell.row} ${cell.probe}`}
                    result={chosen}
                    probe={cell.probe}
                    onClose={() => setCell(null)}
                  />
                )}
              </div>
            )}
          </>
        )}
      </div>
      <Footer profileId={profileId} run={run} runs={own.runs} />
    </Dialog>
  );
}

const useNameOf = (profileId: string | null): string =>
  useCoreState(({ app }) => app?.profiles.find(({ id }) => id === profileId)?.name ?? '');

interface Source {
  readonly profileId: string;
  readonly name: string;
  readonly run?: CheckRun | undefined;
  readonly results: ReturnType<typeof useProfileChecks>['results'];
}

const { compare } = new Intl.Collator('en', { numeric: true });

/** A row for each model of the first profile, followed by the same model of the second. */
function rowsOf([own, beside]: readonly Source[]): readonly GridRow[] {
  if (own === undefined) return [];
  const running = own.run?.status === 'running' || own.run?.status === 'paused' ? own.run : undefined;
  const models = [...new Set([...(running?.models ?? []), ...Object.keys(own.results)])].sort(compare);
  return models
    .flatMap((model) => {
      const rows = [rowOf(own, model, running)];
      const isBeside = beside?.results[model] !== undefined;
      return isBeside ? [...rows, { ...rowOf(beside, model, undefined), isOwn: false }] : rows;
    })
    .map((row) => (beside === undefined ? { ...row, profile: null } : row));
}

function rowOf({ profileId, name, results }: Source, model: string, run: CheckRun | undefined): GridRow {
  const isAsked = run?.models.includes(model) === true;
  const since = run?.createdAt ?? 0;
  const of = results[model] ?? {};
  const waits = (probe: ProbeId) => isAsked && run.probes.includes(probe) && (of[probe]?.at ?? 0) < since;
  return { key: `${profileId} ${model}`, model, profile: name, isOwn: true, results: of, waits };
}

/** Columns without any result are left out, but those that are awaited. */
const shownProbes = (rows: readonly GridRow[], section: ProbeKind | 'all'): readonly ProbeId[] =>
  (section === 'all' ? probeKinds : [section])
    .flatMap(probesOf)
    .filter((probe) =>
      rows.some(
        ({ results, waits }) =>
          results[probe] !== undefined || (waits(probe) && probeFacts[probe].modality === 'chat'),
      ),
    );

interface BesideProps {
  profileId: string;
  value: string | null;
  onChange: (id: string | null) => void;
}

function BesideChoice({ profileId, value, onChange }: BesideProps) {
  const profiles = useCoreState(({ app }) => app?.profiles) ?? [];
  const others = profiles.filter(({ id }) => id !== profileId);
  if (others.length === 0) return null;
  return (
    <FilterChoice
      label="Side by side with"
      every="No other profile"
      value={value ?? undefined}
      options={others.map(({ id, name }) => [id, `With ${name}`])}
      onChange={(id) => onChange(id ?? null)}
    />
  );
}

function Empty(): ReactNode {
  return (
    <div className="flex flex-1 flex-col items-center justify-center-safe gap-2 p-6 text-center">
      <h3 className="font-semibold text-xl">No checks yet</h3>
      <p className="text-muted">
        A check shows what a model really does, with the requests and answers that show it.
      </p>
    </div>
  );
}

/** The check that runs, or the newest: how far it is, why it halted, and what one can do about it. */
function RunBar({ run }: { run: CheckRun }) {
  const [error, setError] = useState<AppErrorData | null>(null);
  const { id, status, done, total, wait } = run;
  const act = async (answer: Promise<Envelope<CheckRun> | null>) => {
    const given = await answer;
    setError(given === null || given.ok ? null : given.error);
  };
  const resume = () => spend((isConfirmed) => call('checks.resume', { id, isConfirmed }));
  const isOver = status === 'completed' || status === 'stopped';
  return (
    <section aria-label="Check" className="flex flex-none flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          {runText(run)}
          {wait !== null && <span className="text-muted"> · waits until {formatClock(wait.nextAt)}</span>}
        </p>
        {status === 'running' && (
          <Button onClick={() => void act(call('checks.pause', { id }))}>Pause</Button>
        )}
        {status === 'paused' && (
          <Button tone="primary" onClick={() => void act(resume())}>
            Resume
          </Button>
        )}
        {!isOver && (
          <Button tone="danger" onClick={() => void act(call('checks.stop', { id }))}>
            Stop
          </Button>
        )}
      </div>
      {!isOver && <ProgressBar progress={total === 0 ? null : done / total} />}
      {run.error !== null && <ErrorCard error={run.error} role="group" />}
      {error !== null && <ErrorCard error={error} />}
    </section>
  );
}

interface FooterProps {
  profileId: string;
  run: CheckRun | undefined;
  runs: readonly CheckRun[];
}

/** Another check, and the newest or another one as a file. */
function Footer({ profileId, run, runs }: FooterProps) {
  const [chosenId, setChosenId] = useState<string | undefined>();
  const [error, setError] = useState<AppErrorData | null>(null);
  const id = chosenId ?? run?.id;
  const save = async (format: 'json' | 'html') => {
    if (id === undefined) return;
    const answer = await call('checks.export', { id, format });
    setError(answer.ok ? null : answer.error);
    if (answer.ok)
      saveText(
        answer.value.text,
        answer.value.fileName,
        format === 'html' ? 'text/html' : 'application/json',
      );
  };
  return (
    <footer className="mt-3 flex flex-none flex-wrap items-center justify-end gap-2">
      {error !== null && <ErrorCard error={error} title="Couldn’t export the check" />}
      {runs.length > 1 && (
        <FilterChoice
          label="Check to export"
          every="Newest check"
          isFilter={false}
          value={chosenId}
          options={runs.map(({ id: one, createdAt, models }) => [
            one,
            `${formatMinute(createdAt)}, ${models.length} models`,
          ])}
          onChange={setChosenId}
        />
      )}
      {id !== undefined && (
        <>
          <Button onClick={() => void save('html')}>Export as HTML</Button>
          <Button onClick={() => void save('json')}>Export as JSON</Button>
        </>
      )}
      <Button onClick={() => openCheckPlan(profileId, run?.models ?? [])}>Check models…</Button>
      <Button tone="primary" autoFocus onClick={closeChecks}>
        Close
      </Button>
    </footer>
  );
}
