import { useRef, useState } from 'react';
import type { ConversationFile } from '../../../shared/chat/conversation-file';
import { counted } from '../../lib/counted';
import { formatMinute } from '../../lib/format';
import { openConversation } from '../../state/ui/navigation';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { ProgressBar } from '../../ui/progress-bar';
import { type FoundChats, foundText, type Imported, importChats } from './import-chats';

interface ImportChatsProps {
  found: FoundChats;
  /** With what to say of it afterwards. */
  onClose: (text: string | null) => void;
}

/** Which of the chats in files of other programs are imported. */
export default function ImportChatsDialog({ found, onClose }: ImportChatsProps) {
  const { chats, program } = found;
  const [chosen, setChosen] = useState<ReadonlySet<ConversationFile>>(() => new Set(chats));
  const [done, setDone] = useState<number | null>(null);
  const [imported, setImported] = useState<Imported | null>(null);
  const isStopped = useRef(false);
  const start = async () => {
    setDone(0);
    // The newest one last: of those without a date it is the first of the history.
    const picked = chats.filter((chat) => chosen.has(chat)).reverse();
    const result = await importChats(picked, setDone, () => isStopped.current);
    if (result.failed.length > 0) return setImported(result);
    const [only] = result.ids;
    onClose(doneText(result, program));
    if (result.ids.length === 1 && only !== undefined) openConversation(only);
  };
  const cancel = () => {
    isStopped.current = true;
    if (done === null || imported !== null) onClose(imported && doneText(imported, program));
  };
  const title = program === null ? 'Import chats' : `Import chats from ${program}`;
  return (
    <Dialog title={title} size={chats.length > 1 ? 'form' : 'question'} onClose={cancel}>
      <p className="text-muted">
        {foundText(found)} New chats are added; what you already have stays as it is. Nothing is sent.
      </p>
      {chats.length > 1 && done === null && <Choice chats={chats} chosen={chosen} onChange={setChosen} />}
      {done !== null && imported === null && (
        <div className="mt-4 flex flex-col gap-1">
          <ProgressBar progress={done / Math.max(1, chosen.size)} />
          <p role="status" className="text-muted text-sm">
            {done.toLocaleString('en')} of {counted(chosen.size, 'chat')} imported
          </p>
        </div>
      )}
      {imported?.error != null && <Failed imported={imported} error={imported.error} />}
      <div className="mt-5 flex justify-end gap-2">
        <Button autoFocus onClick={cancel}>
          {imported === null ? (done === null ? 'Cancel' : 'Stop') : 'Close'}
        </Button>
        {done === null && (
          <Button
            tone="primary"
            aria-disabled={chosen.size === 0}
            onClick={() => chosen.size > 0 && void start()}
          >
            Import {counted(chosen.size, 'chat')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

const doneText = ({ ids }: Imported, program: string | null): string =>
  `${counted(ids.length, 'chat')} imported${program === null ? '' : ` from ${program}`}.${
    ids.length > 1 ? ' The history lists them by the date of their last message.' : ''
  }`;

function Failed({ imported, error }: { imported: Imported; error: NonNullable<Imported['error']> }) {
  const { ids, failed } = imported;
  return (
    <div className="mt-4 flex flex-col gap-2">
      <ErrorCard error={error} title="Couldn’t import every chat" step="The others are there." />
      <p className="break-words">
        {counted(ids.length, 'chat')} imported. Not imported: {failed.slice(0, 10).join(', ')}
        {failed.length > 10 && ` and ${counted(failed.length - 10, 'more chat')}`}.
      </p>
    </div>
  );
}

interface ChoiceProps {
  chats: readonly ConversationFile[];
  chosen: ReadonlySet<ConversationFile>;
  onChange: (chosen: ReadonlySet<ConversationFile>) => void;
}

function Choice({ chats, chosen, onChange }: ChoiceProps) {
  const toggle = (chat: ConversationFile) => {
    const next = new Set(chosen);
    if (!next.delete(chat)) next.add(chat);
    onChange(next);
  };
  const all = chosen.size === chats.length;
  return (
    <fieldset className="mt-4 flex min-h-0 min-w-0 flex-col gap-1">
      <legend className="sr-only">Chats to import</legend>
      <label className="flex items-center gap-2 font-medium">
        <input type="checkbox" checked={all} onChange={() => onChange(new Set(all ? [] : chats))} />
        All chats
      </label>
      <ul aria-label="Chats" className="max-h-[40vh] overflow-y-auto rounded-card border border-line p-1">
        {chats.map((chat, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes while it is shown.
          <li key={at} className="[contain-intrinsic-size:auto_1.75rem] [content-visibility:auto]">
            <label className="flex items-center gap-2 rounded-control px-2 py-1 hover:bg-hover">
              <input type="checkbox" checked={chosen.has(chat)} onChange={() => toggle(chat)} />
              <span className="min-w-0 flex-1 truncate" title={chat.title}>
                {chat.title}
              </span>
              <span className="flex-none text-muted text-sm">
                {counted(chat.messages.length, 'message')} · {formatMinute(chat.createdAt)}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
