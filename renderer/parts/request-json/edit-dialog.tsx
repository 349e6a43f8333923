import { useRef, useState } from 'react';
import type { AppliedBody } from '../../../shared/commands/body-commands';
import type { AppErrorData, Envelope } from '../../../shared/errors';
import { copyText } from '../../lib/clipboard';
import { findMistake } from '../../lib/json-place';
import { submitByKey } from '../../lib/submit-key';
import { call } from '../../link/call';
import { announce } from '../../state/announce';
import type { JsonDialog } from '../../state/ui/dialogs';
import { offerUndo } from '../../state/undo';
import { useAnswer } from '../../state/use-answer';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { JsonArea } from './json-area';

type Edited = Exclude<JsonDialog, { kind: 'paste' }>;

interface EditDialogProps {
  of: Edited;
  onClose: () => void;
}

/** A chat or one message of it as the JSON that is sent, to be read, copied and changed. */
export default function EditDialog({ of, onClose }: EditDialogProps) {
  const isChat = of.kind === 'chat';
  const { value, error } = useAnswer(() => readJson(of), [of]);
  const area = useRef<HTMLTextAreaElement>(null);
  const [editId] = useState(() => crypto.randomUUID());
  const [refusal, setRefusal] = useState<AppErrorData | null>(null);
  const text = () => area.current?.value ?? '';
  const apply = async () => {
    const mistake = mistakeIn(text());
    if (mistake !== null) return setRefusal(mistake);
    const answer = await applyJson(of, { editId, leafId: value?.leafId ?? null, text: text() });
    if (!answer.ok) return setRefusal(answer.error);
    offerUndoOf(of.conversationId, answer.value);
    onClose();
  };
  const copy = async () => announce((await copyText(text())) ? 'JSON copied' : 'Couldn’t copy');
  return (
    <Dialog title={isChat ? 'Chat as JSON' : 'Message as JSON'} size="wide" onClose={onClose}>
      <form
        className="flex min-h-fit flex-1 flex-col"
        onKeyDown={submitByKey}
        onSubmit={(event) => {
          event.preventDefault();
          if (value !== null) void apply();
        }}
      >
        <p className="mb-2 flex-none text-muted text-sm">
          {isChat ? 'The request that would be sent for this branch.' : 'What is sent of this message.'}{' '}
          Applying makes a branch and sends nothing; what you leave alone stays as it is.
        </p>
        {error !== null && <ErrorCard error={error} />}
        {value !== null && (
          <JsonArea
            label={isChat ? 'Request body' : 'Message'}
            text={value.text}
            part={isChat ? 'body' : 'message'}
            area={area}
          />
        )}
        {refusal !== null && (
          <div className="mt-2 flex-none">
            <ErrorCard error={refusal} title="Couldn’t apply the JSON" />
          </div>
        )}
        <div className="mt-3 flex flex-none flex-wrap justify-end gap-2">
          <Button onClick={copy}>Copy</Button>
          <span className="flex-1" />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" title="Ctrl+Enter" aria-disabled={value === null}>
            Apply
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

async function readJson(of: Edited): Promise<Envelope<{ text: string; leafId: string | null }>> {
  if (of.kind === 'chat') return call('body.get', { conversationId: of.conversationId });
  const answer = await call('body.getMessage', { messageId: of.messageId });
  return answer.ok ? { ok: true, value: { ...answer.value, leafId: null } } : answer;
}

/** Said here with its place: the core reads the text with what names none. */
function mistakeIn(text: string): AppErrorData | null {
  try {
    JSON.parse(text);
    return null;
  } catch {
    const { message, line, column } = findMistake(text);
    return {
      code: 'invalid_input',
      field: 'requestJson',
      message: `Line ${line}, column ${column}: ${message}.`,
    };
  }
}

interface Applied {
  readonly editId: string;
  readonly leafId: string | null;
  readonly text: string;
}

const applyJson = (of: Edited, { editId, leafId, text }: Applied): Promise<Envelope<AppliedBody>> =>
  of.kind === 'chat'
    ? call('body.apply', { editId, conversationId: of.conversationId, leafId, text })
    : call('body.applyMessage', { editId, messageId: of.messageId, text });

function offerUndoOf(conversationId: string, { edit, before }: AppliedBody): void {
  const undo = async (): Promise<Envelope<unknown>> => {
    const undone = edit === null ? null : await call('chat.undoEdit', { conversationId, editId: edit.id });
    if (undone?.ok === false) return undone;
    return call('conversations.configure', { id: conversationId, ...before });
  };
  const text = edit === null ? 'Settings applied' : 'JSON applied as a branch';
  offerUndo({ text, undo, done: 'Undone' });
  announce(text);
}
