import { useMemo } from 'react';
import { type AppErrorData, boundDetails, countValues } from '../../shared/errors';
import { cutText } from '../../shared/text/cut-text';
import { CopyButton } from './copy-button';
import { ValueTree } from './value-tree';

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
