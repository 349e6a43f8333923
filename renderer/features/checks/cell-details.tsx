import { X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { CheckCall, CheckResult } from '../../../shared/checks/checks';
import { type ProbeId, probeFacts } from '../../../shared/checks/probes';
import type { AppErrorData } from '../../../shared/errors';
import { linesOf } from '../../lib/body-lines';
import { focusName } from '../../lib/focus';
import { formatCost, formatDay, formatMinute } from '../../lib/format';
import { call } from '../../link/call';
import { ViewCodeButton } from '../../parts/code/view-code';
import { inspect } from '../../parts/inspector/inspect';
import { closeChecks } from '../../state/ui/checks-view';
import { useAnswer } from '../../state/use-answer';
import { ErrorCard } from '../../ui/alert';
import { Button, IconButton } from '../../ui/button';
import { VirtualLines } from '../../ui/virtual-lines';
import { differenceText, figureText, outcomeLooks } from './check-text';

interface CellDetailsProps {
  /** Left out where it was not asked. */
  result: CheckResult | undefined;
  probe: ProbeId;
  onClose: () => void;
}

/** Why a result is as it is, with what was sent and what came. */
export function CellDetails({ result, probe, onClose }: CellDetailsProps) {
  const heading = useRef<HTMLElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const close = () => {
    onClose();
    focusName('check-grid');
  };
  const { label, help } = probeFacts[probe];
  return (
    <section
      ref={heading}
      aria-label="Result"
      tabIndex={-1}
      className="flex w-96 min-w-0 flex-none flex-col gap-3 overflow-y-auto rounded-control border border-line p-3 outline-none max-[900px]:w-auto max-[900px]:flex-1 max-[900px]:basis-72"
    >
      <div className="flex items-start gap-2">
        <h3 className="min-w-0 flex-1 font-semibold [overflow-wrap:anywhere]">
          {label}
          {result !== undefined && <bdi className="block font-normal text-muted">{result.model}</bdi>}
        </h3>
        <IconButton icon={X} label="Close result" onClick={close} />
      </div>
      <p className="text-muted">{help}</p>
      {result === undefined ? <p>Not asked of this model.</p> : <Facts result={result} />}
    </section>
  );
}

const claimWords = (claimed: boolean | null): string =>
  claimed === null ? 'nothing stated' : claimed ? 'yes' : 'no';

function Facts({ result }: { result: CheckResult }) {
  const { word, sign, color } = outcomeLooks[result.result];
  const isOther = differenceText(result) !== null;
  const facts = [
    ['Claimed', claimWords(result.claimed)],
    ['Seen', `${word}${isOther ? ', other than claimed' : ''}`],
    ...result.figures.map((figure) => [figure.label, figureText(figure)] as const),
    ['Cost', formatCost(result.cost)],
    ['Checked', formatMinute(result.at)],
    ...(result.before === null
      ? []
      : [['Before', `${outcomeLooks[result.before.result].word}, ${formatDay(result.before.at)}`] as const]),
  ] as const;
  return (
    <>
      <p className="select-text break-words">
        <span className={`font-semibold ${color}`}>
          <span aria-hidden>{sign} </span>
          {word}.
        </span>{' '}
        {result.note}
      </p>
      <dl className="grid grid-cols-[minmax(90px,auto)_1fr] gap-x-3 gap-y-0.5">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="break-words text-muted">{name}</dt>
            <dd className="min-w-0 select-text wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <Evidence ids={result.evidence} />
    </>
  );
}

/** One of the requests is shown at a time. */
function Evidence({ ids }: { ids: readonly string[] }) {
  const [shownId, setShownId] = useState<string | null>(null);
  if (ids.length === 0) return <p className="text-muted">Nothing was sent for it.</p>;
  return (
    <div className="flex flex-col gap-2">
      {ids.map((id, index) => (
        <div key={id} className="flex flex-col gap-2">
          <Button aria-expanded={shownId === id} onClick={() => setShownId(shownId === id ? null : id)}>
            Request and answer{ids.length > 1 ? ` ${index + 1} of ${ids.length}` : ''}
          </Button>
          {shownId === id && <Call id={id} />}
        </div>
      ))}
    </div>
  );
}

function Call({ id }: { id: string }) {
  const { value, error } = useAnswer(() => call('checks.call', { id }), [id]);
  const [gone, setGone] = useState<AppErrorData | null>(null);
  if (error !== null) return <ErrorCard error={error} title="Couldn’t load the request" />;
  if (value === null) return <p role="status">Loading…</p>;
  const { recordId } = value;
  const open = async (record: string) => {
    const failed = await inspect(record);
    setGone(failed);
    if (failed === null) closeChecks();
  };
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <ViewCodeButton look="words" input={() => ({ of: 'checkCall', callId: id })} />
        {recordId !== null && gone === null && (
          <Button tone="quiet" onClick={() => void open(recordId)}>
            Open in the inspector
          </Button>
        )}
        {gone !== null && <p className="text-muted">The inspector no longer has it.</p>}
      </div>
      <Json label="Request" value={value.request} />
      {value.answer !== null && <Json label="Answer" value={value.answer} />}
      {value.error !== null && <ErrorCard error={value.error} role="group" />}
      {value.answer === null && value.error === null && <NoAnswer status={value.status} />}
    </div>
  );
}

const noAnswerWords: Readonly<Partial<Record<CheckCall['status'], string>>> = {
  held: 'Not sent yet.',
  sent: 'Sent; no answer yet.',
  unknown: 'Sent; no whole answer came.',
};

const NoAnswer = ({ status }: Pick<CheckCall, 'status'>) => (
  <p className="text-muted">{noAnswerWords[status] ?? 'No answer was kept.'}</p>
);

function Json({ label, value }: { label: string; value: unknown }) {
  const lines = useMemo(() => linesOf(JSON.stringify(value) ?? ''), [value]);
  return (
    <section aria-label={label} className="flex flex-col gap-1">
      <h4 className="font-semibold">{label}</h4>
      <div className="flex h-48 flex-col">
        <VirtualLines label={`${label}, as JSON`} count={lines.length}>
          {(index) => lines[index]}
        </VirtualLines>
      </div>
    </section>
  );
}
