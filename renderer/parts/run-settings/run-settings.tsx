import { type ReactNode, useState } from 'react';
import type { RunSettings } from '../../../shared/run/chat-settings';
import { releaseFields } from '../../../shared/run/held-fields';
import { useCoreState } from '../../state/core/core-state';
import { configure } from '../../state/ui/config-actions';
import { useModel, useSettingsOf } from '../../state/ui/selectors';
import { setExtraText, useUiState } from '../../state/ui/ui-state';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Disclosure } from '../../ui/disclosure';
import { PresetsBar } from '../presets/presets-bar';
import {
  arrangeSettings,
  findSettings,
  isTaken,
  ofModel,
  otherFields,
  type SettingEntry,
} from './arrange-settings';
import { ExtraParameters } from './extra-parameters';
import { HeldFieldsNote, WrittenFieldsNote } from './fields-note';
import { OtherFields } from './other-fields';
import { SeenNote, SeenProbes } from './seen-note';
import { SettingField } from './setting-field';
import { SettingsPanel } from './settings-panel';

/** The settings of the next turn. An empty field is not sent, so the model's default applies. */
export function RunSettingsPanel({ chatKey }: { chatKey: string }) {
  const settings = useSettingsOf(chatKey);
  const model = useModel(chatKey);
  const profileId = useCoreState(({ app }) => app?.activeProfileId ?? null);
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
          profileId={profileId}
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
  /** Whose checks of the model count; left out where there are several. */
  profileId?: string | null;
  settings: RunSettings;
  onChange: (settings: RunSettings) => void;
}

/** Every field of a run, wherever its settings are stored: those that were set first, the rest as the model lists it. */
export function RunSettingsFields(props: RunSettingsFieldsProps) {
  const { chatKey, model: modelId, profileId = null, settings, onChange } = props;
  const set = (change: Partial<RunSettings>) => onChange(withChange(settings, change));
  const model = useCoreState(({ app }) => app?.catalogue.models.find((one) => one.id === modelId));
  const [first] = useState<ReadonlySet<string>>(() => new Set(Object.keys(settings)));
  const [words, setWords] = useState('');
  const fields = (entries: readonly SettingEntry[]) =>
    entries.map(([id, setting]) => (
      <div key={id} className="empty:hidden">
        <SettingField
          id={id}
          model={modelId}
          setting={ofModel(setting, model)}
          value={settings[id]}
          onChange={(value) => set({ [id]: value })}
        />
        <SeenNote id={id} settings={settings} />
      </div>
    ));
  const { main, more, unlisted } = arrangeSettings(settings, model, first);
  const found = words.trim() === '' ? null : findSettings(words);
  return (
    <SeenProbes profileId={profileId} model={modelId}>
      <SearchField words={words} onType={setWords} found={found?.length ?? null} />
      {found === null ? (
        <>
          {fields(main)}
          {more.length > 0 && (
            <Disclosure isLate title="More" note={`${more.length} settings that some models take`}>
              {fields(more)}
            </Disclosure>
          )}
          <Unlisted count={unlisted.length}>{() => fields(unlisted)}</Unlisted>
        </>
      ) : (
        found.map((entry) => (
          <div key={entry[0]}>
            {fields([entry])}
            {!isTaken(entry[1], model) && <p className="text-sm text-warn">Not listed by this model</p>}
          </div>
        ))
      )}
      {settings.held !== undefined && (
        <HeldFieldsNote
          held={settings.held}
          onKeep={() => onChange(releaseFields(settings))}
          onRemove={() => set({ held: undefined })}
        />
      )}
      <ExtraParameters
        place="chat"
        chatKey={chatKey}
        value={settings.extra}
        onChange={(extra) => set({ extra })}
        onMove={(values, extra) => set({ ...values, extra })}
      />
      {settings.written !== undefined && (
        <WrittenFieldsNote written={settings.written} onRemove={() => set({ written: undefined })} />
      )}
      <OtherFields
        chatKey={chatKey}
        names={otherFields(model)}
        extra={settings.extra}
        onChange={(extra) => set({ extra })}
      />
    </SeenProbes>
  );
}

interface SearchFieldProps {
  words: string;
  onType: (words: string) => void;
  found: number | null;
}

function SearchField({ words, onType, found }: SearchFieldProps) {
  return (
    <div>
      <input
        type="text"
        inputMode="search"
        aria-label="Search settings"
        placeholder="Search settings"
        className="field"
        value={words}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || words === '') return;
          event.preventDefault();
          event.stopPropagation();
          onType('');
        }}
      />
      <p aria-live="polite" className={found === 0 ? 'mt-1 text-muted text-sm' : 'sr-only'}>
        {found === null ? '' : found === 0 ? 'No matching settings' : `${found} matching settings`}
      </p>
    </div>
  );
}

/** Catalogues are wrong at times, so what a model does not list can still be set. */
function Unlisted({ count, children }: { count: number; children: () => ReactNode }) {
  const [isShown, setShown] = useState(false);
  if (count === 0) return null;
  return (
    <>
      <Button tone="quiet" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {isShown ? 'Hide what this model doesn’t list' : `Show ${count} more that this model doesn’t list`}
      </Button>
      {isShown && children()}
    </>
  );
}

/** The settings with the change; values of `undefined` are removed. */
function withChange(settings: RunSettings, change: Partial<RunSettings>): RunSettings {
  const all = { ...settings, ...change };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
