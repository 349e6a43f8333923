import { ShortcutsSwitch } from '../../commands/shortcuts-switch';
import { useKeys } from '../../commands/use-keys';
import { useSettingsUpdate } from '../../parts/use-settings-update';
import { useCoreState } from '../../state/core/core-state';
import { openOverlay } from '../../state/ui/overlay';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { SelectField } from '../../ui/fields';
import { SwitchRow } from '../../ui/switch-row';

/** How the app looks and behaves. Saved at once. */
export function Appearance() {
  const settings = useCoreState(({ app }) => app?.settings);
  const always = useKeys('composer.sendAlways');
  const list = useKeys('shortcuts.open');
  const { error, update } = useSettingsUpdate();
  if (settings === undefined) return null;
  return (
    <section aria-labelledby="appearance" className="flex flex-col gap-4">
      <h3 id="appearance" className="font-semibold text-lg">
        Appearance and keys
      </h3>
      {error !== null && <ErrorCard error={error} />}
      <SelectField
        label="Theme"
        value={settings.theme}
        options={{ system: 'Same as system', light: 'Light', dark: 'Dark' }}
        onChange={(theme) => update({ theme })}
      />
      <SelectField
        label="Key that sends"
        value={settings.sendKey}
        options={{
          enter: 'Enter (Shift+Enter is a new line)',
          'ctrl-enter': `${always.text ?? 'Send'} (Enter is a new line)`,
        }}
        onChange={(sendKey) => update({ sendKey })}
      />
      <SelectField
        label="Read replies to screen readers"
        value={settings.readReplies}
        options={{
          none: 'Only that they ended',
          end: 'Whole, when they end',
          sentences: 'Sentence by sentence',
        }}
        onChange={(readReplies) => update({ readReplies })}
      />
      <SwitchRow
        label="Clear the prompt after Generate"
        on={settings.clearPrompt}
        onChange={(clearPrompt) => update({ clearPrompt })}
        help="For images, speech and video. When off, the prompt stays and is selected."
      />
      <div className="flex items-start gap-4">
        <div className="min-w-0 flex-1">
          <ShortcutsSwitch />
        </div>
        <Button onClick={() => openOverlay('shortcuts')} aria-keyshortcuts={list.aria}>
          Show and change the keys
        </Button>
      </div>
    </section>
  );
}
