import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { type MouseEvent, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { MessageRole } from '../../../../shared/chat/parts';
import { Button, IconButton } from '../../../ui/button';
import { TextField } from '../../../ui/fields';
import { FileInput } from '../../../ui/file-input';
import { directionFor } from '../../composer/direction';
import { FileWayField } from './file-way-field';
import { argumentsProblem, type PartDraft, type TurnDraft, withMoved } from './turn-draft';

const labels: Readonly<Record<PartDraft['kind'], string>> = {
  text: 'Text',
  reasoning: 'Reasoning',
  refusal: 'Refusal',
  toolCall: 'Arguments',
  toolResult: 'Result',
  json: 'JSON',
  file: 'File',
};

interface TurnPartsProps {
  draft: TurnDraft;
  /** `null` is a new chat. */
  conversationId: string | null;
  onChange: (draft: TurnDraft) => void;
  onFiles: (files: readonly File[]) => void;
}

/** The parts of a message, each as a field, and what can be added to one of its role. */
export function TurnParts({ draft, conversationId, onChange, onFiles }: TurnPartsProps) {
  const { role, parts } = draft;
  const chooser = useRef<HTMLInputElement>(null);
  const change = (key: string, next: Partial<PartDraft>) =>
    onChange({
      role,
      parts: parts.map((part) => (part.key === key ? ({ ...part, ...next } as PartDraft) : part)),
    });
  return (
    <div className="flex flex-col gap-3">
      {parts.map((part, at) => (
        <PartField
          key={part.key}
          part={part}
          at={at + 1}
          count={parts.length}
          conversationId={conversationId}
          onMove={(by) => onChange({ role, parts: withMoved(parts, part.key, by) })}
          onChange={(next) => change(part.key, next)}
          onRemove={() => onChange({ role, parts: parts.filter(({ key }) => key !== part.key) })}
        />
      ))}
      <div className="flex flex-wrap gap-2">
        {addable(role).map((part) => (
          <Button
            key={part.kind}
            onClick={() =>
              onChange({ role, parts: [...parts, { ...part, key: crypto.randomUUID() } as PartDraft] })
            }
          >
            {addLabels[part.kind]}
          </Button>
        ))}
        {role !== 'tool' && <Button onClick={() => chooser.current?.click()}>Add file…</Button>}
        <FileInput input={chooser} label="Files of the message" multiple onFiles={onFiles} />
      </div>
    </div>
  );
}

interface Empty {
  readonly kind: 'text' | 'reasoning' | 'toolCall' | 'toolResult';
  readonly text: string;
  /** Of a call, and of the result of one. */
  readonly id?: string;
  readonly name?: string;
}

const addLabels: Readonly<Record<Empty['kind'], string>> = {
  text: 'Add text',
  reasoning: 'Add reasoning',
  toolCall: 'Add tool call',
  toolResult: 'Add result',
};

function addable(role: MessageRole): readonly Empty[] {
  const call = {
    kind: 'toolCall' as const,
    text: '{}',
    id: `call_${crypto.randomUUID().slice(0, 8)}`,
    name: '',
  };
  if (role === 'tool') return [{ kind: 'toolResult', text: '', id: '', name: '' }];
  const said = [{ kind: 'text' as const, text: '' }];
  return role === 'assistant' ? [...said, { kind: 'reasoning', text: '' }, call] : said;
}

interface PartFieldProps {
  part: PartDraft;
  at: number;
  count: number;
  conversationId: string | null;
  onMove: (by: 1 | -1) => void;
  onChange: (next: Partial<PartDraft>) => void;
  onRemove: () => void;
}

function PartField({ part, at, count, conversationId, onMove, onChange, onRemove }: PartFieldProps) {
  const id = useId();
  const label = count === 1 ? labels[part.kind] : `${labels[part.kind]} (part ${at} of ${count})`;
  const hint = argumentsProblem(part);
  const remove = (
    <>
      {count > 1 && <MoveButtons {...{ label, at, count, onMove }} />}
      <IconButton icon={X} label={`Remove ${label}`} onClick={onRemove} />
    </>
  );
  if (part.kind === 'file')
    return (
      <p className="flex items-center gap-2">
        <span className="text-muted">{label}</span>
        <bdi className="min-w-0 flex-1 truncate">{part.text}</bdi>
        {part.file !== undefined && (
          <FileWayField
            file={part.file}
            label={label}
            conversationId={conversationId}
            onChange={(way) => part.file && onChange({ file: { ...part.file, way } })}
          />
        )}
        {remove}
      </p>
    );
  const isCode = part.kind === 'toolCall' || part.kind === 'json';
  return (
    <div className="flex flex-col gap-1">
      {(part.kind === 'toolCall' || part.kind === 'toolResult') && (
        <div className="grid grid-cols-2 gap-2">
          <TextField
            label="Tool"
            value={part.name}
            onChange={({ target }) => onChange({ name: target.value })}
          />
          <TextField
            label="Call id"
            value={part.id}
            onChange={({ target }) => onChange({ id: target.value })}
          />
        </div>
      )}
      <div className="flex items-end gap-2">
        <label htmlFor={id} className="flex-1 text-muted">
          {label}
        </label>
        {remove}
      </div>
      <textarea
        id={id}
        dir={isCode ? 'ltr' : directionFor(part.text)}
        value={part.text}
        spellCheck={!isCode}
        aria-describedby={hint === null ? undefined : `${id}-hint`}
        onChange={({ target }) => onChange({ text: target.value })}
        className={`field max-h-[50vh] min-h-24 py-2 [field-sizing:content] ${isCode ? 'font-mono' : ''}`}
      />
      {hint !== null && (
        <p id={`${id}-hint`} className="text-sm text-warn">
          {hint}
        </p>
      )}
    </div>
  );
}

type MoveButtonsProps = Pick<PartFieldProps, 'at' | 'count' | 'onMove'> & { label: string };

/** The order of the parts is that in which the model gets them. */
function MoveButtons({ label, at, count, onMove }: MoveButtonsProps) {
  const move = (by: 1 | -1) => (event: MouseEvent<HTMLButtonElement>) => {
    const button = event.currentTarget;
    // An element that changes its place loses the focus.
    flushSync(() => onMove(by));
    button.focus();
  };
  return (
    <>
      <IconButton icon={ArrowUp} label={`Move ${label} up`} aria-disabled={at === 1} onClick={move(-1)} />
      <IconButton
        icon={ArrowDown}
        label={`Move ${label} down`}
        aria-disabled={at === count}
        onClick={move(1)}
      />
    </>
  );
}
