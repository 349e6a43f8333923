import { useMemo } from 'react';
import { type AppErrorData, boundDetails, countValues } from '../../shared/errors';
import { cutText } from '../../shared/text/cut-text';
import { classes } from './classes';
import { CopyButton } from './copy-button';

/** Of a response that couldn't be read. */
const excerptCharacters = 300;

/** What a gateway said about an error in addition to its message: the field to blame, the attempts and the details. */
export function ErrorFacts({ error }: { error: AppErrorData }) {
  const { field, attempts, details } = error;
  const isRetried = attempts !== undefined && attempts > 1;
  const isTree = isFromGateway(error) && typeof details === 'object' && details !== null;
  return (
    <>
      {isFromGateway(error) && (field !== undefined || isRetried) && (
        <p className="mt-1 flex flex-wrap gap-x-3 text-muted text-sm">
          {field !== undefined && (
            <span className="min-w-0">
              Field <code className="select-text break-all font-mono">{field}</code>
            </span>
          )}
          {isRetried && <span>{attempts.toLocaleString('en')} attempts</span>}
        </p>
      )}
      {typeof details === 'string' && details !== '' && (
        <p className="mt-1 text-muted text-sm">
          {isWords(error) ? 'Details' : 'Start of the response'}:{' '}
          <code className="break-words font-mono">{cutText(details, excerptCharacters)}</code>
        </p>
      )}
      {isTree && <Details details={details} />}
    </>
  );
}

/** The app's own errors keep their details for its own use. */
const isFromGateway = ({ attempts, statusCode, stage }: AppErrorData): boolean =>
  attempts !== undefined || statusCode !== undefined || stage === 'generation';

/** A job's record was read as JSON, so a text in it is meant to be read. */
const isWords = ({ stage }: AppErrorData): boolean => stage === 'generation';

/** Bounded once more: what was stored by an earlier version, or imported, may be larger. */
function Details({ details }: { details: object }) {
  const shown = useMemo(() => boundDetails(details), [details]);
  const count = useMemo(() => countValues(shown), [shown]);
  if (count === 0) return null;
  return (
    <details className="mt-1 text-sm">
      <summary className="w-fit cursor-pointer rounded-sm text-muted">Details</summary>
      <ValueTree value={shown} label="Details" />
    </details>
  );
}

export function RequestId({ id }: { id: string }) {
  return (
    <p className="mt-1 flex items-center gap-1 text-muted text-sm">
      <span className="flex-none">Request id</span>{' '}
      <code className="min-w-0 select-text break-all font-mono">{id}</code>
      <CopyButton label="Copy request id" text={() => id} />
    </p>
  );
}

interface ValueTreeProps {
  /** JSON of bounded size and depth: nothing here limits it. */
  value: unknown;
  label?: string;
}

/** JSON as nested lists: names with their values, lists by position. */
function ValueTree({ value, label }: ValueTreeProps) {
  if (typeof value !== 'object' || value === null) return <Plain value={value} />;
  return (
    <ul
      aria-label={label}
      className={classes('select-text', label === undefined ? 'border-line border-l pl-2.5' : 'mt-1')}
    >
      {Object.entries(value).map(([name, item]) => (
        <li key={name} className="min-w-0 py-px">
          <span className="mr-1 break-words font-mono text-muted">{name}</span>{' '}
          {isEmpty(item) ? <Empty isList={Array.isArray(item)} /> : <ValueTree value={item} />}
        </li>
      ))}
    </ul>
  );
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

const Empty = ({ isList }: { isList: boolean }) => (
  <span className="text-faint">{isList ? 'empty list' : 'empty'}</span>
);

function Plain({ value }: { value: unknown }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return <code className="whitespace-pre-wrap break-words font-mono">{text}</code>;
}
