import { SlidersHorizontal } from 'lucide-react';
import type { RunSettings } from '../../../../shared/chat';
import { configure } from '../../../config-actions';
import { takesParameter } from '../../../lib/model-parameters';
import { setExtraText, usePerson } from '../../../store/person';
import { useReported } from '../../../store/reported';
import { useModel, useSettingsOf } from '../../../store/selectors';
import { ErrorCard } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { NumberField } from '../../../ui/number-field';
import { ExtraParameters } from '../extra-parameters';
import { numberSettings } from './number-settings';
import { ResponseFormat } from './response-format';
import { StopSequences } from './stop-sequences';
import { StreamSwitch } from './stream-switch';
import { SystemPrompt } from './system-prompt';

/** What the next turn is asked with. A field left empty is not sent, so the model's own default holds. */
export function RunSettingsPanel({ chatKey }: { chatKey: string }) {
  const settings = useSettingsOf(chatKey);
  const error = usePerson(({ configs }) => configs[chatKey]?.error);
  const set = (change: Partial<RunSettings>) =>
    configure(chatKey, { settings: withChange(settings, change) });
  const reset = () => {
    setExtraText(chatKey, null);
    configure(chatKey, { settings: {} });
  };
  return (
    <section aria-label="Run settings" className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-12 flex-none items-center gap-2 px-4">
        <SlidersHorizontal className="icon" aria-hidden />
        <h2 className="flex-1 font-semibold">Run settings</h2>
        <Button tone="quiet" className="h-7 px-2" onClick={reset}>
          Reset all
        </Button>
      </div>
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 pt-1 pb-5">
        {error !== undefined && <ErrorCard error={error} />}
        <SystemPrompt value={settings.systemPrompt} onChange={(systemPrompt) => set({ systemPrompt })} />
        <Fields chatKey={chatKey} settings={settings} set={set} />
        <ExtraParameters chatKey={chatKey} value={settings.extra} onChange={(extra) => set({ extra })} />
      </div>
    </section>
  );
}

interface FieldsProps {
  chatKey: string;
  settings: RunSettings;
  set: (change: Partial<RunSettings>) => void;
}

/** The fields the model takes, as far as it tells; one that is set stays in sight, whatever the model says. */
function Fields({ chatKey, settings, set }: FieldsProps) {
  const model = useModelRecord(chatKey);
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

function useModelRecord(chatKey: string) {
  const model = useModel(chatKey);
  return useReported(({ app }) => app?.catalogue.models.find(({ id }) => id === model));
}

/** The settings with the change; what became `undefined` is gone from them. */
function withChange(settings: RunSettings, change: Partial<RunSettings>): RunSettings {
  const all = { ...settings, ...change };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
