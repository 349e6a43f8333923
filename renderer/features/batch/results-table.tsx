import { RotateCw, Wrench } from 'lucide-react';
import { memo, useEffect } from 'react';
import { hasExpected } from '../../../shared/assertions/cells';
import type { AppErrorData } from '../../../shared/errors';
import type { Batch, BatchRow } from '../../../shared/lab/batch';
import { costText as knownCost } from '../../../shared/money/cost';
import { mendText, notJson, placeText } from '../../../shared/run/reply-fit';
import { rowFormat } from '../../../shared/run/response-format';
import type { Setup } from '../../../shared/run/setup';
import { formatDuration, waitText } from '../../lib/format';
import { useNow } from '../../lib/ticker';
import { Thumbnail } from '../../media/thumbnail';
import { AnswerKindName } from '../../parts/answer-kind';
import { CostedIconButton } from '../../parts/credits/cost-beside';
import { useCoreState } from '../../state/core/core-state';
import { addressOfJob } from '../../state/ui/route';
import { classes } from '../../ui/classes';
import { loadRows, retryRow, rowsOfPage } from './batch-actions';
import { calledText, roundsText, rowCount, rowWord, toneOfRow } from './batch-text';
import { RowVerdict } from './verdicts';
import { VirtualTable } from './virtual-rows';

interface ResultsTableProps {
  batch: Batch;
  onError: (error: AppErrorData | null) => void;
}

/** Every row with its values and its result; pages are loaded as they come into view. */
export function ResultsTable({ batch, onError }: ResultsTableProps) {
  const { id, columns } = batch;
  const fields = fieldsOf(batch);
  const rows = useCoreState(({ batchRows }) => (batchRows?.batchId === id ? batchRows.rows : null));
  return (
    <VirtualTable
      label="Rows"
      count={rowCount(batch)}
      rowPx={48}
      widths={[
        60,
        ...columns.map(() => 120),
        hasExpected(columns) ? 300 : 120,
        ...fields.map(() => 140),
        280,
        90,
        80,
        120,
      ]}
      head={['Row', ...columns, 'State', ...fields, 'Answer', 'Cost', 'Time', 'Actions']}
      keepsLast
      onSight={(first, last) => <Pages id={id} first={first} last={last} onError={onError} />}
    >
      {(index) => <ResultRow batch={batch} index={index} row={rows?.[index]} onError={onError} />}
    </VirtualTable>
  );
}

/** The fields of a schema that every reply follows: columns after the state. */
const fieldsOf = (batch: Setup): readonly string[] =>
  batch.modality === 'chat' ? (rowFormat(batch.settings)?.fields ?? []) : [];

interface PagesProps {
  id: string;
  first: number;
  last: number;
  onError: (error: AppErrorData | null) => void;
}

/** Renders nothing: loads the first visible page that is missing. */
function Pages({ id, first, last, onError }: PagesProps) {
  const missing = useCoreState(({ batchRows }) => {
    const known = batchRows?.batchId === id ? batchRows.rows : {};
    for (let index = first; index <= last; index += 1) if (known[index] === undefined) return index;
    return null;
  });
  const page = missing === null ? null : Math.floor(missing / rowsOfPage) * rowsOfPage;
  useEffect(() => {
    if (page !== null) void loadRows(id, page).then((error) => error !== null && onError(error));
  }, [id, page, onError]);
  return null;
}

interface ResultRowProps {
  batch: Batch;
  index: number;
  /** Absent until its page is loaded. */
  row: BatchRow | undefined;
  onError: (error: AppErrorData | null) => void;
}

const cell = 'min-w-0 truncate px-2';

/** The cells of one row. */
const ResultRow = memo(
  function ResultRow({ batch, index, row, onError }: ResultRowProps) {
    return (
      <>
        <th scope="row" className="pl-5 text-left font-normal text-muted">
          {index + 1}
        </th>
        {batch.columns.map((column, at) => (
          <td key={column} className={cell} title={row?.values[at]}>
            {row?.values[at]}
          </td>
        ))}
        <td className={classes('min-w-0 px-2 leading-4', row && toneOfRow(row))}>
          {row === undefined ? '…' : rowWord(row)}
          {row?.misfit && <Misfit misfit={row.misfit} />}
          {row?.verdict && <RowVerdict verdict={row.verdict} />}
        </td>
        {fieldsOf(batch).map((name, at) => (
          <td key={name} className={cell} title={row?.fields?.[at] ?? undefined}>
            {row?.fields?.[at]}
          </td>
        ))}
        <td className="min-w-0 px-2">{row !== undefined && <Answer row={row} />}</td>
        <td className={classes(cell, 'text-credit')}>{row !== undefined && costText(row)}</td>
        <td className={cell}>{row?.totalMs == null ? '' : formatDuration(row.totalMs)}</td>
        <td className="px-2">{row !== undefined && <RowWays batch={batch} row={row} onError={onError} />}</td>
      </>
    );
  },
  (before, next) =>
    before.row === next.row && before.index === next.index && before.batch.id === next.batch.id,
);

function Misfit({ misfit }: { misfit: NonNullable<BatchRow['misfit']> }) {
  const text = `${placeText(misfit)} ${misfit.why}`;
  return (
    <span className="block truncate text-bad text-sm" title={text}>
      ✗ {text}
    </span>
  );
}

const isOver = ({ status }: BatchRow) => !['waiting', 'running'].includes(status);

/** Empty where nothing was sent; an ended call of unknown cost says so. */
function costText(row: BatchRow): string {
  const wasAsked = isOver(row) && (row.replyId !== null || row.jobId !== null);
  const known = knownCost(row.cost);
  if (known !== null) return known;
  return wasAsked && row.status !== 'failed' ? 'unknown' : '';
}

function Answer({ row }: { row: BatchRow }) {
  const { answer, media, error, startedAt } = row;
  if (row.status === 'running' && startedAt != null && !answer && media === null)
    return <Waits since={startedAt} isChat={row.jobId === null} />;
  if (error !== null && row.status !== 'done') {
    return (
      <span className="block truncate text-muted" title={`${error.code}: ${error.message}`}>
        <code className="font-mono text-sm">{error.code}</code> {error.message}
      </span>
    );
  }
  if (media === null) return <Words row={row} />;
  return (
    <span className="flex items-center gap-2">
      <Thumbnail item={media} kind={media.kind} className="h-9 w-14 flex-none rounded-control" />
      {answer ? (
        <Words row={row} />
      ) : (
        <span className="min-w-0 truncate text-muted text-sm">{media.fileName}</span>
      )}
    </span>
  );
}

/** What a reply says: its text, or what it is without one. */
function Words({ row }: { row: BatchRow }) {
  const { answer, answerOf } = row;
  const called = calledText(row);
  const rounds = row.rounds === undefined ? undefined : `${roundsText(row.rounds)} of tools`;
  return (
    <span
      className="line-clamp-2 min-w-0 break-words text-sm leading-4"
      title={[rounds, called, answer].filter(Boolean).join('\n') || undefined}
    >
      {rounds && <span className="text-muted">{rounds} </span>}
      {called && <span className="text-warn">{called} </span>}
      {answerOf && !called && <AnswerKindName of={answerOf} />}
      {answer}
    </span>
  );
}

/** A wait this long may be a gateway that hangs. */
const longWaitMs = 3_000;

function Waits({ since, isChat }: { since: number; isChat: boolean }) {
  const waited = useNow() - since;
  if (waited < longWaitMs) return null;
  return (
    <span className="block truncate text-muted text-sm">
      waiting for the {isChat ? 'reply' : 'result'}, {waitText(waited)}
    </span>
  );
}

function RowWays({ batch, row, onError }: Omit<ResultRowProps, 'index'> & { row: BatchRow }) {
  const { position, conversationId, jobId } = row;
  const address =
    jobId !== null && batch.modality !== 'chat'
      ? addressOfJob(batch.modality, jobId)
      : conversationId && `#/chat/${conversationId}`;
  const misfit = row.misfit ?? null;
  const isUnfit = misfit !== null || row.verdict?.state === 'failed';
  const canRetry = ['failed', 'interrupted', 'stopped'].includes(row.status) || isUnfit;
  const mend = misfit === null ? undefined : mendText(misfit.why === notJson ? null : misfit);
  const again = async (text?: string) => {
    const answer = await retryRow(batch.id, position, text);
    onError(answer?.ok === false ? answer.error : null);
  };
  return (
    <span className="flex items-center">
      {address && (
        <a
          href={address}
          aria-label={`Open row ${position + 1}`}
          className="rounded-control px-1 text-accent hover:underline"
        >
          Open
        </a>
      )}
      {canRetry && (
        <CostedIconButton
          intent={{ kind: 'retryRow', id: batch.id, position }}
          icon={RotateCw}
          label={`Retry row ${position + 1}`}
          onClick={() => void again()}
        />
      )}
      {mend !== undefined && (
        <CostedIconButton
          intent={{ kind: 'retryRow', id: batch.id, position, mend }}
          icon={Wrench}
          label={`Ask to mend row ${position + 1}: “${mend}”`}
          onClick={() => void again(mend)}
        />
      )}
    </span>
  );
}
