import { useId, useMemo } from 'react';
import type { ModalityId } from '../../../shared/modalities/modalities';
import { modelsToCompare } from '../../parts/comparisons/start-of-comparison';
import { ModelCombobox } from '../../parts/models/model-picker';
import { useModelsOf } from '../../parts/models/profile-models';
import { useCoreState } from '../../state/core/core-state';
import { setBatchDraft, useBatchDraft } from './batch-draft';
import { modelOfOther, otherProfileOf } from './batch-request';

/** The profile that was chosen, if it is not the one in use. */
export function useOtherProfile(): string | undefined {
  const profileId = useBatchDraft((draft) => draft.profileId);
  // Read again when profiles change.
  useCoreState(({ app }) => app?.profiles);
  useCoreState(({ app }) => app?.activeProfileId);
  return otherProfileOf({ profileId });
}

/** The profile that the batch is sent with, and paid by; only where there are several. */
export function BatchProfile() {
  const profiles = useCoreState(({ app }) => app?.profiles);
  const activeId = useCoreState(({ app }) => app?.activeProfileId ?? '');
  const otherId = useOtherProfile();
  const id = useId();
  if (profiles === undefined || profiles.length < 2) return null;
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-muted">
        Profile
      </label>
      <select
        id={id}
        className="field"
        value={otherId ?? activeId}
        onChange={({ target }) =>
          setBatchDraft({
            profileId: target.value === activeId ? undefined : target.value,
            model: undefined,
          })
        }
      >
        {profiles.map(({ id: profileId, name }) => (
          <option key={profileId} value={profileId}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

/** A model of another profile. */
export function OtherModel({ modality, profileId }: { modality: ModalityId; profileId: string }) {
  const all = useModelsOf(profileId);
  const models = useMemo(() => modelsToCompare(all, modality), [all, modality]);
  const chosen = useBatchDraft(({ model }) => model);
  return (
    <ModelCombobox
      model={modelOfOther({ modality, model: chosen }, profileId)}
      models={models}
      profileId={profileId}
      onChoose={(model) => setBatchDraft({ model })}
    />
  );
}
