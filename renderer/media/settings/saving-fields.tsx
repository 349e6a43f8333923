import { useId, useState } from 'react';
import type { AppErrorData } from '../../../shared/errors';
import { checkTemplate, fileNameFor, localDateAndTime } from '../../../shared/media/file-name';
import { defaultFileNameTemplate } from '../../../shared/media/media';
import { call } from '../../link/call';
import { useSettingsUpdate } from '../../parts/use-settings-update';
import { useCoreState } from '../../state/core/core-state';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { FieldHead } from '../../ui/field-head';
import { SwitchRow } from '../../ui/switch-row';

/** Where results are saved, under what name, and whether a notification says so. */
export function SavingFields() {
  const settings = useCoreState(({ app }) => app?.settings);
  const folder = useCoreState(({ app }) => app?.defaultMediaFolder ?? '');
  const { error, setError, update } = useSettingsUpdate();
  if (settings === undefined) return null;
  return (
    <>
      {error !== null && <ErrorCard error={error} />}
      <LateField
        label="Save to"
        value={settings.mediaFolder}
        placeholder={folder}
        onSettle={(mediaFolder) => update({ mediaFolder })}
        standard=""
        hint={() => null}
      />
      <ChooseFolder
        current={settings.mediaFolder}
        onChosen={(mediaFolder) => void update({ mediaFolder })}
        onError={setError}
      />
      <LateField
        label="File name"
        value={settings.fileNameTemplate}
        placeholder={defaultFileNameTemplate}
        onSettle={(fileNameTemplate) => update({ fileNameTemplate })}
        standard={defaultFileNameTemplate}
        hint={templateHint}
      />
      <NotifySwitch on={settings.notifyWhenDone} onChange={(notifyWhenDone) => update({ notifyWhenDone })} />
      <ProgressSwitch
        on={settings.taskbarProgress}
        onChange={(taskbarProgress) => update({ taskbarProgress })}
      />
    </>
  );
}

interface ChooseFolderProps {
  current: string;
  onChosen: (folder: string) => void;
  onError: (error: AppErrorData | null) => void;
}

/** A page in a browser can't open the system's dialog, so there the folder is typed. */
function ChooseFolder({ current, onChosen, onError }: ChooseFolderProps) {
  if (useIsBrowser()) return null;
  const choose = async () => {
    const answer = await call('app.chooseFolder', { current });
    onError(answer.ok ? null : answer.error);
    if (answer.ok && answer.value !== null) onChosen(answer.value.folder);
  };
  return (
    <div className="mt-1">
      <Button onClick={() => void choose()}>Choose folder…</Button>
    </div>
  );
}

interface Hint {
  readonly text: string;
  readonly isWrong: boolean;
}

/** What a name would be, or what is wrong with the template. */
function templateHint(template: string): Hint {
  const check = checkTemplate(template);
  if (!check.ok) return { text: check.message, isWrong: true };
  const now = Date.now();
  const when = localDateAndTime(now, -new Date(now).getTimezoneOffset());
  const values = { model: 'sandbox/aurora', prompt: 'A paper boat', seed: '7', id: '3f9a1c04', ...when };
  return { text: `Such as ${fileNameFor(template, values, 'png')}`, isWrong: false };
}

interface LateFieldProps {
  label: string;
  value: string;
  placeholder: string;
  standard: string;
  hint: (typed: string) => Hint | null;
  /** Answers whether it was taken; what was refused stays as typed. */
  onSettle: (value: string) => Promise<boolean>;
}

/** A text field that is saved on blur or Enter. */
function LateField({ label, value, placeholder, standard, hint, onSettle }: LateFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const shown = hint(typed ?? value);
  const settle = async (next = typed) => {
    if (next === null || hint(next)?.isWrong) return;
    if (next.trim() === value || (await onSettle(next.trim()))) setTyped(null);
  };
  return (
    <div>
      <FieldHead
        htmlFor={id}
        label={label}
        onReset={value === standard ? undefined : () => settle(standard)}
      />
      <input
        id={id}
        value={typed ?? value}
        placeholder={placeholder}
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => settle()}
        onKeyDown={(event) => event.key === 'Enter' && settle()}
        aria-invalid={shown?.isWrong ?? false}
        aria-describedby={shown === null ? undefined : `${id}-hint`}
        className="field font-mono text-sm"
      />
      {shown !== null && (
        <p
          id={`${id}-hint`}
          className={`mt-0.5 break-words text-sm ${shown.isWrong ? 'text-bad' : 'text-muted'}`}
        >
          {shown.text}
        </p>
      )}
    </div>
  );
}

const hasNotifications = (): boolean => 'Notification' in window;

function NotifySwitch({ on, onChange }: { on: boolean; onChange: (on: boolean) => Promise<boolean> }) {
  const isBrowser = useIsBrowser();
  // Read once: the browser's answer takes milliseconds, in which the page does nothing else.
  const [permission, setPermission] = useState(() => (hasNotifications() ? Notification.permission : null));
  const isRefused = isBrowser && permission === 'denied';
  const change = (next: boolean) => {
    void onChange(next);
    // Browsers ask for permission, and only after a click.
    if (next && isBrowser && hasNotifications()) void Notification.requestPermission().then(setPermission);
  };
  return (
    <div>
      <SwitchRow label="Notify when done" on={on} onChange={change} />
      {on && isRefused && (
        <p className="text-sm text-warn">This browser blocks notifications from this page.</p>
      )}
    </div>
  );
}

/** A page in a browser has no taskbar entry. */
function ProgressSwitch({ on, onChange }: { on: boolean; onChange: (on: boolean) => Promise<boolean> }) {
  if (useIsBrowser()) return null;
  return <SwitchRow label="Progress on the taskbar" on={on} onChange={(next) => void onChange(next)} />;
}

const useIsBrowser = () => useCoreState(({ app }) => app?.host === 'browser');
