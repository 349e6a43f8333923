/** A field of JSON with completion by its schema and the place of what is wrong. */
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { isSubmitKey } from '../../lib/submit-key';
import { insertText } from '../prompts/insert-text';
import type { BodyProblem } from './body-check';
import type { BodyPart } from './body-schema';
import CheckWorker from './check-worker?worker';
import { type Completion, completionNow, completionsAt } from './complete-json';

interface JsonAreaProps {
  label: string;
  /** What it begins with; it keeps its text itself, since a long one would be slow to draw with each key. */
  text: string;
  part: BodyPart;
  area: RefObject<HTMLTextAreaElement | null>;
}

const pauseMs = 120;

export function JsonArea({ label, text, part, area }: JsonAreaProps) {
  const id = useId();
  const { problem, later } = useBodyCheck(part);
  const { offered, chosen, close, take, onKeyDown, offer } = useCompletions(area, part);
  const read = () => area.current?.value ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens.
  useEffect(() => later(read), []);
  const isOpen = offered.length > 0;
  return (
    <div className="relative flex min-h-40 flex-1 flex-col">
      <label htmlFor={id} className="mb-1 text-muted">
        {label}
      </label>
      <textarea
        id={id}
        ref={area}
        // biome-ignore lint/a11y/noAutofocus: the dialog is for this field.
        autoFocus
        spellCheck={false}
        autoComplete="off"
        wrap="off"
        defaultValue={text}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={isOpen ? `${id}-${chosen}` : undefined}
        aria-invalid={problem?.isBlocking === true}
        aria-describedby={`${id}-help`}
        onInput={() => {
          later(read);
          offer(pauseMs);
        }}
        onKeyDown={(event) => (isSubmitKey(event) ? close() : onKeyDown(event))}
        onBlur={close}
        className="field min-h-0 flex-1 resize-none whitespace-pre font-mono text-sm"
      />
      {isOpen && <Completions id={id} offered={offered} chosen={chosen} onTake={take} />}
      <p id={`${id}-help`} className={`mt-1 text-sm ${problem ? 'text-bad' : 'text-muted'}`}>
        {problem ? (
          <>
            Line {problem.line}
            {problem.column !== undefined && `, column ${problem.column}`}
            {problem.path !== '' && <code className="font-mono"> {problem.path}</code>}: {problem.why}
            {!problem.isBlocking && ' by OpenAI’s reference. It can be applied as it is.'}
          </>
        ) : (
          'Ctrl+Space shows what can go here.'
        )}
      </p>
    </div>
  );
}

interface CompletionsProps {
  id: string;
  offered: readonly Completion[];
  chosen: number;
  onTake: (completion: Completion) => void;
}

function Completions({ id, offered, chosen, onTake }: CompletionsProps) {
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label="Completions"
      className="floating absolute bottom-8 left-3 max-h-56 min-w-52 overflow-y-auto p-1"
    >
      {offered.map((one, at) => (
        // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the field keeps the focus and its keys choose.
        <div
          key={one.label}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === chosen}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(one)}
          className="rounded-control px-3 py-1 font-mono text-sm aria-selected:bg-hover aria-selected:outline-1 aria-selected:outline-accent"
        >
          {one.label}
        </div>
      ))}
    </div>
  );
}

function useCompletions(area: RefObject<HTMLTextAreaElement | null>, part: BodyPart) {
  const [offered, setOffered] = useState<readonly Completion[]>([]);
  const [chosen, setChosen] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const close = () => {
    clearTimeout(timer.current);
    setOffered([]);
  };
  const offer = (afterMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const field = area.current;
      if (field === null || field.selectionStart !== field.selectionEnd) return;
      setChosen(0);
      setOffered(completionsAt(field.value, field.selectionStart, part));
    }, afterMs);
  };
  /** Whether it was taken: the text or the caret may have changed since it was offered. */
  const take = ({ label }: Completion): boolean => {
    const field = area.current;
    const now = field && completionNow(field, part, label);
    if (now !== null) {
      const { start, end, insert } = now;
      insertText(field as HTMLTextAreaElement, start, end, insert);
      // Into the quotes or brackets of an empty value.
      const at = start + insert.length - (/(?:""|\[\]|\{\})$/.test(insert) ? 1 : 0);
      field?.setSelectionRange(at, at);
    }
    close();
    return now !== null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      return offer(0);
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const one = offered[chosen];
    if (one === undefined) return;
    if (step !== undefined) setChosen((chosen + step + offered.length) % offered.length);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Tab') take(one);
    else if (event.key !== 'Enter' || !take(one)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { offered, chosen, close, take, onKeyDown, offer };
}

/** Typing goes on meanwhile: only a pause is checked. */
const checkPauseMs = 250;

export interface BodyCheck {
  /** Of the newest text that was checked; `undefined` before the first. */
  readonly problem: BodyProblem | null | undefined;
  /** Checks what the field holds, once no more is typed. */
  readonly later: (read: () => string) => void;
}

function useBodyCheck(part: BodyPart): BodyCheck {
  const [problem, setProblem] = useState<BodyProblem | null>();
  const worker = useRef<Worker | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const newest = useRef(0);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      worker.current?.terminate();
      worker.current = null;
    },
    [],
  );
  const check = (text: string) => {
    newest.current += 1;
    if (worker.current === null) {
      worker.current = new CheckWorker({ name: 'request check' });
      worker.current.addEventListener(
        'message',
        ({ data }: MessageEvent<{ id: number; problem: BodyProblem | null }>) => {
          if (data.id === newest.current) setProblem(data.problem);
        },
      );
    }
    worker.current.postMessage({ id: newest.current, text, part });
  };
  return {
    problem,
    later(read) {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => check(read()), checkPauseMs);
    },
  };
}
