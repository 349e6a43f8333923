import { Play } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { SpokenPart } from '../../../shared/media/captions';
import type { Job } from '../../../shared/media/jobs';
import type { MediaItem } from '../../../shared/media/media';
import { costText } from '../../../shared/money/cost';
import { estimateText } from '../../../shared/money/estimate';
import { withVoices } from '../../../shared/run/dialogue';
import { call } from '../../link/call';
import { announce } from '../../state/announce';
import { createIntents } from '../../state/idempotent-ask';
import { createPresses } from '../../state/one-press';
import { useCapabilities } from '../../state/ui/forms';
import { showProblem } from '../../state/ui/problem';
import { type SpendingIntent, settleMs, useForecast } from '../../state/use-forecast';
import { Button, IconButton } from '../../ui/button';
import { play } from '../player/player';
import { useSpokenParts } from './use-spoken';

/** The lines of a dialogue: each can be heard from its beginning, and spoken again alone. */
export default function Lines({ job, item }: { job: Job; item: MediaItem }) {
  const parts = useSpokenParts(item);
  const [open, setOpen] = useState<number | null>(null);
  const list = useRef<HTMLOListElement>(null);
  /** The form goes with the button that closed it: the one that opened it has the focus again. */
  const close = (index: number) => {
    list.current?.children[index]?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
    setOpen(null);
  };
  let start = 0;
  return (
    <ol ref={list} aria-label="Lines" className="mt-1 grid gap-1">
      {parts.map((part, index) => {
        const startMs = start;
        start += part.durationMs;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other id, and their order is fixed.
          <li key={index}>
            <div className="flex items-center gap-2">
              <IconButton
                icon={Play}
                label={`Play line ${index + 1}`}
                onClick={() => void play(item.id, startMs / 1_000)}
              />
              <span className="w-20 flex-none truncate font-semibold" title={part.speaker}>
                {part.speaker}
              </span>
              <span className="min-w-0 flex-1 truncate" title={part.text}>
                {part.text}
              </span>
              <span className="flex-none text-credit max-[560px]:hidden">
                {costText(job.parts[index]?.cost ?? null) ?? ''}
              </span>
              <Button
                tone="quiet"
                className="flex-none"
                aria-expanded={open === index}
                onClick={() => setOpen(open === index ? null : index)}
              >
                Speak again…
              </Button>
            </div>
            {open === index && <LineForm {...{ job, index, part }} onDone={() => close(index)} />}
          </li>
        );
      })}
    </ol>
  );
}

const intents = createIntents();
const presses = createPresses();

interface LineFormProps {
  job: Job;
  index: number;
  part: SpokenPart;
  onDone: () => void;
}

/** Text and voice of one line; only this line is paid, and the file of before stays. */
function LineForm({ job, index, part, onDone }: LineFormProps) {
  const [text, setText] = useState(part.text);
  const [voice, setVoice] = useState(part.voice ?? '');
  const id = useId();
  const offered = useCapabilities(job.model)?.voices ?? [];
  const intent: SpendingIntent | null =
    text.trim() === ''
      ? null
      : {
          kind: 'job',
          modality: 'speech',
          model: job.model,
          prompt: text,
          parameters: withVoices(job.parameters, {}),
          extra: job.extra,
          profileId: job.profileId,
        };
  const forecast = useForecast(intent, settleMs);
  const cost = forecast === null ? null : (estimateText(forecast) ?? 'cost unknown');
  const speak = async () => {
    const request = { id: job.id, part: index, text: text.trim(), voice };
    const name = JSON.stringify(request);
    if (intent === null || presses.isRepeated(name, request)) return;
    const answer = await intents.ask(name, (newId, isConfirmed) =>
      call('jobs.speakLine', { ...request, newId, isConfirmed }),
    );
    if (answer === null) return;
    if (!answer.ok) return showProblem('Couldn’t speak the line again', answer.error);
    presses.accepted(name, request);
    announce('Speaking the line again');
    onDone();
  };
  return (
    <form
      aria-label={`Line ${index + 1}`}
      className="my-1 ml-9 grid gap-2 rounded-card border border-line bg-background p-3"
      onSubmit={(event) => {
        event.preventDefault();
        void speak();
      }}
    >
      <label htmlFor={`${id}-text`}>Text</label>
      <textarea
        id={`${id}-text`}
        value={text}
        rows={2}
        onChange={(event) => setText(event.target.value)}
        className="field h-auto py-1 [field-sizing:content]"
      />
      <div className="flex flex-wrap items-center gap-2">
        <label htmlFor={`${id}-voice`}>Voice</label>
        <input
          id={`${id}-voice`}
          list={`${id}-voices`}
          value={voice}
          placeholder="Model default"
          onChange={(event) => setVoice(event.target.value.trim())}
          className="field compact w-36"
        />
        <datalist id={`${id}-voices`}>
          {offered.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        <p className="min-w-0 flex-1 text-muted">Makes a new file; this one stays.</p>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" tone="primary" aria-disabled={intent === null}>
          Speak again{cost !== null && ` · ${cost}`}
        </Button>
      </div>
    </form>
  );
}
