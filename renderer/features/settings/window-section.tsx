import { useSettingsUpdate } from '../../parts/use-settings-update';
import { useCoreState } from '../../state/core/core-state';
import { ErrorCard } from '../../ui/alert';
import { SelectField } from '../../ui/select-field';
import { SwitchRow } from '../../ui/switch-row';
import { QuickAskKey } from './quick-ask-key';
import { SpellingField } from './spelling-field';

const zooms = [50, 67, 75, 80, 90, 100, 110, 125, 150, 175, 200];

/** Text size and zoom, and what the desktop shows in addition to the windows. */
export function WindowSection() {
  const settings = useCoreState(({ app }) => app?.settings);
  const isDesktop = useCoreState(({ app }) => app?.host === 'desktop');
  const { error, update } = useSettingsUpdate();
  if (settings === undefined) return null;
  return (
    <section aria-labelledby="window" className="flex flex-col gap-4">
      <h3 id="window" className="font-semibold text-lg">
        {isDesktop ? 'Window and desktop' : 'Window'}
      </h3>
      {error !== null && <ErrorCard error={error} />}
      <SelectField
        label="Text size"
        value={settings.textSize}
        options={{ small: 'Small', medium: 'Medium', large: 'Large', largest: 'Largest' }}
        onChange={(textSize) => update({ textSize })}
      />
      {isDesktop && (
        <>
          <SelectField
            label="Zoom"
            value={String(settings.zoom)}
            options={zoomOptions(settings.zoom)}
            onChange={(zoom) => update({ zoom: Number(zoom) })}
          />
          <SpellingField settings={settings} onChange={(patch) => void update(patch)} />
          <SwitchRow
            label="Icon in the tray"
            on={settings.tray}
            onChange={(tray) => void update({ tray })}
            help="Shows running jobs and credits. While it is on, closing the last window leaves Gatehouse running."
          />
          <QuickAskKey value={settings.quickAskKey} onChange={(quickAskKey) => update({ quickAskKey })} />
        </>
      )}
    </section>
  );
}

function zoomOptions(current: number): Record<string, string> {
  const all = [...new Set([...zooms, current])].sort((one, other) => one - other);
  return Object.fromEntries(all.map((zoom) => [String(zoom), `${zoom}%`]));
}
