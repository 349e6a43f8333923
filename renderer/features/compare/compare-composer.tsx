import { ArrowUp, Square, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import type { ModalityId } from '../../../shared/modalities/modalities';
import { aboutText, type CostForecast, estimateText, isWorthShowing } from '../../../shared/money/estimate';
import { inputSlots } from '../../../shared/run/inputs';
import { readChoices } from '../../../shared/run/prompt-choices';
import { extraOf } from '../../../shared/run/setup';
import { commandAt } from '../../commands/shortcuts';
import { useKeys } from '../../commands/use-keys';
import { selectSent } from '../../lib/select-sent';
import { pageModalities } from '../../media/modalities/page-modalities';
import { directionFor } from '../../parts/composer/direction';
import { ignoreHeldKey } from '../../parts/composer/held-key';
import { sendsBy } from '../../parts/composer/send-key';
import { useFieldHistory } from '../../parts/composer/use-field-history';
import { hasExtraMistake } from '../../parts/run-settings/form-extra';
import { useCoreState } from '../../state/core/core-state';
import { mediaUrl } from '../../state/core/media-url';
import { type CompareView, compareDraft, setCompareDraft, useCompareDraft } from '../../state/ui/compares';
import { useUiState } from '../../state/ui/ui-state';
import { type SpendingIntent, useForecastOf } from '../../state/use-forecast';
import { ErrorCard } from '../../ui/alert';
import { Button, IconButton } from '../../ui/button';
import { classes } from '../../ui/classes';
import { pickColumn, sendRound, stopColumns } from './compare-actions';
import { extraKey } from './extra-key';
import { sendLabel, textLabel } from './labels';
import { missingOfColumns, plannedRound } from './planned-round';

/** One composer for all columns; only Send stays where each has its own prompt. */
export function CompareComposer({ view }: { view: CompareView }) {
  const { key, modality, isSamePrompt } = view;
  const { error } = useCompareDraft(key);
  const blocked = useBlocker(view);
  const isWriting = view.comparison?.isRunning === true;
  const submit = () => {
    if (blocked !== null || (isWriting && modality === 'chat')) return;
    const { text } = compareDraft(key);
    void sendRound(key, modality).then((isSent) => isSent && selectSent('composer', text));
  };
  return (
    <div
      className={classes(
        'flex-none border-line border-t bg-background px-5 pt-3 pb-3',
        // In a low window the page scrolls below it; not below an error, which may be higher than the window.
        error === undefined && 'sticky bottom-0 z-10',
      )}
    >
      <div className="mx-auto flex max-w-[1000px] flex-col gap-2">
        {error !== undefined && <ErrorCard error={error} />}
        <form
          className="rounded-card border border-line bg-raised shadow-float focus-within:border-accent"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <RoundInputs view={view} />
          {isSamePrompt && <CommonText view={view} onSubmit={submit} />}
          <div className="flex flex-wrap items-center gap-3 py-2 pr-2 pl-4">
            <Hint view={view} blocked={blocked} />
            <Sending view={view} isWriting={isWriting} isBlocked={blocked !== null} />
          </div>
        </form>
      </div>
    </div>
  );
}

/** What all columns are made from; each can be taken out. */
function RoundInputs({ view: { key } }: { view: CompareView }) {
  const { inputs } = useCompareDraft(key);
  if (inputs === undefined) return null;
  return (
    <section aria-label="Inputs" className="flex flex-wrap items-center gap-2 px-3 pt-3">
      {inputs.map(({ role, file }, position) => (
        <span
          key={`${role} ${file.id}`}
          className="flex h-10 items-center gap-2 rounded-control border border-line bg-panel pl-1 text-sm"
          title={file.name}
        >
          {file.kind === 'image' && (
            <img
              src={mediaUrl(file.id, file.hasThumbnail ? 'thumbnail' : 'item')}
              alt=""
              className="size-8 rounded-control object-cover"
            />
          )}
          {inputSlots[role].label}
          <IconButton
            icon={X}
            label={`Remove ${inputSlots[role].label}`}
            onClick={() => {
              const rest = inputs.filter((_, index) => index !== position);
              setCompareDraft(key, { inputs: rest.length === 0 ? undefined : rest, error: undefined });
            }}
          />
        </span>
      ))}
    </section>
  );
}

function CommonText({ view: { key, modality }, onSubmit }: { view: CompareView; onSubmit: () => void }) {
  const { text } = useCompareDraft(key);
  const sendKey = useCoreState(({ app }) => app?.settings.sendKey ?? 'enter');
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  useFieldHistory(input, text);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const command = commandAt(event.nativeEvent, 'composer')?.id;
    // On media tabs, Enter is a new line, as outside a comparison.
    if (!sendsBy(command, modality === 'chat' ? sendKey : 'ctrl-enter')) return;
    event.preventDefault();
    if (!event.nativeEvent.repeat) onSubmit();
  };
  return (
    <textarea
      ref={input}
      aria-label={textLabel(modality)}
      data-focus="composer"
      dir={directionFor(text)}
      rows={1}
      placeholder={modality === 'chat' ? 'Message all models…' : pageModalities[modality].placeholder}
      value={text}
      onChange={(event) => setCompareDraft(key, { text: event.target.value, error: undefined })}
      onKeyDown={onKeyDown}
      className="block max-h-[24vh] min-h-[44px] w-full resize-none overflow-y-auto rounded-card bg-transparent px-4 pt-3 pb-1 outline-none [field-sizing:content]"
    />
  );
}

function Hint({ view, blocked }: { view: CompareView; blocked: string | null }) {
  const { comparison, modality } = view;
  const { text } = useCompareDraft(view.key);
  const asWritten = blocked === null && view.isSamePrompt && modality !== 'chat' && readChoices(text.trim());
  const sendKey = useCoreState(({ app }) => app?.settings.sendKey ?? 'enter');
  const isOver = modality === 'chat' && comparison?.winnerId != null;
  const always = useKeys('composer.sendAlways').text ?? 'Send';
  const key = modality === 'chat' && sendKey === 'enter' && view.isSamePrompt ? 'Enter' : always;
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2">
      {asWritten ? (
        <p className="min-w-0 text-sm text-warn">
          A comparison sends choices in braces as written. One model makes a set of them.
        </p>
      ) : (
        <p className={`min-w-0 text-sm ${blocked === null ? 'truncate text-muted' : 'text-warn'}`}>
          {blocked ?? `${key} sends to all ${view.columns.length} columns`}
        </p>
      )}
      {isOver && (
        <Button className="flex-none" onClick={() => void pickColumn(comparison.id, null)}>
          Compare on
        </Button>
      )}
    </div>
  );
}

interface SendingProps {
  view: CompareView;
  isWriting: boolean;
  isBlocked: boolean;
}

/** Send with its possible cost; while replies are streaming, a button that stops them all. */
function Sending({ view, isWriting, isBlocked }: SendingProps) {
  const { key, modality, columns } = view;
  const isEmpty = useIsEmpty(view);
  const { sending = false } = useCompareDraft(key);
  const ahead = useCompareForecast(key, modality);
  const inButton = ahead !== null && isWorthShowing(ahead) ? estimateText(ahead) : null;
  const canSend = !isWriting || modality !== 'chat';
  return (
    <>
      {canSend && <AheadText ahead={ahead} columns={columns.length} isInButton={inButton !== null} />}
      {isWriting && (
        <Button className="flex-none" onClick={() => void stopColumns(columns)}>
          <Square className="icon size-3.5" aria-hidden />
          Stop all
        </Button>
      )}
      {canSend && (
        <Button
          type="submit"
          tone="primary"
          className="flex-none"
          onKeyDown={ignoreHeldKey}
          aria-disabled={sending || isEmpty || isBlocked}
        >
          <ArrowUp className="icon" aria-hidden />
          {sendLabel(modality)}
          {inButton !== null && ` · ${inButton}`}
        </Button>
      )}
    </>
  );
}

interface AheadTextProps {
  ahead: CostForecast | null;
  columns: number;
  isInButton: boolean;
}

/** `≈ 0.9–2.4 cr for 3 columns`. */
function AheadText({ ahead, columns, isInButton }: AheadTextProps) {
  if (ahead === null) return null;
  const { unpriced } = ahead;
  const text = estimateText(ahead);
  const unknown = unpriced === 0 ? '' : ` · price of ${unpriced} unknown`;
  return (
    <p className="flex-none text-muted text-sm" data-cost-ahead>
      {text !== null && !isInButton && `${aboutText(text)} `}
      for {columns} columns{unknown}
    </p>
  );
}

function useIsEmpty({ key, columns, isSamePrompt }: CompareView): boolean {
  return useUiState(({ compares }) => {
    const draft = compares[key];
    if (draft === undefined) return true;
    if (isSamePrompt) return draft.text.trim() === '';
    return columns.some(({ id }) => (draft.prompts[id] ?? '').trim() === '');
  });
}

/** Why nothing can be sent now, in a sentence. */
function useBlocker(view: CompareView): string | null {
  const { modality, comparison, columns } = view;
  const missing = useMissingOfColumn(view);
  const hasMistake = useUiState(({ extraTexts }) =>
    columns.some(({ id, setup }) => hasExtraMistake(modality, extraTexts[extraKey(id)], extraOf(setup))),
  );
  if (hasMistake) return 'Correct the extra parameters in the run settings first';
  if (columns.some(({ model }) => model === null)) return 'Choose a model for every column first';
  if (modality !== 'chat') return missing;
  if (comparison?.winnerId != null)
    return 'The winner is now an ordinary chat. Undo the pick to continue comparing';
  if (comparison?.isRunning) return 'You can send the next message when all columns have finished';
  return null;
}

/** The first column whose model requires an input that the round doesn't have, in a sentence. */
function useMissingOfColumn({ key, modality, columns }: CompareView): string | null {
  const { inputs } = useCompareDraft(key);
  const models = useCoreState(({ app }) => app?.catalogue.models);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the models of the active profile are read from its store.
  return useMemo(() => missingOfColumns(modality, columns, inputs), [modality, columns, inputs, models]);
}

/** What all columns together are likely to cost. */
function useCompareForecast(key: string, modality: ModalityId): CostForecast | null {
  return useForecastOf(
    () => roundIntent(key, modality),
    () => {
      const { app, comparisons } = useCoreState.getState();
      return [useUiState.getState().compares[key], comparisons, app?.catalogue.models];
    },
    `${modality} ${key}`,
  );
}

/** `null` while there is nothing to send. */
function roundIntent(key: string, modality: ModalityId): SpendingIntent | null {
  const { round } = plannedRound(key, modality);
  return round.columns.length === 0 ? null : ({ kind: 'compare', ...round } as SpendingIntent);
}
