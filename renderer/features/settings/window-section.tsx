import { useId, useState } from 'react';
import type { Settings } from '../../../shared/app/settings';
import type { SpellLanguage } from '../../../shared/app/spelling';
import { acceleratorOf } from '../../lib/accelerator';
import { call } from '../../link/call';
import { useSettingsUpdate } from '../../parts/use-settings-update';
import { useCoreState } from '../../state/core/core-state';
import { useAnswer } from '../../state/use-answer';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { SelectField } from '../../ui/fields';
import { SwitchRow } from '../../ui/switch-row';

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

interface QuickAskKeyProps {
  /** Empty for none. */
  value: string;
  onChange: (key: string) => void;
}

/** A global key, taken by pressing it. */
function QuickAskKey({ value, onChange }: QuickAskKeyProps) {
  const id = useId();
  const [isRefused, setIsRefused] = useState(false);
  const press = (event: React.KeyboardEvent) => {
    if (event.key === 'Tab' || event.key === 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (['Control', 'Alt', 'Shift', 'Meta'].includes(event.key)) return;
    const key = acceleratorOf(event.nativeEvent);
    setIsRefused(key === null);
    if (key !== null) onChange(key);
  };
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-muted">
        Key for quick ask
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          readOnly
          value={value}
          placeholder="None: press the keys here"
          aria-describedby={`${id}-help`}
          onKeyDown={press}
          className="field"
        />
        {value !== '' && <Button onClick={() => onChange('')}>Remove key</Button>}
      </div>
      <p id={`${id}-help`} className={`mt-1 text-sm ${isRefused ? 'text-bad' : 'text-muted'}`}>
        {isRefused
          ? 'Use it with Ctrl, Alt or the system key, or press a function key.'
          : 'Opens a small window for one question from any program. Wayland doesn’t let programs register such keys: there, add a shortcut that runs “gatehouse --quick-ask” in the system’s settings.'}
      </p>
    </div>
  );
}

interface SpellingFieldProps {
  settings: Settings;
  onChange: (patch: Partial<Settings>) => void;
}

const none: readonly SpellLanguage[] = [];

/** The language that spelling is checked in. The system checks it on macOS, so there is no choice there. */
function SpellingField({ settings, onChange }: SpellingFieldProps) {
  const languages = useAnswer(() => call('app.spellLanguages', {}), []).value ?? none;
  if (languages.length === 0) return null;
  const options = Object.fromEntries(languages.map(({ code, label }) => [code, label]));
  const { spellLanguage, spellWords } = settings;
  const isGone = spellLanguage !== '' && options[spellLanguage] === undefined;
  return (
    <div className="flex flex-col gap-1">
      <SelectField
        label="Check spelling in"
        value={spellLanguage}
        options={{
          '': 'Off',
          ...options,
          ...(isGone && { [spellLanguage]: `${spellLanguage} (not installed)` }),
        }}
        onChange={(next) => onChange({ spellLanguage: next })}
      />
      <p className="text-muted text-sm">
        Uses the dictionaries on this computer; nothing is downloaded. For more languages install their
        Hunspell dictionaries, such as the package hunspell-de-de.
      </p>
      {spellWords.length > 0 && (
        <div>
          <Button onClick={() => onChange({ spellWords: [] })}>
            Clear {spellWords.length} added {spellWords.length === 1 ? 'word' : 'words'}
          </Button>
        </div>
      )}
    </div>
  );
}
