import { useState } from 'react';
import type { Job, RawAnswer } from '../../../shared/media/jobs';
import { cutText } from '../../../shared/text/cut-text';
import { saveText } from '../../lib/download';
import { call } from '../../link/call';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';

/** Drawn at once; the file and the copy hold all of it. */
const SHOWN_CHARACTERS = 100_000;

/** Opens, copies and saves the answer that a job's result was not found in. It is read when it is asked for. */
export function RawAnswerActions({ job }: { job: Job }) {
  const [answer, setAnswer] = useState<RawAnswer | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (job.hasRawAnswer !== true) return null;
  const read = async (): Promise<RawAnswer | null> => {
    if (answer !== null) return answer;
    const told = await call('jobs.rawAnswer', { id: job.id });
    setProblem(told.ok ? null : told.error.message);
    if (!told.ok) return null;
    setAnswer(told.value);
    return told.value;
  };
  const toggle = async () => setIsOpen(!isOpen && (await read()) !== null);
  const save = async () => {
    const kept = await read();
    if (kept !== null)
      saveText(kept.text, `answer-${job.remoteId ?? job.id}.json`.replace(/[^\w.-]+/g, '-'), JSON_TYPE);
  };
  return (
    <div className="flex w-full min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Button aria-expanded={isOpen} onClick={() => void toggle()}>
          {isOpen ? 'Hide raw answer' : 'Show raw answer'}
        </Button>
        <Button onClick={() => void save()}>Save raw answer</Button>
        <CopyButton label="Copy raw answer" text={async () => (await read())?.text ?? ''} />
      </div>
      {problem !== null && <p className="text-bad text-sm">{problem}</p>}
      {isOpen && answer !== null && <Text answer={answer} />}
    </div>
  );
}

const JSON_TYPE = 'application/json';

function Text({ answer: { text, leftOutCharacters } }: { answer: RawAnswer }) {
  const isCut = text.length > SHOWN_CHARACTERS;
  return (
    <>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys scroll it only where it has the focus.
        tabIndex={0}
        aria-label="Raw answer"
        className="max-h-60 select-text overflow-auto rounded-sm bg-hover p-2 font-mono text-sm [overflow-wrap:anywhere] whitespace-pre-wrap"
      >
        {cutText(text, SHOWN_CHARACTERS)}
      </section>
      {isCut && (
        <p className="text-muted text-sm">This is the beginning. The file and the copy hold all of it.</p>
      )}
      {leftOutCharacters > 0 && (
        <p className="text-muted text-sm">
          The answer was longer: {leftOutCharacters.toLocaleString('en')} characters are not kept.
        </p>
      )}
    </>
  );
}
