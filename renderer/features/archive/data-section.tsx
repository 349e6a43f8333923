import { Download, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ArchiveSizes } from '../../../shared/archive/archive';
import type { ConversationFile } from '../../../shared/chat/conversation-file';
import type { AppErrorData, Envelope } from '../../../shared/errors';
import { counted } from '../../lib/counted';
import { megabytes } from '../../lib/file-words';
import { untilLoaded } from '../../lib/until-loaded';
import { call } from '../../link/call';
import { sendArchive } from '../../link/send-archive';
import { useCoreState } from '../../state/core/core-state';
import { openConversation } from '../../state/ui/navigation';
import { useAnswer } from '../../state/use-answer';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { FileInput } from '../../ui/file-input';
import { lazy, Suspense } from '../../ui/later';
import { ArchiveTaskView } from './archive-task-view';
import type { FoundChats } from './import-chats';

const ImportDialog = lazy(() => import('./import-dialog'));
const ImportChatsDialog = lazy(() => import('./import-chats-dialog'));

/** Exporting everything to another computer, and importing it there. */
export function DataSection() {
  const [error, setError] = useState<AppErrorData | null>(null);
  const [archiveId, setArchiveId] = useState<string | null>(null);
  const [found, setFound] = useState<FoundChats | null>(null);
  const [imported, setImported] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const task = useCoreState(({ app }) => app?.archive ?? null);
  const run = async <Value,>(work: Promise<Envelope<Value>>): Promise<Value | null> => {
    setBusy(true);
    const answer = await work;
    setBusy(false);
    setError(answer.ok ? null : answer.error);
    return answer.ok ? answer.value : null;
  };
  const choose = async (file: File | null) => {
    const chosen = await run(chooseArchive(file));
    if (chosen !== null) setArchiveId(chosen.archiveId);
  };
  const readFiles = async (files: readonly File[]) => {
    setImported(null);
    const chats = await run(chatsIn(files));
    if (chats === null) return;
    const [only] = chats.chats;
    if (chats.chats.length > 1 || chats.program !== null || only === undefined) setFound(chats);
    else await run(importOwn(only));
  };
  const blocked = busy || task?.state === 'running';
  return (
    <section aria-labelledby="data" className="flex flex-col gap-4">
      <div className="flex flex-col gap-2">
        <h3 id="data" className="font-semibold text-lg">
          Data
        </h3>
        <p className="text-muted">
          Everything in one file: chats, files attached to them, jobs, the library, spending, settings and
          profiles. API keys are never part of it: enter them again on the other computer.
        </p>
      </div>
      {error !== null && <ErrorCard error={error} />}
      <ExportForm
        blocked={blocked}
        onExport={(includesMedia) => void run(call('archive.export', { includesMedia }))}
      />
      <Imports blocked={blocked} onArchive={choose} onConversations={(files) => void readFiles(files)} />
      <p role="status" className="text-ok empty:hidden">
        {imported}
      </p>
      {task !== null && <ArchiveTaskView task={task} />}
      {found !== null && (
        <Suspense>
          <ImportChatsDialog
            found={found}
            onClose={(text) => {
              setFound(null);
              setImported(text);
            }}
          />
        </Suspense>
      )}
      {archiveId !== null && (
        <Suspense>
          <ImportDialog archiveId={archiveId} onClose={() => setArchiveId(null)} />
        </Suspense>
      )}
    </section>
  );
}

interface ExportFormProps {
  blocked: boolean;
  onExport: (includesMedia: boolean) => void;
}

function ExportForm({ blocked, onExport }: ExportFormProps) {
  const [includesMedia, setIncludesMedia] = useState(true);
  const sizes = useSizes();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button aria-disabled={blocked} onClick={() => blocked || onExport(includesMedia)}>
        <Download className="icon" aria-hidden />
        Export everything
      </Button>
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          checked={includesMedia}
          onChange={({ target }) => setIncludesMedia(target.checked)}
        />
        <span>
          Include media files
          {sizes !== null && (
            <span className="text-muted">
              {' '}
              ({sizes.mediaFiles.toLocaleString('en')}, {megabytes(sizes.mediaBytes)})
            </span>
          )}
        </span>
      </label>
      {sizes !== null && (
        <p className="text-muted text-sm">
          {counted(sizes.conversations, 'chat')}, {counted(sizes.messages, 'message')}, attached files{' '}
          {megabytes(sizes.attachmentBytes)}
        </p>
      )}
    </div>
  );
}

function useSizes(): ArchiveSizes | null {
  // Counted again once an import has ended.
  const state = useCoreState(({ app }) => app?.archive?.state);
  return useAnswer(() => call('archive.sizes', {}), [state]).value;
}

interface ImportsProps {
  blocked: boolean;
  /** `null`: the desktop app opens its own dialog. */
  onArchive: (file: File | null) => Promise<void>;
  onConversations: (files: readonly File[]) => void;
}

function Imports({ blocked, onArchive, onConversations }: ImportsProps) {
  const archive = useRef<HTMLInputElement>(null);
  const conversation = useRef<HTMLInputElement>(null);
  const isDesktop = useCoreState(({ app }) => app?.host === 'desktop');
  const chooseArchiveFile = () => {
    if (blocked) return;
    if (isDesktop) void onArchive(null);
    else archive.current?.click();
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button aria-disabled={blocked} onClick={chooseArchiveFile}>
        <Upload className="icon" aria-hidden />
        Import archive
      </Button>
      <Button aria-disabled={blocked} onClick={() => blocked || conversation.current?.click()}>
        <Upload className="icon" aria-hidden />
        Import conversation
      </Button>
      <FileInput
        input={archive}
        label="Archive"
        accept=".gatehouse,.zip,application/zip"
        onFiles={([file]) => void onArchive(file)}
      />
      <FileInput
        input={conversation}
        label="Conversation"
        accept=".json,.jsonl,application/json"
        multiple
        onFiles={onConversations}
      />
      <p className="basis-full text-muted text-sm">
        “Import conversation” reads chats of Gatehouse and exports of ChatGPT, Claude, Open WebUI, LM Studio
        and SillyTavern, one file or several.
      </p>
    </div>
  );
}

/** Passes on the chosen file: the desktop app opens its own dialog, a browser uploads it. */
async function chooseArchive(file: File | null): Promise<Envelope<{ archiveId: string } | null>> {
  return file === null ? call('archive.choose', {}) : sendArchive(file);
}

/** What reads files of other programs is loaded with the first one. */
const chatsIn = async (files: readonly File[]): Promise<Envelope<FoundChats>> =>
  (await untilLoaded(() => import('./import-chats'))).findChats(files);

async function importOwn(chat: ConversationFile): Promise<Envelope<unknown>> {
  const answer = await call('conversations.import', { json: JSON.stringify(chat) });
  if (answer.ok) openConversation(answer.value.conversationId);
  return answer;
}
