import { type KeyboardEvent, type RefObject, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { type MediaModality, modalities } from '../../../shared/modalities/modalities';
import { readChoices } from '../../../shared/run/prompt-choices';
import { addInputFirst } from '../../../shared/run/required-inputs';
import { commandAt } from '../../commands/shortcuts';
import { useKeys } from '../../commands/use-keys';
import { focusName } from '../../lib/focus';
import { pageModalities } from '../../media/modalities/page-modalities';
import { openNewComparison } from '../../parts/comparisons/comparison-actions';
import { ignoreHeldKey } from '../../parts/composer/held-key';
import { useFieldHistory } from '../../parts/composer/use-field-history';
import { type CostWords, costWords } from '../../parts/credits/cost-text';
import { insertText } from '../../parts/prompts/insert-text';
import { PromptTools } from '../../parts/prompts/prompt-tools';
import { SlashPrompts } from '../../parts/prompts/slash-prompts';
import { FilledExtraNote } from '../../parts/run-settings/filled-extra-note';
import { useHasExtraMistake } from '../../parts/run-settings/form-extra';
import { useCoreState } from '../../state/core/core-state';
import {
  chosenFormModel,
  formOf,
  requestOf,
  setForm,
  useForm,
  useFormModel,
  useOfForm,
} from '../../state/ui/forms';
import { useUiState } from '../../state/ui/ui-state';
import { type SpendingIntent, useForecastOf } from '../../state/use-forecast';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { lazy, Suspense } from '../../ui/later';
import { takesInputs } from './input-files';
import { PromptHelpers } from './prompt-helpers';
import { SendDialogs, useSend } from './send-question';
import { useMissingInput } from './use-missing-input';

const InputSlots = lazy(() => import('./input-slots'));
const Dialogue = lazy(() => import('./dialogue'));

/** The prompt with its estimated cost. */
export function PromptForm({ modality, onAccepted }: { modality: MediaModality; onAccepted: () => void }) {
  const form = useForm(modality);
  const { label } = modalities[modality].text;
  const blocked = useBlocker(modality);
  const input = useRef<HTMLTextAreaElement>(null);
  const cost = useCost(modality);
  useFieldHistory(input, form.text);
  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    if (input.current !== null) caretToEnd(input.current);
  }, []);
  const { question, ask, submit, send } = useSend(modality, onAccepted, blocked !== null);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const command = commandAt(event.nativeEvent, 'composer');
    if (command?.id === 'composer.sendAlways') {
      event.preventDefault();
      if (!event.nativeEvent.repeat) submit();
    } else if (command?.id === 'composer.last' && form.text === '') bringLast(event, modality);
    else if (event.key === 'Escape' && !event.defaultPrevented) focusName('stage');
  };
  return (
    <div
      className={`flex-none bg-background px-5 pt-2 pb-3 [@media(max-height:719px)]:pb-2 ${form.error === undefined ? 'sticky bottom-0 z-10' : ''}`}
    >
      <div className="mx-auto flex max-w-[1000px] flex-col gap-2">
        {form.error !== undefined && <ErrorCard error={form.error} />}
        <FilledExtraNote
          extraKey={modality}
          extra={form.extra}
          onRemove={() => setForm(modality, { extra: undefined })}
        />
        <form
          className="relative rounded-card border border-line bg-raised shadow-float focus-within:border-accent"
          {...takesInputs(modality)}
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Suspense fallback={null}>
            <InputSlots modality={modality} />
          </Suspense>
          <textarea
            ref={input}
            aria-label={label}
            data-focus="composer"
            rows={1}
            placeholder={pageModalities[modality].placeholder}
            value={form.text}
            onChange={(event) => setForm(modality, { text: event.target.value, error: undefined })}
            onKeyDown={onKeyDown}
            className="block max-h-[34vh] min-h-[60px] w-full resize-none [@media(max-height:719px)]:min-h-10 overflow-y-auto rounded-card bg-transparent px-4 pt-3 pb-1 outline-none [field-sizing:content]"
          />
          <FormEnd modality={modality} blocked={blocked} input={input} cost={cost} />
        </form>
        <SendDialogs {...{ modality, question, cost, send }} onClose={() => ask(null)} />
      </div>
    </div>
  );
}

interface FormEndProps {
  modality: MediaModality;
  blocked: string | null;
  input: RefObject<HTMLTextAreaElement | null>;
  cost: CostWords | null;
}

function FormEnd({ modality, blocked, input, cost }: FormEndProps) {
  const { text, sending } = useForm(modality);
  const keys = useKeys('composer.sendAlways');
  const Icon = pageModalities[modality].icon;
  const isEmpty = text.trim() === '';
  const { isOptional = false } = modalities[modality];
  return (
    <>
      {modality === 'speech' && (
        <Suspense fallback={null}>
          <Dialogue />
        </Suspense>
      )}
      <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 py-2 pr-2 pl-2">
        <PromptTools input={input} modality={modality} />
        <SlashPrompts input={input} />
        <PromptHelpers {...{ modality, input }} />
        <FormNote {...{ modality, text, blocked }} keys={keys.text} />
        {pageModalities[modality].isByLength && !isEmpty && (
          <span className="flex-none text-muted text-sm">
            {text.trim().length.toLocaleString('en')} characters
          </span>
        )}
        <AlsoWith modality={modality} />
        {cost !== null && cost.inButton === null && (
          <span className="flex-none text-muted text-sm" title={cost.title}>
            {cost.text}
          </span>
        )}
        <Button
          type="submit"
          tone="primary"
          className="flex-none"
          onKeyDown={ignoreHeldKey}
          title={cost === null || cost.inButton === null ? undefined : cost.title}
          aria-disabled={sending || (isEmpty && !isOptional) || blocked !== null}
          aria-keyshortcuts={keys.aria}
        >
          <Icon className="icon" aria-hidden />
          Generate
          {cost !== null && cost.inButton !== null && ` · ${cost.inButton}`}
        </Button>
      </div>
    </>
  );
}

interface FormNoteProps {
  modality: MediaModality;
  text: string;
  blocked: string | null;
  keys: string | undefined;
}

/** What prevents a press of the button, or what it would send. */
function FormNote({ modality, text, blocked, keys }: FormNoteProps) {
  const settled = useDeferredValue(text);
  const chosen = useMemo(() => readChoices(settled.trim())?.count ?? null, [settled]);
  const isOfGateway = text.trim() === '' && modalities[modality].isOptional === true;
  const usual = isOfGateway ? 'Without a prompt, the gateway chooses' : keys && `${keys} generates`;
  return (
    <p className={`min-w-0 flex-1 truncate text-sm ${blocked === null ? 'text-muted' : 'text-warn'}`}>
      {blocked ??
        (chosen === null ? usual : `${chosen.toLocaleString('en')} prompts from choices · price of each`)}
    </p>
  );
}

/** The same request for several models: only with inputs, since a prompt alone goes by “Compare” above. */
function AlsoWith({ modality }: { modality: MediaModality }) {
  const hasInputs = useOfForm(modality, ({ inputs }) => inputs !== undefined);
  if (!hasInputs) return null;
  return (
    <Button
      tone="quiet"
      className="flex-none"
      title="Send the same inputs to several models, side by side"
      onClick={() => openNewComparison(modality)}
    >
      Also with…
    </Button>
  );
}

/** The estimated cost of the form; empty without a prompt, unless the cost does not depend on the text. */
function useCost(modality: MediaModality): CostWords | null {
  const forecast = useForecastOf(
    () => jobIntent(modality),
    () => {
      const { app } = useCoreState.getState();
      return [useUiState.getState().forms[modality], app?.catalogue.models, app?.presets];
    },
    modality,
  );
  return forecast && costWords(forecast);
}

function jobIntent(modality: MediaModality): SpendingIntent | null {
  const model = chosenFormModel(modality);
  if (model === null || (pageModalities[modality].isByLength && formOf(modality).text.trim() === ''))
    return null;
  return { kind: 'job', ...requestOf(modality, model) };
}

/** Why nothing can be made now, in a sentence. */
function useBlocker(modality: MediaModality): string | null {
  const brokenExtra = useHasExtraMistake(modality, modality);
  const model = useFormModel(modality);
  const missing = useMissingInput(modality, model);
  const length = useOfForm(modality, ({ text }) => text.length);
  const { maxCharacters } = modalities[modality].text;
  const isHeld = useUiState(({ filledExtras }) => filledExtras[modality]?.isHeld === true);
  if (isHeld) return 'Check the extra parameters first';
  if (brokenExtra) return 'Correct the extra parameters in the run settings first';
  if (model === null) return 'Choose a model first';
  if (missing !== null) return addInputFirst(missing);
  if (length > maxCharacters) return `At most ${maxCharacters.toLocaleString('en')} characters`;
  return null;
}

const caretToEnd = (input: HTMLTextAreaElement) =>
  input.setSelectionRange(input.value.length, input.value.length);

function bringLast(event: KeyboardEvent<HTMLTextAreaElement>, modality: MediaModality): void {
  const own = Object.values(useCoreState.getState().jobs).filter((job) => job.modality === modality);
  const last = own.reduce<(typeof own)[number] | null>(
    (newest, job) => (newest === null || job.createdAt > newest.createdAt ? job : newest),
    null,
  );
  if (last === null) return;
  event.preventDefault();
  const { currentTarget } = event;
  insertText(currentTarget, 0, currentTarget.value.length, last.prompt);
}
