import type { ReactNode } from 'react';
import { endingOf } from '../../../../shared/chat/finish-reason';

interface OddEndProps {
  /** As the gateway named it. */
  reason: string;
  continueButton: ReactNode;
}

/** Why a reply ended, where its gateway has a word of its own for it; a whole one needs none. */
export default function OddEnd({ reason, continueButton }: OddEndProps) {
  const ending = endingOf(reason);
  if (ending === 'filter') return <p className="text-warn">Ended by the content filter</p>;
  if (ending === 'other') return <p className="text-muted">Finish reason: {reason}</p>;
  if (ending !== 'limit' && ending !== 'broken') return null;
  return (
    <p className="flex flex-wrap items-center gap-3 text-warn">
      {ending === 'limit' ? 'Reached the token limit' : `The gateway ended the reply early (${reason})`}
      {continueButton}
    </p>
  );
}
