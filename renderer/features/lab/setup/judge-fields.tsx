import { modelsToCompare } from '../../../parts/comparisons/start-of-comparison';
import { ModelCombobox } from '../../../parts/models/model-picker';
import { useModelsOf } from '../../../parts/models/profile-models';
import { useCoreState } from '../../../state/core/core-state';
import type { JudgeDraft } from './lab-draft';

interface JudgeFieldsProps {
  judge: JudgeDraft;
  onChoose: (judge: JudgeDraft) => void;
}

/** The model that judges. Its requests cost like any other. */
export function JudgeFields({ judge, onChoose }: JudgeFieldsProps) {
  const profiles = useCoreState(({ app }) => app?.profiles);
  const activeId = useCoreState(({ app }) => app?.activeProfileId ?? '');
  const all = useModelsOf(judge.profileId);
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="mb-1 text-muted">Judge</legend>
      {profiles !== undefined && profiles.length > 1 && (
        <select
          aria-label="Profile of the judge"
          className="field w-auto max-w-44"
          value={judge.profileId ?? activeId}
          onChange={({ target }) => onChoose({ profileId: target.value, model: null })}
        >
          {profiles.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      <div className="flex min-w-48 flex-1">
        <ModelCombobox
          model={judge.model}
          models={modelsToCompare(all, 'chat')}
          profileId={judge.profileId}
          onChoose={(model) => onChoose({ ...judge, model })}
        />
      </div>
      <span className="min-w-0 text-muted text-sm">
        One request for each answer; two for each comparison, with the answers in both orders.
      </span>
    </fieldset>
  );
}
