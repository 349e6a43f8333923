/** The next round of a comparison: the one object that is sent, and that its cost is foreseen with. */
import type { CommandInput } from '../../../shared/contract';
import { type ModalityId, modalities } from '../../../shared/modalities/modalities';
import type { Setup } from '../../../shared/run/setup';
import { usableParameters } from '../../lib/usable-parameters';
import { modelsOf } from '../../parts/models/profile-models';
import { type ColumnView, compareDraft, compareView } from '../../state/ui/compares';

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
  const { text, prompts, after } = compareDraft(key);
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
