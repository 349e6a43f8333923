import type { Model } from '../../../shared/models';
import {
  type ChatSetting,
  type ChatSettingId,
  chatSettings,
  type RunSettings,
} from '../../../shared/run/chat-settings';
import { takesParameter } from '../../lib/model-parameters';
import { useCoreState } from '../../state/core/core-state';
import { configure } from '../../state/ui/config-actions';
import { useModel, useSettingsOf } from '../../state/ui/selectors';
import { setExtraText, useUiState } from '../../state/ui/ui-state';
import { ErrorCard } from '../../ui/alert';
import { PresetsBar } from '../presets/presets-bar';
import { ExtraParameters } from './extra-parameters';
import { SettingField } from './setting-field';
import { SettingsPanel } from './settings-panel';

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
export function RunSettingsFields({ chatKey, model: modelId, settings, onChange }: RunSettingsFieldsProps) {
  const set = (change: Partial<RunSettings>) => onChange(withChange(settings, change));
  const model = useCoreState(({ app }) => app?.catalogue.models.find((one) => one.id === modelId));
  const all = Object.entries<ChatSetting>(chatSettings) as [ChatSettingId, ChatSetting][];
  // One that is set stays visible, whatever the model states.
  const shown = all.filter(([id, setting]) => settings[id] !== undefined || isTaken(setting, model));
  return (
    <>
      {shown.map(([id, setting]) => (
        <SettingField
          key={id}
          id={id}
          model={modelId}
          setting={ofModel(setting, model)}
          value={settings[id]}
          onChange={(value) => set({ [id]: value })}
        />
      ))}
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

/** Whether a model takes a setting; yes where it states nothing about it. */
function isTaken(setting: ChatSetting, model: Model | undefined): boolean {
  if (setting.kind === 'switch' && setting.capability !== undefined)
    return model?.capabilities?.[setting.capability] !== false;
  return setting.wire === null || takesParameter(model, setting.wire);
}

/** A setting with the bounds that the model states. */
function ofModel(setting: ChatSetting, model: Model | undefined): ChatSetting {
  const most = model?.capabilities?.maxOutput;
  if (setting.kind !== 'number' || setting.capability !== 'maxOutput' || most === undefined) return setting;
  const help = `The maximum length of a reply; this model generates up to ${most.toLocaleString('en')}.`;
  return { ...setting, slideTo: most, help };
}

/** The settings with the change; values of `undefined` are removed. */
function withChange(settings: RunSettings, change: Partial<RunSettings>): RunSettings {
  const all = { ...settings, ...change };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
