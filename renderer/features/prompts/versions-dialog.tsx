import { useState } from 'react';
import type { AppErrorData } from '../../../shared/errors';
import type { Prompt, PromptVersion } from '../../../shared/run/prompts';
import { formatMinute } from '../../lib/format';
import { call } from '../../link/call';
import { WordChanges } from '../../parts/prompts/word-changes';
import { announce } from '../../state/announce';
import { useAnswer } from '../../state/use-answer';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { classes } from '../../ui/classes';
import { Dialog } from '../../ui/dialog';
import { ExportPrompt } from './prompt-file';
import { VersionNote } from './version-note';

interface VersionsDialogProps {
  /** As it is saved: it is another object whenever something of it changed. */
  prompt: Prompt;
  onClose: () => void;
}

/** Every version of a prompt with its note, what changed from one to another, and which is in use. */
export function VersionsDialog({ prompt, onClose }: VersionsDialogProps) {
  const { value, error } = useAnswer(() => call('prompts.versions', { id: prompt.id }), [prompt]);
  const [failed, setFailed] = useState<AppErrorData | null>(null);
  // The one in use until another is chosen: what was just saved may be reported only now.
  const [picked, setPicked] = useState<number | null>(null);
  const chosen = picked ?? prompt.version;
  const versions = value ?? [];
  const shown = versions.find(({ version }) => version === chosen);
  const wrong = failed ?? error;
  // A dialog that opens without its list would give the focus to what is below it.
  if (value === null && error === null) return null;
  const promote = async (version: number) => {
    setPicked(chosen);
    const answer = await call('prompts.promote', { id: prompt.id, version });
    setFailed(answer.ok ? null : answer.error);
    if (answer.ok) announce(`Version ${version} is in use`);
  };
  return (
    <Dialog title={`Versions of “${prompt.name}”`} size="wide" onClose={onClose}>
      <div className="flex min-h-0 flex-1 gap-4 max-[600px]:flex-col max-[600px]:overflow-y-auto">
        <ul
          aria-label="Versions"
          className="flex w-72 max-w-[45%] flex-none flex-col gap-1 overflow-y-auto p-1 max-[600px]:max-h-40 max-[600px]:w-full max-[600px]:max-w-full"
        >
          {versions.map((one) => (
            <VersionRow
              key={one.version}
              version={one}
              isInUse={one.version === prompt.version}
              isShown={one.version === chosen}
              onShow={() => setPicked(one.version)}
              onPromote={() => void promote(one.version)}
            />
          ))}
        </ul>
        {shown !== undefined && (
          <ShownVersion key={shown.version} promptId={prompt.id} shown={shown} versions={versions} />
        )}
      </div>
      {wrong !== null && <ErrorCard error={wrong} />}
      <div className="mt-3 flex flex-none justify-end gap-2">
        <ExportPrompt id={prompt.id} version={chosen} />
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}

interface VersionRowProps {
  version: PromptVersion;
  isInUse: boolean;
  isShown: boolean;
  onShow: () => void;
  onPromote: () => void;
}

function VersionRow({ version, isInUse, isShown, onShow, onPromote }: VersionRowProps) {
  const { version: number, note, createdAt } = version;
  return (
    <li
      className={classes(
        'flex flex-none items-center gap-2 rounded-control border-l-2 pr-2 hover:bg-hover',
        isShown ? 'border-accent bg-hover' : 'border-transparent',
      )}
    >
      <button
        type="button"
        aria-current={isShown}
        onClick={onShow}
        className="min-w-0 flex-1 rounded-control px-2 py-1 text-left"
      >
        <span className="block font-medium">Version {number}</span>
        <span className="block truncate text-muted text-sm">{formatMinute(createdAt)}</span>
        {note !== '' && (
          <bdi className="block truncate text-sm" title={note}>
            {note}
          </bdi>
        )}
      </button>
      {isInUse ? (
        <span className="flex-none text-ok text-sm">In use</span>
      ) : (
        <Button className="text-sm" aria-label={`Promote version ${number}`} onClick={onPromote}>
          Promote
        </Button>
      )}
    </li>
  );
}

interface ShownVersionProps {
  promptId: string;
  shown: PromptVersion;
  versions: readonly PromptVersion[];
}

/** Its note, and how its text differs from that of another one: of the one before, where nothing else is chosen. */
function ShownVersion({ promptId, shown, versions }: ShownVersionProps) {
  const others = versions.filter(({ version }) => version !== shown.version);
  const before = others.find(({ version }) => version < shown.version);
  const [against, setAgainst] = useState(before?.version ?? 0);
  const other = others.find(({ version }) => version === against);
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-3 p-1 max-[600px]:min-h-80">
      <VersionNote promptId={promptId} version={shown} />
      <label className="flex flex-none items-center gap-2 text-muted">
        Changes since
        <select
          className="field h-8 w-auto min-w-0 py-0 text-text"
          value={against}
          onChange={({ target }) => setAgainst(Number(target.value))}
        >
          <option value={0}>nothing: the whole text</option>
          {others.map(({ version }) => (
            <option key={version} value={version}>
              version {version}
            </option>
          ))}
        </select>
        {other !== undefined && other.text === shown.text && 'The same text'}
      </label>
      <section
        aria-label="Changes"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
        tabIndex={0}
        className="min-h-0 flex-1 select-text overflow-y-auto whitespace-pre-wrap rounded-control border border-line p-3 font-mono [overflow-wrap:anywhere]"
      >
        <WordChanges before={other?.text ?? shown.text} after={shown.text} />
      </section>
    </div>
  );
}
