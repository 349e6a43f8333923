import { SlidersHorizontal, Trophy, X } from 'lucide-react';
import { type KeyboardEvent, useId, useMemo, useRef } from 'react';
import { compareColumns } from '../../../shared/lab/compare';
import type { MediaModality } from '../../../shared/modalities/modalities';
import { commandAt } from '../../commands/shortcuts';
import { TranscriptView } from '../../parts/chat/transcript';
import { modelsToCompare } from '../../parts/comparisons/start-of-comparison';
import { useFieldHistory } from '../../parts/composer/use-field-history';
import { ModelCombobox } from '../../parts/models/model-picker';
import { loadModelsOf, useModelsOf } from '../../parts/models/profile-models';
import { useCoreState } from '../../state/core/core-state';
import { openColumn } from '../../state/ui/columns';
import { type ColumnView, type CompareView, columnLetter, useCompareDraft } from '../../state/ui/compares';
import { IconButton } from '../../ui/button';
import { ColumnEnd } from './column-end';
import type { CompareColumnProps } from './column-props';
import { sendRound, setColumn, setPrompt, takeOutColumn } from './compare-actions';
import { textLabel } from './labels';
import { MediaColumn } from './media-column';
import { columnInputs } from './planned-round';

/** One model's column: the model, its results, its figures. */
export function CompareColumn(props: CompareColumnProps) {
  const { view, column, index, job } = props;
  const isWinner = view.comparison?.winnerId === column.id;
  return (
    <section
      aria-label={`Column ${columnLetter(index)}`}
      data-winner={isWinner ? '' : undefined}
      className="flex min-h-0 min-w-[272px] flex-1 basis-0 flex-col border-line border-r last:border-r-0 data-[winner]:bg-accent/5"
    >
      <ColumnHeader {...props} isWinner={isWinner} />
      <ColumnProfile view={view} column={column} index={index} />
      {view.modality !== 'chat' && <ColumnInputs modality={view.modality} view={view} column={column} />}
      {view.modality === 'chat' ? (
        <ChatColumn column={column} index={index} />
      ) : (
        <MediaColumn modality={view.modality} job={job} index={index} />
      )}
      <ColumnEnd {...props} isWinner={isWinner} />
      {!view.isSamePrompt && <ColumnPrompt view={view} column={column} index={index} />}
    </section>
  );
}

function ColumnHeader({ view, shown, column, index, isWinner }: CompareColumnProps & { isWinner: boolean }) {
  const all = useModelsOf(column.profileId);
  const models = useMemo(() => modelsToCompare(all, view.modality), [all, view.modality]);
  const letter = columnLetter(index);
  const showSettings = () => {
    shown.showColumn(column.id);
    openColumn(view.modality, 'side');
  };
  return (
    <div className="flex h-11 flex-none items-center gap-1.5 border-line border-b px-2">
      <span aria-hidden className="w-4 flex-none text-center font-semibold text-muted">
        {letter}
      </span>
      {isWinner && (
        <span className="inline-flex flex-none items-center gap-1 font-semibold text-ok text-sm">
          <Trophy className="icon size-3.5" aria-hidden />
          Winner
        </span>
      )}
      <ModelCombobox
        model={column.model}
        models={models}
        profileId={column.profileId}
        onChoose={(model) => setColumn(view.key, column.id, { model })}
      />
      {!view.isTied && (
        <IconButton
          icon={SlidersHorizontal}
          label={`Settings of column ${letter}`}
          aria-pressed={shown.columnId === column.id}
          onClick={showSettings}
        />
      )}
      {view.columns.length > compareColumns.fewest && (
        <IconButton
          icon={X}
          label={`Remove column ${letter}`}
          onClick={() => void takeOutColumn(view.key, column)}
        />
      )}
    </div>
  );
}

/** The chat of a column, with the commands of any chat. */
function ChatColumn({ column, index }: { column: ColumnView; index: number }) {
  const { conversationId } = column;
  const isGone = useCoreState(({ removedIds }) => conversationId !== null && removedIds.has(conversationId));
  if (isGone) {
    return (
      <p className="min-h-0 flex-1 p-5 text-muted">
        This chat was deleted. The next message starts a new one.
      </p>
    );
  }
  return (
    <TranscriptView
      key={conversationId}
      conversationId={conversationId}
      label={`Conversation ${columnLetter(index)}`}
      empty={<p className="p-5 text-muted">Waiting for a message</p>}
    />
  );
}

interface ColumnProfileProps {
  view: CompareView;
  column: ColumnView;
  index: number;
}

/** The profile that a column is sent with, and paid by; only where there are several. */
function ColumnProfile({ view, column, index }: ColumnProfileProps) {
  const profiles = useCoreState(({ app }) => app?.profiles);
  const activeId = useCoreState(({ app }) => app?.activeProfileId ?? '');
  if (profiles === undefined || profiles.length < 2) return null;
  const choose = async (profileId: string) => {
    setColumn(view.key, column.id, { profileId });
    const models = modelsToCompare(await loadModelsOf(profileId), view.modality);
    const [first] = models;
    // A gateway without a list keeps the id that was typed.
    if (first !== undefined && !models.some(({ id }) => id === column.model))
      setColumn(view.key, column.id, { model: first.id });
  };
  return (
    <div className="flex h-8 flex-none items-center border-line border-b px-2 text-sm">
      <select
        aria-label={`Profile of column ${columnLetter(index)}`}
        value={column.profileId ?? activeId}
        onChange={(event) => void choose(event.target.value)}
        className="field compact w-full min-w-0 border-transparent bg-transparent pl-1 text-muted hover:bg-hover"
      >
        {profiles.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

interface ColumnInputsProps {
  modality: MediaModality;
  view: CompareView;
  column: ColumnView;
}

/** What the model of a column gets of the inputs otherwise than the form has it. */
function ColumnInputs({ modality, view, column }: ColumnInputsProps) {
  const { inputs } = useCompareDraft(view.key);
  // Read again when they change.
  useModelsOf(column.profileId);
  if (inputs === undefined || column.model === null) return null;
  const { notes } = columnInputs(modality, column, inputs);
  if (notes.length === 0) return null;
  return <p className="flex-none border-line border-b px-3 py-1.5 text-sm text-warn">{notes.join(' ')}</p>;
}

interface ColumnPromptProps {
  view: CompareView;
  column: ColumnView;
  index: number;
}

/** The prompt of this column alone. */
function ColumnPrompt({ view, column, index }: ColumnPromptProps) {
  const id = useId();
  const typed = useCompareDraft(view.key).prompts[column.id] ?? '';
  const input = useRef<HTMLTextAreaElement>(null);
  useFieldHistory(input, typed);
  const label = `${textLabel(view.modality)} ${columnLetter(index)}`;
  const onKeyDown = (event: KeyboardEvent) => {
    if (commandAt(event.nativeEvent, 'composer')?.id !== 'composer.sendAlways') return;
    event.preventDefault();
    if (!event.nativeEvent.repeat) void sendRound(view.key, view.modality);
  };
  return (
    <div className="flex-none px-3 pb-2">
      <label htmlFor={id} className="text-muted text-sm">
        {label}
      </label>
      <textarea
        ref={input}
        id={id}
        rows={2}
        value={typed}
        onChange={(event) => setPrompt(view.key, column.id, event.target.value)}
        onKeyDown={onKeyDown}
        className="field max-h-40 min-h-[52px] resize-none [field-sizing:content]"
      />
    </div>
  );
}
