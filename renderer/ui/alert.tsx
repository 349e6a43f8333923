import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AppErrorData } from '../../shared/errors';
import { needsKey, nextStep, titleOf } from '../lib/error-text';
import { Button } from './button';
import { ErrorFacts, RequestId } from './error-facts';

interface ErrorCardProps {
  error: AppErrorData;
  /** Another role for errors that were there before the page was; `alert` is announced at once. */
  role?: 'alert' | 'group';
  /** What happened, in a few words. */
  title?: string;
  /** The next step, where this place knows a better one than the error alone. */
  step?: string;
  /** In the settings nothing offers to open them; by default the address says so. */
  isInSettings?: boolean;
  children?: ReactNode;
}

/** An error where it happened: code, message, request id, one next step, and its actions. */
export function ErrorCard({ error, role = 'alert', title, step, isInSettings, children }: ErrorCardProps) {
  const { code, statusCode, message, requestId } = error;
  const isThere = isInSettings ?? location.hash.startsWith('#/settings');
  const offersSettings = !isThere && needsKey(error);
  return (
    <div role={role} className="rounded-card border border-bad/60 bg-raised p-3 text-base">
      <p className="flex flex-wrap items-center gap-x-2 font-semibold text-bad">
        <CircleAlert className="icon" aria-hidden />
        {title ?? titleOf(error)}
        <code className="font-mono font-normal text-sm">
          {code}
          {statusCode === undefined ? '' : ` · ${statusCode}`}
        </code>
      </p>
      <p className="mt-1 break-words">{message}</p>
      <p className="mt-1 text-muted">{step ?? nextStep(error, isThere)}</p>
      {error.outcomeUnknown && (
        <p className="mt-1 text-warn">This request may have been charged. {chargeHint()}</p>
      )}
      <ErrorFacts error={error} />
      {requestId !== undefined && <RequestId id={requestId} />}
      {(offersSettings || children !== undefined) && (
        <div className="mt-2 flex flex-wrap gap-2">
          {offersSettings && <OpenSettings />}
          {children}
        </div>
      )}
    </div>
  );
}

/** A button: links to the settings have their own name in the rail. */
function OpenSettings() {
  return (
    <Button
      onClick={() => {
        location.hash = '#/settings';
      }}
    >
      Open Settings
    </Button>
  );
}

// Where a person learns whether a request was charged.

let hasBalance: () => boolean = () => false;

/** The app says here how to find out whether the gateway in use states a balance. */
export function readBalanceWith(read: () => boolean): void {
  hasBalance = read;
}

/** A sentence; a gateway without a balance has its own page for usage, and nothing here will tell. */
export const chargeHint = (): string =>
  hasBalance() ? 'The next balance will tell.' : 'Check the usage page of your gateway.';
