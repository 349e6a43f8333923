import type { RunSettings } from '../../../shared/chat';
import { takesParameter } from '../../lib/model-parameters';
import { useCoreState } from '../../state/core/core-state';
import { configure } from '../../state/ui/config-actions';
import { useModel, useSettingsOf } from '../../state/ui/selectors';
import { setExtraText, useUiState } from '../../state/ui/ui-state';
import { ErrorCard } from '../../ui/alert';
import { NumberField } from '../../ui/number-field';
import { PresetsBar } from '../presets/presets-bar';
import { ExtraParameters } from './extra-parameters';
import { numberSettings } from './number-settings';
import { ResponseFormat } from './response-format';
import { SettingsPanel } from './settings-panel';
import { StopSequences } from './stop-sequences';
import { StreamSwitch } from './stream-switch';
import { SystemPrompt } from './system-prompt';

/** The settings of the next turn. An empty field is not sent, so the model's default applies. */
export function RunSettingsPanel({ chatKey }: { chatKey: string }) {
  const settings = useSettingsOf(chatKey);
  const model = useModel(chatKey);
  const error = useUiState(({ configs }) => configs[chatKey]?.error);
  const reset = () => {
    setExtraText(chatKey, null);
    configure(chatKey, { settings: {} });
  };
  return (
    <SettingsPanel onReset={reset}>
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 pt-1 pb-5">
        {error !== undefined && <ErrorCard error={error} />}
        <PresetsBar place={{ tab: 'chat', key: chatKey }} />
        <RunSettingsFields
          chatKey={chatKey}
          settings={settings}
          model={model}
          onChange={(changed) => configure(chatKey, { settings: changed })}
        />
      </div>
    </SettingsPanel>
  );
}

interface RunSettingsFieldsProps {
  /** The key under which its typed "extra parameters" are kept. */
  chatKey: string;
  /** The model whose fields are shown; `null` shows all. */
  model: string | null;
  settings: RunSettings;
  onChange: (settings: RunSettings) => void;
}

/** Every field of a run, wherever its settings are stored. */
export function RunSettingsFields({ chatKey, model, settings, onChange }: RunSettingsFieldsProps) {
  const set = (change: Partial<RunSettings>) => onChange(withChange(settings, change));
  return (
    <>
      <SystemPrompt value={settings.systemPrompt} onChange={(systemPrompt) => set({ systemPrompt })} />
      <Fields model={model} settings={settings} set={set} />
      <ExtraParameters
        place="chat"
        chatKey={chatKey}
        value={settings.extra}
        onChange={(extra) => set({ extra })}
        onMove={(values, extra) => set({ ...values, extra })}
      />
    </>
  );
}

interface FieldsProps {
  model: string | null;
  settings: RunSettings;
  set: (change: Partial<RunSettings>) => void;
}

/** The fields the model takes, where it states them; one that is set stays visible, whatever the model states. */
function Fields({ model: id, settings, set }: FieldsProps) {
  const model = useCoreState(({ app }) => app?.catalogue.models.find((one) => one.id === id));
  const { maxOutput, streaming } = model?.capabilities ?? {};
  const takes = (wire: string, value: unknown) => value !== undefined || takesParameter(model, wire);
  return (
    <>
      {numberSettings(maxOutput)
        .filter(({ id, wire }) => takes(wire, settings[id]))
        .map(({ id, wire: _wire, ...field }) => (
          <NumberField key={id} {...field} value={settings[id]} onChange={(value) => set({ [id]: value })} />
        ))}
      {takes('stop', settings.stop) && (
        <StopSequences value={settings.stop} onChange={(stop) => set({ stop })} />
      )}
      {takes('response_format', settings.responseFormat) && (
        <ResponseFormat
          value={settings.responseFormat}
          onChange={(responseFormat) => set({ responseFormat })}
        />
      )}
      {(streaming !== false || settings.stream !== undefined) && (
        <StreamSwitch value={settings.stream} onChange={(stream) => set({ stream })} />
      )}
    </>
  );
}

/** The settings with the change; values of `undefined` are removed. */
function withChange(settings: RunSettings, change: Partial<RunSettings>): RunSettings {
  const all = { ...settings, ...change };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
