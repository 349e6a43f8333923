import {
  type ClipboardEvent,
  type DragEvent,
  useDeferredValue,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { AppErrorData } from '../../../shared/errors';
import { type FoundRequest, readRequests } from '../../../shared/paste/read-request';
import { submitByKey } from '../../lib/submit-key';
import { call } from '../../link/call';
import { announce } from '../../state/announce';
import { openConversation } from '../../state/ui/navigation';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FileInput } from '../../ui/file-input';

interface PasteDialogProps {
  text: string;
  onClose: () => void;
}

/** A request from elsewhere, opened as a new chat. Nothing is sent, and keys and addresses are left out. */
export default function PasteDialog({ text: given, onClose }: PasteDialogProps) {
  const [text, setText] = useState(given);
  const [chosen, setChosen] = useState(0);
  const [newId] = useState(() => crypto.randomUUID());
  const [error, setError] = useState<AppErrorData | null>(null);
  const late = useDeferredValue(text);
  const read = useMemo(() => (late.trim() === '' ? null : readRequests(late)), [late]);
  const request = read?.ok ? (read.found[chosen] ?? read.found[0]) : undefined;
  const take = (next: string) => {
    setText(next);
    setChosen(0);
    setError(null);
  };
  const open = async () => {
    if (request === undefined) return;
    const answer = await call('body.open', { newId, text: request.text });
    if (!answer.ok) return setError(answer.error);
    announce('Opened as a chat');
    onClose();
    openConversation(answer.value.conversationId);
  };
  return (
    <Dialog title="Paste a request" size="text" onClose={onClose}>
      <form
        {...fileHandlers(take)}
        className="flex min-h-fit flex-1 flex-col"
        onKeyDown={submitByKey}
        onSubmit={(event) => {
          event.preventDefault();
          void open();
        }}
      >
        <RequestText text={text} onType={take} />
        {read?.ok === false && <p className="mt-1 flex-none text-bad text-sm">{read.why}</p>}
        {read?.ok && <Found found={read.found} chosen={chosen} onChoose={setChosen} />}
        {error !== null && <ErrorCard error={error} title="Couldn’t open the request" />}
        <div className="mt-3 flex flex-none flex-wrap justify-end gap-2">
          <FileButton onText={take} />
          <span className="flex-1" />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" title="Ctrl+Enter" aria-disabled={request === undefined}>
            Open as chat
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Dropped and pasted files are read as text. */
function fileHandlers(take: (text: string) => void) {
  const read = (files: FileList | undefined) => {
    const [file] = files ?? [];
    if (file !== undefined) void file.text().then(take);
    return file !== undefined;
  };
  return {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      if (!read(event.dataTransfer.files)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onPaste: (event: ClipboardEvent) => {
      if (read(event.clipboardData.files)) event.preventDefault();
    },
  };
}

function RequestText({ text, onType }: { text: string; onType: (text: string) => void }) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="mb-1 flex-none text-muted">
        Request
      </label>
      <textarea
        id={id}
        // biome-ignore lint/a11y/noAutofocus: the dialog is for this field.
        autoFocus
        spellCheck={false}
        value={text}
        placeholder="curl https://… -d '{ &quot;model&quot;: …, &quot;messages&quot;: [ … ] }'"
        aria-describedby={`${id}-help`}
        onChange={(event) => onType(event.target.value)}
        className="field min-h-0 flex-1 resize-none font-mono text-sm"
      />
      <p id={`${id}-help`} className="mt-1 flex-none text-muted text-sm">
        A command (cURL, PowerShell), a JSON body, messages, a HAR file, or code of the official clients.
        Nothing is run or sent; keys, headers and addresses are neither used nor stored.
      </p>
    </>
  );
}

interface FoundProps {
  found: readonly FoundRequest[];
  chosen: number;
  onChoose: (at: number) => void;
}

function Found({ found, chosen, onChoose }: FoundProps) {
  const { label = '', removed = [] } = found[chosen] ?? found[0] ?? {};
  return (
    <div className="mt-2 flex flex-none flex-wrap items-center gap-x-3 gap-y-1">
      {found.length === 1 ? (
        <p>{label}</p>
      ) : (
        <label className="flex items-center gap-2">
          Request
          <select
            value={chosen}
            onChange={(event) => onChoose(Number(event.target.value))}
            className="field w-72"
          >
            {found.map((one, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: requests are identified only by their position.
              <option key={at} value={at}>
                {at + 1}: {one.label}
              </option>
            ))}
          </select>
        </label>
      )}
      {removed.length > 0 && <p className="text-muted text-sm">Left out: {removed.join(', ')}.</p>}
    </div>
  );
}

function FileButton({ onText }: { onText: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <FileInput
        input={input}
        label="File with a request"
        accept=".har,.json,.jsonl,.txt,.sh,.ps1,.py,.js,.ts,.log"
        onFiles={([file]) => void file.text().then(onText)}
      />
      <Button onClick={() => input.current?.click()}>Choose file…</Button>
    </>
  );
}
