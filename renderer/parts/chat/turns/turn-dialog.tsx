import { useEffect, useMemo, useRef, useState } from 'react';
import type { Message } from '../../../../shared/chat/chat';
import { type MessageRole, messageRoles } from '../../../../shared/chat/parts';
import type { AppErrorData } from '../../../../shared/errors';
import { submitByKey } from '../../../lib/submit-key';
import { useCoreState } from '../../../state/core/core-state';
import { closeTurnDialog, type TurnDialog as Opened } from '../../../state/ui/dialogs';
import { useIsReplying } from '../../../state/ui/selectors';
import { ErrorCard } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { SelectField } from '../../../ui/fields';
import { BeginForm } from './begin-form';
import { PresetForm } from './preset-form';
import { insertBeside, runFrom, saveEdit, shownIds, writeFirst } from './turn-actions';
import {
  draftBehind,
  draftOfMessage,
  inRole,
  isUnchanged,
  messageOfDraft,
  problemOf,
  type TurnDraft,
} from './turn-draft';
import { useTurnFiles } from './turn-files';
import { TurnParts } from './turn-parts';

const roleOptions = Object.fromEntries(
  messageRoles.map((role) => [role, role[0]?.toUpperCase() + role.slice(1)]),
) as Record<MessageRole, string>;

/** Writes a message of any role by hand: one that is there, or a new one beside it. */
export default function TurnDialog({ opened }: { opened: Opened }) {
  const messageId = opened.kind === 'first' ? '' : opened.messageId;
  const message = useCoreState(({ messages }) => messages[messageId]);
  if (opened.kind === 'first') return <TurnForm key="first" opened={opened} message={null} />;
  if (message === undefined) return null;
  if (opened.kind === 'begin') return <BeginForm key={message.id} message={message} />;
  if (opened.kind === 'preset') return <PresetForm key={message.id} message={message} />;
  return <TurnForm key={message.id} opened={opened} message={message} />;
}

type Written = Exclude<Opened, { readonly kind: 'begin' | 'preset' }>;

function TurnForm({ opened, message }: { opened: Written; message: Message | null }) {
  const above = useAbove(opened);
  const [draft, setDraft] = useState<TurnDraft>(() =>
    opened.kind === 'edit' && message !== null ? draftOfMessage(message) : draftBehind(above),
  );
  const { error, isSaving, save } = useSave(opened, message, draft);
  const busy = useIsReplying(opened.conversationId ?? '');
  const files = useTurnFiles(opened.conversationId, draft, setDraft);
  const problem = problemOf(draft);
  const form = useRef<HTMLFormElement>(null);
  const first = 'isAtRole' in opened ? 'select' : 'textarea';
  useEffect(() => form.current?.querySelector<HTMLElement>(first)?.focus(), [first]);
  const isReady = problem === null && !busy && !isSaving && !files.isAdding;
  return (
    <Dialog title={titleOf(opened)} size="text" onClose={closeTurnDialog}>
      <form
        ref={form}
        {...files.handlers}
        className="flex min-h-0 flex-1 flex-col gap-3"
        onKeyDown={submitByKey}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void save(false);
        }}
      >
        <SelectField
          label="Role"
          value={draft.role}
          options={roleOptions}
          onChange={(role) => setDraft((before) => inRole(before, role, above))}
        />
        <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-0.5">
          <TurnParts
            draft={draft}
            conversationId={opened.conversationId}
            onChange={setDraft}
            onFiles={(chosen) => void files.add(chosen)}
          />
          {files.isAdding && <p className="text-muted text-sm">Adding files…</p>}
          {files.problem !== null && (
            <p role="alert" className="text-sm text-warn">
              {files.problem}
            </p>
          )}
        </div>
        {error !== null && <ErrorCard error={error} />}
        <div className="flex flex-none flex-wrap items-center justify-end gap-2">
          <p className="flex-1 text-muted text-sm">
            {busy ? 'Wait for the reply to finish, or stop it' : (problem ?? doneText(opened))}
          </p>
          <Button onClick={closeTurnDialog}>Cancel</Button>
          <Button aria-disabled={!isReady} onClick={() => isReady && void save(true)}>
            Save and run from here
          </Button>
          <Button type="submit" tone="primary" aria-disabled={!isReady}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const titleOf = (opened: Written): string => {
  if (opened.kind === 'first') return 'Write the first message';
  return opened.kind === 'edit' ? 'Edit message' : `Insert ${opened.place} this message`;
};

const doneText = ({ kind }: Written): string =>
  kind === 'first' ? 'Nothing is sent until you run it' : 'Keeps what is there now as a branch';

/** The messages before the place that is written at, as far as they are loaded. */
function useAbove(opened: Written): readonly Message[] {
  const messages = useCoreState((state) => state.messages);
  const messageId = opened.kind === 'first' ? null : opened.messageId;
  const { conversationId } = opened;
  const isAfter = 'place' in opened && opened.place === 'after';
  return useMemo(() => {
    if (messageId === null || conversationId === null) return [];
    const ids = shownIds(conversationId);
    const end = ids.indexOf(messageId) + (isAfter ? 1 : 0);
    return ids.slice(0, end).flatMap((id) => messages[id] ?? []);
  }, [messages, conversationId, messageId, isAfter]);
}

function useSave(opened: Written, message: Message | null, draft: TurnDraft) {
  const [error, setError] = useState<AppErrorData | null>(null);
  const [isSaving, setSaving] = useState(false);
  const store = async () => {
    if (message === null || opened.kind === 'first')
      return writeFirst(opened.conversationId, messageOfDraft(draft));
    if (opened.kind === 'insert') return insertBeside(message, opened.place, messageOfDraft(draft));
    return isUnchanged(draft, message) ? null : saveEdit(message, messageOfDraft(draft));
  };
  const save = async (isRun: boolean) => {
    setSaving(true);
    const answer = await store();
    setSaving(false);
    if (answer?.ok === false) return setError(answer.error);
    closeTurnDialog();
    const { messageId: id = message?.id, conversationId = message?.conversationId } = answer?.value ?? {};
    if (isRun && typeof id === 'string' && conversationId !== undefined)
      await runFrom({ id, conversationId });
  };
  return { error, isSaving, save };
}
