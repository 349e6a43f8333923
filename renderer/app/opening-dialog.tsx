import { useState } from 'react';
import type { OpenRequest } from '../../shared/app/opening';
import type { AppErrorData } from '../../shared/errors';
import { call } from '../link/call';
import { useCoreState } from '../state/core/core-state';
import { draftOf, setDraft } from '../state/ui/drafts';
import { formOf, setForm } from '../state/ui/forms';
import { openConversation, openTab } from '../state/ui/navigation';
import { NEW_CHAT } from '../state/ui/route';
import { ErrorCard } from '../ui/alert';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { lazy, Suspense } from '../ui/later';
import { useSettled } from '../ui/use-settled';

const ImportDialog = lazy(() => import('../features/archive/import-dialog'));

type Request<Kind extends OpenRequest['kind']> = Extract<OpenRequest, { kind: Kind }>;

/** A file or link that the system asked to open. Nothing is done with it before the person says so. */
export function OpeningDialog() {
  const request = useCoreState(({ app }) => app?.opening ?? null);
  if (request === null) return null;
  const close = () => void call('opening.dismiss', { id: request.id });
  switch (request.kind) {
    case 'archive':
      return (
        <Suspense>
          <ImportDialog key={request.id} archiveId={request.archiveId} onClose={close} />
        </Suspense>
      );
    case 'prompt':
      return <PromptQuestion key={request.id} request={request} onClose={close} />;
    case 'profile':
      return <ProfileQuestion key={request.id} request={request} onClose={close} />;
    default:
      return (
        <Dialog title="Couldn’t open the link" onClose={close}>
          <p className="mb-5">{request.message}</p>
          <div className="flex justify-end">
            <Button autoFocus onClick={close}>
              Close
            </Button>
          </div>
        </Dialog>
      );
  }
}

interface QuestionProps<Kind extends OpenRequest['kind']> {
  request: Request<Kind>;
  onClose: () => void;
}

function PromptQuestion({ request: { tab, text }, onClose }: QuestionProps<'prompt'>) {
  const use = () => {
    prepare(tab, text);
    onClose();
  };
  return (
    <Dialog title="Use the prompt from this link?" size="form" onClose={onClose}>
      <pre className="mb-3 max-h-64 overflow-y-auto whitespace-pre-wrap break-words rounded-card border border-line bg-background p-3 font-sans">
        {text}
      </pre>
      <p className="mb-5 text-muted">It is added to the {tab} tab. Nothing is sent until you send it.</p>
      <Choice label="Use prompt" onConfirm={use} onClose={onClose} />
    </Dialog>
  );
}

/** Appended to the typed text. */
function prepare(tab: Request<'prompt'>['tab'], text: string): void {
  const behind = (typed: string) => (typed.trim() === '' ? text : `${typed}\n\n${text}`);
  if (tab === 'chat') {
    setDraft(NEW_CHAT, { text: behind(draftOf(NEW_CHAT).text) });
    openConversation(null);
    return;
  }
  setForm(tab, { text: behind(formOf(tab).text) });
  openTab(tab);
}

function ProfileQuestion({ request: { name, baseUrl }, onClose }: QuestionProps<'profile'>) {
  const [error, setError] = useState<AppErrorData | null>(null);
  const add = async () => {
    const answer = await call('profiles.create', { name, baseUrl });
    if (!answer.ok) return setError(answer.error);
    openTab('settings');
    onClose();
  };
  return (
    <Dialog title="Add the gateway from this link?" onClose={onClose}>
      {error !== null && <ErrorCard error={error} />}
      <dl className="mb-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-muted">Name</dt>
        <dd className="wrap-anywhere">{name}</dd>
        <dt className="text-muted">Base URL</dt>
        <dd className="break-all font-mono">{baseUrl}</dd>
      </dl>
      <p className="mb-5 text-muted">
        A profile is added without a key, and nothing is sent to this address until you use it. Add it only if
        you know who runs it: they can read what you send.
      </p>
      <Choice label="Add profile" onConfirm={() => void add()} onClose={onClose} />
    </Dialog>
  );
}

function Choice({
  label,
  onConfirm,
  onClose,
}: {
  label: string;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const isSettled = useSettled();
  return (
    <div className="flex justify-end gap-2">
      <Button autoFocus onClick={onClose}>
        Cancel
      </Button>
      <Button tone="primary" disabled={!isSettled} onClick={onConfirm}>
        {label}
      </Button>
    </div>
  );
}
