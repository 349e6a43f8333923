import { useState } from 'react';
import type { AppErrorData } from '../../../shared/errors';
import { announce } from '../../state/announce';
import { openInLab, takeNewAnswers } from '../../state/ui/begin-experiment';
import { Button } from '../../ui/button';
import { counted } from './lab-text';

interface NewAnswersProps {
  id: string;
  onError: (error: AppErrorData | null) => void;
}

/** What the batch or the comparison got after it was opened here; nothing of it was sent from here, or is now. */
export function NewAnswers({ id, onError }: NewAnswersProps) {
  const [offer, setOffer] = useState(() => takeNewAnswers(id));
  if (offer === null) return null;
  const { source, count } = offer;
  const take = async () => {
    const answer = await openInLab({ ...source, takesNew: true });
    onError(answer.ok ? null : answer.error);
    if (!answer.ok) return;
    setOffer(null);
    announce(`${counted(count, 'answer')} added`);
  };
  return (
    <section aria-label="New answers" className="flex flex-wrap items-center gap-2 px-5 pt-2">
      <p>
        The {source.kind} has {counted(count, 'answer')} that {count === 1 ? 'is' : 'are'} not here.
      </p>
      <Button onClick={() => void take()}>Take new answers</Button>
      <Button tone="quiet" onClick={() => setOffer(null)}>
        Not now
      </Button>
    </section>
  );
}
