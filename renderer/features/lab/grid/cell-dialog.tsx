import { ChevronLeft, ChevronRight, RotateCw } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { AppErrorData } from '../../../../shared/errors';
import type { Cell, CellCheck, CellDetail, PromptVersionRef } from '../../../../shared/lab/experiment';
import { costText } from '../../../../shared/money/cost';
import { formatDuration } from '../../../lib/format';
import { call } from '../../../link/call';
import { MediaButtons } from '../../../media/media-buttons';
import { ViewCodeButton } from '../../../parts/code/view-code';
import { costWords } from '../../../parts/credits/cost-text';
import { inspect, inspectedCall } from '../../../parts/inspector/inspect';
import { announce } from '../../../state/announce';
import { addressOfJob } from '../../../state/ui/route';
import { useAnswer } from '../../../state/use-answer';
import { ErrorCard } from '../../../ui/alert';
import { Button, IconButton } from '../../../ui/button';
import { classes } from '../../../ui/classes';
import { Dialog } from '../../../ui/dialog';
import { excludeCells, retryCells } from '../lab-actions';
import { cellTone, cellWord, verdictTones } from '../lab-text';
import { FilesOfCell } from './files-of-cell';
import { Judgements } from './judgements';
import { VersionOfPrompt } from './prompt-version';
import { ShownMedia } from './shown-media';
import { WholeAnswer } from './whole-answer';

interface CellDialogProps {
  experimentId: string;
  /** As the grid has it: whatever changes there is read again. */
  cell: Cell;
  /** Such as `Paris · sandbox/echo`. */
  title: string;
  /** The version of a saved prompt that it was asked with. */
  version: PromptVersionRef | null;
  /** Opens the next cell, or the one before. */
  onStep: (by: 1 | -1) => void;
  /** Edits what its case expects. */
  onExpected: () => void;
  onClose: () => void;
}

/** What has a use of its own for arrow keys. */
const takesArrows = 'input, select, textarea, audio, video, [role="slider"], [role="menu"]';

/** The cell that arrow keys lead to. */
function stepAt({ currentTarget, key, target, ...held }: KeyboardEvent): 1 | -1 | null {
  const { ctrlKey, metaKey, altKey, shiftKey } = held;
  if (ctrlKey || metaKey || altKey || shiftKey) return null;
  if (!(target instanceof Element) || target.closest(takesArrows) !== null) return null;
  // React hands on what happens in dialogs over it.
  if (target.closest('dialog') !== currentTarget.closest('dialog')) return null;
  return key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : null;
}

/** One answer as a whole, what each assertion makes of it, and what can be done with it. */
export function CellDialog({
  experimentId,
  cell,
  title,
  version,
  onStep,
  onExpected,
  onClose,
}: CellDialogProps) {
  const { value, error } = useAnswer(
    () => call('experiments.cell', { id: experimentId, cellId: cell.id }),
    [cell],
  );
  const detail = value?.id === cell.id ? value : null;
  const opened = useRef(cell.id);
  useEffect(() => {
    if (opened.current !== cell.id) announce(`${title}, ${cellWord(cell)}`);
    opened.current = cell.id;
  }, [cell, title]);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = stepAt(event);
    if (by === null) return;
    event.preventDefault();
    onStep(by);
  };
  return (
    <Dialog title={title} size="text" onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of all that is inside. */}
      <div className="flex min-h-0 flex-1 flex-col gap-3" onKeyDown={onKeyDown}>
        <p className="flex flex-none flex-wrap gap-x-4">
          <span role="status" aria-live="off" aria-label="State of the cell" className={cellTone(cell)}>
            {cellWord(cell)}
          </span>
          <span className="text-credit">{costText(cell.cost ?? null) ?? ''}</span>
          {cell.totalMs !== undefined && <span className="text-muted">{formatDuration(cell.totalMs)}</span>}
          {cell.completionTokens !== undefined && (
            <span className="text-muted">{cell.completionTokens} tokens</span>
          )}
        </p>
        {error !== null && <ErrorCard error={error} />}
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
          tabIndex={0}
          aria-label="Answer"
          className="-mx-2 -my-1 flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-2 py-1"
        >
          {detail !== null && <Parts {...{ cell, detail, version }} />}
        </section>
        <Ways {...{ experimentId, cell, detail, onStep, onExpected, onClose }} />
      </div>
    </Dialog>
  );
}

interface PartsProps extends Pick<CellDialogProps, 'cell' | 'version'> {
  detail: CellDetail;
}

function Parts({ cell, detail, version }: PartsProps) {
  return (
    <>
      {detail.error !== null && <ErrorCard error={detail.error} role="group" />}
      {cell.media !== undefined && <Result item={cell.media} />}
      <WholeAnswer detail={detail} />
      {detail.checks.length > 0 && <Checks checks={detail.checks} />}
      {detail.judgements.length > 0 && <Judgements judgements={detail.judgements} />}
      <section aria-label="Prompt">
        <h3 className="mb-1 font-semibold">Prompt</h3>
        {version !== null && <VersionOfPrompt version={version} />}
        <p className="whitespace-pre-wrap text-muted [overflow-wrap:anywhere]">{detail.prompt}</p>
        {detail.files !== undefined && <FilesOfCell files={detail.files} />}
      </section>
    </>
  );
}

function Result({ item }: { item: NonNullable<Cell['media']> }) {
  return (
    <div className="flex flex-col items-start gap-1">
      <ShownMedia item={item} label={item.origin.prompt} />
      <span className="flex items-center gap-0.5">
        <MediaButtons item={item} />
      </span>
    </div>
  );
}

const signs = { passed: '✓', failed: '✗', unclear: '?' } as const;

function Checks({ checks }: { checks: readonly CellCheck[] }) {
  return (
    <section aria-label="Assertions">
      <h3 className="mb-1 font-semibold">Assertions</h3>
      <ul className="flex flex-col gap-1">
        {checks.map(({ name, metric, state, why }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: assertions keep their position.
          <li key={at} className="flex gap-2">
            <span className={classes('flex-none', verdictTones[state])}>
              {signs[state]} {state}
            </span>
            <code className="flex-none font-mono text-sm">{name}</code>
            {metric !== undefined && <span className="max-w-40 flex-none truncate">{metric}</span>}
            <span className="min-w-0 text-muted [overflow-wrap:anywhere]">{why}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface WaysProps extends Omit<CellDialogProps, 'title' | 'version'> {
  detail: CellDetail | null;
}

function Ways({ experimentId, cell, detail, onStep, onExpected, onClose }: WaysProps) {
  const [error, setError] = useState<AppErrorData | null>(null);
  const isOver = cell.state !== 'running' && cell.state !== 'waiting';
  const address = addressOf(detail, cell);
  const retry = async () => {
    const answer = await retryCells(experimentId, [cell.id]);
    if (answer?.ok === false) setError(answer.error);
  };
  const exclude = async () => {
    const answer = await excludeCells(experimentId, [cell.id], cell.isExcluded !== true);
    if (!answer.ok) setError(answer.error);
  };
  return (
    <>
      {error !== null && <ErrorCard error={error} />}
      <div className="flex flex-none flex-wrap items-center gap-2">
        <div className="mr-auto flex flex-wrap items-center gap-2">
          <span className="flex">
            <IconButton icon={ChevronLeft} label="Previous cell" keys="←" onClick={() => onStep(-1)} />
            <IconButton icon={ChevronRight} label="Next cell" keys="→" onClick={() => onStep(1)} />
          </span>
          {address !== null && (
            <a href={address} className="rounded-control px-2 py-1 text-accent hover:underline">
              {cell.media === undefined ? 'Open the chat' : 'Open the job'}
            </a>
          )}
          {detail?.replyId != null && (
            <ViewCodeButton look="words" input={() => ({ of: 'message', messageId: detail.replyId ?? '' })} />
          )}
          {detail?.jobId != null && cell.media === undefined && (
            <ViewCodeButton look="words" input={() => ({ of: 'job', jobId: detail.jobId ?? '' })} />
          )}
          <InspectButton requestId={detail?.requestId ?? detail?.error?.requestId} onOpen={onClose} />
        </div>
        <div className="ml-auto flex flex-wrap justify-end gap-2">
          <Button onClick={onExpected}>Edit assertions…</Button>
          {isOver && (
            <Button onClick={() => void exclude()}>
              {cell.isExcluded ? 'Count again' : 'Exclude from scores'}
            </Button>
          )}
          {isOver && <RetryButton experimentId={experimentId} cell={cell} onRetry={() => void retry()} />}
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    </>
  );
}

function addressOf(detail: CellDetail | null, { media }: Cell): string | null {
  if (detail?.jobId != null && media !== undefined) return addressOfJob(media.origin.modality, detail.jobId);
  return detail?.conversationId == null ? null : `#/chat/${detail.conversationId}`;
}

function RetryButton({
  experimentId,
  cell,
  onRetry,
}: {
  experimentId: string;
  cell: Cell;
  onRetry: () => void;
}) {
  const { value } = useAnswer(
    () => call('experiments.forecast', { id: experimentId, cells: [cell.id] }),
    [cell],
  );
  const words = value === null ? null : costWords(value.total);
  return (
    <Button onClick={onRetry} title={words?.title}>
      <RotateCw className="icon" aria-hidden />
      Retry{words === null ? '' : ` · ${words.text}`}
    </Button>
  );
}

/** Nothing where the inspector has no record of it any more. */
function InspectButton({ requestId, onOpen }: { requestId: string | undefined; onOpen: () => void }) {
  const { value } = useAnswer(requestId === undefined ? null : () => inspectedCall(requestId), [requestId]);
  if (value === null) return null;
  const show = () => {
    onOpen();
    void inspect(value);
  };
  return (
    <Button tone="quiet" onClick={show}>
      Show in inspector
    </Button>
  );
}
