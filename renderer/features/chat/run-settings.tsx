import { SlidersHorizontal } from 'lucide-react';
import type { RunSettings } from '../../../shared/chat';
import { configure } from '../../actions';
import { setExtraText, usePerson } from '../../store/person';
import { useReported } from '../../store/reported';
import { useModel, useSettingsOf } from '../../store/selectors';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { NumberField } from '../../ui/number-field';
import { ExtraParameters } from './extra-parameters';
import { StreamSwitch } from './stream-switch';
import { SystemPrompt } from './system-prompt';

const usualMaxTokens = 4_096;

/** What the next turn is asked with. A field left empty is not sent, so the model's own default holds. */
export function RunSettingsPanel({ chatKey }: { chatKey: string }) {
  const settings = useSettingsOf(chatKey);
  const error = usePerson(({ configs }) => configs[chatKey]?.error);
  const maxOutput = useMaxOutput(chatKey);
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
        <NumberField
          label="Temperature"
          value={settings.temperature}
          onChange={(temperature) => set({ temperature })}
          min={0}
          max={2}
          step={0.1}
        />
        <NumberField
          label="Top P"
          value={settings.topP}
          onChange={(topP) => set({ topP })}
          min={0}
          max={1}
          step={0.05}
        />
        <NumberField
          label="Max tokens"
          value={settings.maxTokens}
          onChange={(maxTokens) => set({ maxTokens })}
          min={1}
          max={10_000_000}
          slideTo={maxOutput}
          whole
        />
        <NumberField
          label="Seed"
          value={settings.seed}
          onChange={(seed) => set({ seed })}
          min={Number.MIN_SAFE_INTEGER}
          max={Number.MAX_SAFE_INTEGER}
          whole
        />
        <StreamSwitch value={settings.stream} onChange={(stream) => set({ stream })} />
        <ExtraParameters chatKey={chatKey} value={settings.extra} onChange={(extra) => set({ extra })} />
      </div>
    </section>
  );
}

function useMaxOutput(chatKey: string): number {
  const model = useModel(chatKey);
  return useReported(
    ({ app }) =>
      app?.catalogue.models.find(({ id }) => id === model)?.capabilities?.maxOutput ?? usualMaxTokens,
  );
}

/** The settings with the change; what became `undefined` is gone from them. */
function withChange(settings: RunSettings, change: Partial<RunSettings>): RunSettings {
  const all = { ...settings, ...change };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
