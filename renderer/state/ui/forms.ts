/** The next request of each modality: text, model and settings, kept until the core has stored it. */
import { type MediaModality, mediaModalities, modalities } from '../../../shared/modalities/modalities';
import { makesKind } from '../../lib/models-for';
import { usableParameters } from '../../lib/usable-parameters';
import { useCoreState } from '../core/core-state';
import { emptyForm, type Form } from './form';
import { startFormOf } from './form-presets';
import { useUiState } from './ui-state';

/** An empty form starts with the default preset of its tab; a changed one stays as it is. */
const withStart = (form: Form | undefined, start: Form | null): Form => {
  const isBegun = form !== undefined && !(form.isFound && form.text === '' && form.attempt === undefined);
  return isBegun ? form : (start ?? form ?? emptyForm);
};

export const formOf = (modality: MediaModality): Form =>
  withStart(useUiState.getState().forms[modality], startFormOf(modality)(useCoreState.getState()));

/** The whole form, which changes with every key. @see useOfForm */
export const useForm = (modality: MediaModality): Form => useOfForm(modality, (form) => form);

/** What is read of a form; a component that uses it renders again only where that changes. */
export function useOfForm<Part>(modality: MediaModality, read: (form: Form) => Part): Part {
  const start = useCoreState(startFormOf(modality));
  return useUiState(({ forms }) => read(withStart(forms[modality], start)));
}

export function setForm(modality: MediaModality, change: Partial<Form>): void {
  const before = formOf(modality);
  useUiState.setState(({ forms }) => ({
    forms: { ...forms, [modality]: { ...before, isFound: undefined, ...change } },
  }));
}

type Reported = ReturnType<typeof useCoreState.getState>;

/** The model of the next request: chosen, otherwise the first of the catalogue with this output. */
const modelChoice = (modality: MediaModality, chosen: string | undefined) => (reported: Reported) => {
  if (chosen !== undefined) return chosen;
  const models = reported.app?.catalogue.models ?? [];
  return models.find((model) => makesKind(model, modalities[modality].mediaKind))?.id ?? null;
};

export const chosenFormModel = (modality: MediaModality): string | null =>
  modelChoice(modality, formOf(modality).model)(useCoreState.getState());

export function useFormModel(modality: MediaModality): string | null {
  const chosen = useOfForm(modality, ({ model }) => model);
  return useCoreState(modelChoice(modality, chosen));
}

const capabilitiesOf = (id: string | null) => (reported: Reported) =>
  reported.app?.catalogue.models.find((model) => model.id === id)?.capabilities ?? null;

export const useCapabilities = (model: string | null) => useCoreState(capabilitiesOf(model));

/** The extra parameters of a form for other requests than its own: none while the person has not agreed to them. */
export function agreedExtra(modality: MediaModality): NonNullable<Form['extra']> {
  const isHeld = useUiState.getState().filledExtras[modality]?.isHeld === true;
  return isHeld ? {} : (formOf(modality).extra ?? {});
}

/** The request that a form sends. */
export function requestOf(modality: MediaModality, model: string) {
  const { text, parameters, extra, inputs } = formOf(modality);
  const capabilities = capabilitiesOf(model)(useCoreState.getState());
  return {
    modality,
    model,
    prompt: text.trim(),
    parameters: usableParameters(modalities[modality], capabilities, parameters),
    extra: extra ?? {},
    ...(inputs && { inputs: inputs.map(({ file: { id, name }, ...rest }) => ({ ...rest, id, name })) }),
  };
}

/** The core stored it: the prompt stays or is cleared, as the settings say; text typed since always stays. */
export function formAccepted(modality: MediaModality, sentText: string): void {
  const { text } = formOf(modality);
  if (!clearsPrompt(useCoreState.getState()))
    return void setForm(modality, { attempt: undefined, error: undefined });
  const rest = text.startsWith(sentText) ? text.slice(sentText.length) : text;
  setForm(modality, { text: rest, attempt: undefined, error: undefined });
}

const clearsPrompt = ({ app }: Reported): boolean => app?.settings.clearPrompt ?? false;

/** A stored job needs no retry, even where the answer that said so was lost. */
function settleForms(): void {
  const { jobs } = useCoreState.getState();
  for (const modality of mediaModalities) {
    const { attempt, sending } = formOf(modality);
    const job = attempt && jobs[attempt.id];
    if (job && !sending) formAccepted(modality, job.prompt);
  }
}

/** Does so now, and whenever jobs are reported. */
export function followSentForms(): void {
  settleForms();
  useCoreState.subscribe(({ jobs }, before) => {
    if (jobs !== before.jobs) settleForms();
  });
}
