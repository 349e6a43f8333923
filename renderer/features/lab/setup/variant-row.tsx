import { Copy, SlidersHorizontal, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ModalityId } from '../../../../shared/modalities/modalities';
import { emptySetup, type Setup } from '../../../../shared/run/setup';
import { CreateFields } from '../../../media/settings/create-fields';
import { modelsToCompare } from '../../../parts/comparisons/start-of-comparison';
import { ModelCombobox } from '../../../parts/models/model-picker';
import { useModelsOf } from '../../../parts/models/profile-models';
import { RunSettingsFields } from '../../../parts/run-settings/run-settings';
import { useCoreState } from '../../../state/core/core-state';
import { Button, IconButton } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import type { VariantDraft } from './lab-draft';
import { TemplateField } from './prompt-fields';

interface VariantRowProps {
  variant: VariantDraft;
  name: string;
  modality: ModalityId;
  onChange: (to: Partial<VariantDraft>) => void;
  /** The prompt that it has in common with others; absent where it always has its own. */
  sharedTemplate?: () => string;
  onCopy?: () => void;
  /** `null` where it is the only one. */
  onRemove?: (() => void) | null;
}

/** The model, settings and prompt of one variant. */
export function VariantRow({
  variant,
  name,
  modality,
  onChange,
  sharedTemplate,
  onCopy,
  onRemove = null,
}: VariantRowProps) {
  const [isSetting, setSetting] = useState(false);
  const { label, template, promptVersion, setup } = variant;
  const set = settingsText(setup);
  return (
    <fieldset className="flex flex-col gap-2 rounded-control border border-line p-2">
      <legend className="sr-only">{name}</legend>
      <div className="flex flex-wrap items-center gap-2">
        <ProfileChoice variant={variant} onChange={onChange} />
        <Model variant={variant} modality={modality} onChange={onChange} />
        <input
          aria-label="Label"
          className="field w-44"
          placeholder="Label: the model"
          maxLength={200}
          value={label}
          onChange={({ target }) => onChange({ label: target.value })}
        />
        <Button onClick={() => setSetting(true)} title={set}>
          <SlidersHorizontal className="icon" aria-hidden />
          Settings{set !== '' && ` · ${Object.keys(fieldsOf(setup)).length}`}
        </Button>
        {sharedTemplate !== undefined && (
          <Button
            tone="quiet"
            aria-pressed={template !== null}
            className="aria-pressed:text-accent"
            onClick={() => onChange({ template: template === null ? sharedTemplate() : null })}
          >
            Own prompt
          </Button>
        )}
        {onCopy !== undefined && (
          <IconButton icon={Copy} label={`Duplicate ${name.toLowerCase()}`} onClick={onCopy} />
        )}
        {onRemove !== null && (
          <IconButton icon={Trash2} label={`Remove ${name.toLowerCase()}`} onClick={onRemove} />
        )}
      </div>
      {template !== null && (
        <TemplateField
          label={`Prompt of ${name.toLowerCase()}`}
          template={template}
          version={promptVersion}
          onChange={(text, version) => onChange({ template: text, promptVersion: version })}
        />
      )}
      {isSetting && (
        <SettingsDialog name={name} variant={variant} onChange={onChange} onClose={() => setSetting(false)} />
      )}
    </fieldset>
  );
}

/** Only where there are several profiles. */
function ProfileChoice({ variant: { profileId }, onChange }: Pick<VariantRowProps, 'variant' | 'onChange'>) {
  const profiles = useCoreState(({ app }) => app?.profiles);
  const activeId = useCoreState(({ app }) => app?.activeProfileId ?? '');
  if (profiles === undefined || profiles.length < 2) return null;
  return (
    <select
      aria-label="Profile"
      className="field w-auto max-w-44"
      value={profileId ?? activeId}
      onChange={({ target }) => onChange({ profileId: target.value, model: null })}
    >
      {profiles.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

function Model({
  variant: { profileId, model },
  modality,
  onChange,
}: Pick<VariantRowProps, 'variant' | 'modality' | 'onChange'>) {
  const all = useModelsOf(profileId);
  const models = useMemo(() => modelsToCompare(all, modality), [all, modality]);
  return (
    <div className="flex min-w-32 max-w-[520px] flex-[4]">
      <ModelCombobox
        model={model ?? models[0]?.id ?? null}
        models={models}
        profileId={profileId}
        onChoose={(id) => onChange({ model: id })}
      />
    </div>
  );
}

const fieldsOf = (setup: Setup): Readonly<Record<string, unknown>> =>
  setup.modality === 'chat' ? setup.settings : { ...setup.parameters, ...setup.extra };

const settingsText = (setup: Setup): string =>
  Object.entries(fieldsOf(setup))
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');

interface SettingsDialogProps {
  name: string;
  variant: VariantDraft;
  onChange: (change: Partial<VariantDraft>) => void;
  onClose: () => void;
}

function SettingsDialog({ name, variant, onChange, onClose }: SettingsDialogProps) {
  return (
    <Dialog title={`Settings of ${name.toLowerCase()}`} size="text" onClose={onClose}>
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto pr-2">
        <SettingFields variant={variant} onChange={onChange} />
      </div>
      <div className="flex flex-none justify-end gap-2 pt-3">
        <Button onClick={() => onChange({ setup: emptySetup(variant.setup.modality) })}>Reset all</Button>
        <Button tone="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}

function SettingFields({ variant, onChange }: Pick<SettingsDialogProps, 'variant' | 'onChange'>) {
  const { key, setup, model, profileId } = variant;
  const found = useModelsOf(profileId).find(({ id }) => id === model);
  if (setup.modality === 'chat')
    return (
      <RunSettingsFields
        chatKey={`lab:${key}`}
        model={model}
        profileId={profileId}
        settings={setup.settings}
        onChange={(settings) => onChange({ setup: { ...setup, settings } })}
      />
    );
  const { extra } = setup;
  return (
    <CreateFields
      modality={setup.modality}
      capabilities={found?.capabilities ?? null}
      parameters={setup.parameters}
      extraKey={`lab:${key}`}
      extra={Object.keys(extra).length === 0 ? undefined : extra}
      onChange={(changed) =>
        onChange({
          setup: { ...setup, ...changed, extra: 'extra' in changed ? (changed.extra ?? {}) : extra },
        })
      }
    />
  );
}
