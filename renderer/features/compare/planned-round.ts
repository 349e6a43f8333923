/** The next round of a comparison: the one object that is sent, and that its cost is foreseen with. */
import type { CommandInput } from '../../../shared/contract';
import { type MediaModality, type ModalityId, modalities } from '../../../shared/modalities/modalities';
import { frameSizeOf, imageLimitsOf } from '../../../shared/models/known-image-limits';
import { fittedInputs } from '../../../shared/run/fitted-inputs';
import { fitsOf, fitText } from '../../../shared/run/image-fit';
import { inputSlots } from '../../../shared/run/inputs';
import { missingInput, requiresInput } from '../../../shared/run/required-inputs';
import { extraOf, type Setup } from '../../../shared/run/setup';
import { usableParameters } from '../../lib/usable-parameters';
import { modelsOf } from '../../parts/models/profile-models';
import type { CompareDraft } from '../../state/ui/compare-draft';
import { type ColumnView, columnLetter, compareDraft, compareView } from '../../state/ui/compares';

type Sent = CommandInput<'compare.send'>;
/** Without what is made once per intent. */
type WithoutIds<Round extends Sent> = Round extends unknown
  ? Omit<Round, 'roundId' | 'isConfirmed' | 'columns'> & {
      readonly columns: Omit<Round['columns'][number], 'callId'>[];
    }
  : never;
export type PlannedRound = WithoutIds<Sent>;

interface Planned {
  readonly round: PlannedRound;
  /** Every column can be sent: it has a model and a prompt. The round holds only those that can. */
  readonly isWhole: boolean;
}

export function plannedRound(key: string, modality: ModalityId): Planned {
  const { id, columns, isTied, isSamePrompt } = compareView(key, modality);
  const { text, prompts, after, inputs } = compareDraft(key);
  const asked = columns.flatMap(({ id: columnId, model, profileId, setup }) => {
    const prompt = (isSamePrompt ? text : (prompts[columnId] ?? '')).trim();
    if (model === null || model === '' || prompt === '') return [];
    return [
      {
        id: columnId,
        model,
        profileId: profileId ?? undefined,
        prompt,
        ...sentSettings(model, profileId, setup),
        ...sentInputs(modality, { model, profileId, setup }, inputs),
      },
    ];
  });
  const afterMessageId = after?.messageId;
  const round = { id, modality, isTied, isSamePrompt, columns: asked, afterMessageId } as PlannedRound;
  return { round, isWhole: asked.length === columns.length };
}

/** What a model does not offer is left out, so that its default applies. */
function sentSettings(model: string, profileId: ColumnView['profileId'], setup: Setup) {
  if (setup.modality === 'chat') return { settings: setup.settings };
  const record = modelsOf(profileId).find(({ id }) => id === model);
  const parameters = usableParameters(
    modalities[setup.modality],
    record?.capabilities ?? null,
    setup.parameters,
  );
  return { parameters, extra: setup.extra };
}

type ColumnOfInputs = Pick<ColumnView, 'model' | 'profileId' | 'setup'>;

/** In the roles that the model of the column takes; what it doesn't take is said in its column. */
function sentInputs(modality: ModalityId, column: ColumnOfInputs, inputs: CompareDraft['inputs']) {
  if (modality === 'chat' || inputs === undefined) return {};
  const { sent } = columnInputs(modality, column, inputs);
  if (sent.length === 0) return {};
  return {
    inputs: sent.map(({ role, file: { id, name }, from }) => ({ role, id, name, ...(from && { from }) })),
  };
}

export const columnInputs = (
  modality: MediaModality,
  { model, profileId, setup }: ColumnOfInputs,
  inputs: NonNullable<CompareDraft['inputs']>,
) => {
  const known = modelsOf(profileId).find(({ id }) => id === model);
  const { sent, notes } = fittedInputs(inputs, modality, known);
  const subject = known ?? { id: model ?? '', capabilities: null };
  const parameters = setup.modality === 'chat' ? {} : setup.parameters;
  const usable = usableParameters(modalities[modality], subject.capabilities, parameters);
  const fits = fitsOf(sent, imageLimitsOf(subject), frameSizeOf(subject, usable));
  const conversions = sent.flatMap(({ role, file }, index) => {
    const fit = fits[index] ?? null;
    return fit === null ? [] : [`${inputSlots[role].label}: ${fitText(file, fit)}.`];
  });
  return { sent, notes: [...notes, ...conversions] };
};

/** Why a column can't be sent with these inputs, in a sentence; `null` where each can. */
export function missingOfColumns(
  modality: ModalityId,
  columns: readonly ColumnOfInputs[],
  inputs: CompareDraft['inputs'] = [],
): string | null {
  if (modality === 'chat') return null;
  for (const [index, { model, profileId, setup }] of columns.entries()) {
    const known = modelsOf(profileId).find(({ id }) => id === model);
    const { sent } = fittedInputs(inputs, modality, known);
    const missing = missingInput(known, { inputs: sent, extra: extraOf(setup) });
    if (known !== undefined && missing !== null)
      return `Column ${columnLetter(index)}: ${requiresInput(known.id, missing).slice(0, -1)}`;
  }
  return null;
}

/** The same with the ids of one attempt. */
export const withIds = (
  round: PlannedRound,
  { roundId, callIds }: { readonly roundId: string; readonly callIds: readonly string[] },
) =>
  ({
    ...round,
    roundId,
    columns: round.columns.map((column, index) => ({ ...column, callId: callIds[index] ?? '' })),
  }) as Sent;
