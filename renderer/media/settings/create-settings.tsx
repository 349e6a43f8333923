import type { MediaModality } from '../../../shared/modalities/modalities';
import { PresetsBar } from '../../parts/presets/presets-bar';
import { SettingsPanel } from '../../parts/run-settings/settings-panel';
import { setForm, useCapabilities, useFormModel, useOfForm } from '../../state/ui/forms';
import { setExtraText } from '../../state/ui/ui-state';
import { CreateFields } from './create-fields';
import { SavingFields } from './saving-fields';
import { VoiceSample } from './voice-sample';

/** The settings of the next result. An empty field is not sent, so the model's default applies. */
export function CreateSettings({ modality }: { modality: MediaModality }) {
  const parameters = useOfForm(modality, (form) => form.parameters);
  const extra = useOfForm(modality, (form) => form.extra);
  const capabilities = useCapabilities(useFormModel(modality));
  const reset = () => {
    setExtraText(modality, null);
    setForm(modality, { parameters: {}, extra: undefined });
  };
  return (
    <SettingsPanel onReset={reset}>
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-4 pt-1 pb-5">
        <PresetsBar place={{ tab: modality, key: modality }} />
        <CreateFields
          {...{ modality, capabilities, parameters, extra }}
          extraKey={modality}
          sample={<VoiceSample />}
          onChange={(change) => setForm(modality, change)}
        />
        <SavingFields />
      </div>
    </SettingsPanel>
  );
}
