import { type RefObject, useId, useMemo, useState } from 'react';
import type { Message } from '../../../shared/chat/chat';
import type { AppErrorData } from '../../../shared/errors';
import type { MediaModality } from '../../../shared/modalities/modalities';
import { isChatModel } from '../../lib/is-chat-model';
import { call } from '../../link/call';
import { costWords } from '../../parts/credits/cost-text';
import { ModelCombobox } from '../../parts/models/model-picker';
import { insertText } from '../../parts/prompts/insert-text';
import { WordChanges } from '../../parts/prompts/word-changes';
import { useCoreState } from '../../state/core/core-state';
import { createIntents } from '../../state/idempotent-ask';
import { formOf, setForm } from '../../state/ui/forms';
import { NEW_CHAT } from '../../state/ui/route';
import { chosenModel } from '../../state/ui/selectors';
import { offerUndo } from '../../state/undo';
import { useForecast } from '../../state/use-forecast';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { scrollStop } from '../../ui/scroll-stop';

const intents = createIntents();
const noModels: never[] = [];
const results: Readonly<Record<MediaModality, string>> = {
  image: 'images',
  speech: 'speech',
  video: 'videos',
};

const instructionsFor = (modality: MediaModality): string =>
  modality === 'speech'
    ? 'Correct this text for a voice that reads it aloud: spelling, punctuation, numbers and abbreviations in full. Keep its language and its meaning. Answer with the text alone.'
    : `Improve this prompt for a model that makes ${results[modality]}. Keep its language, its subject and every detail it fixes. Add what is missing: composition, light, color, material, mood. Answer with the prompt alone.`;

interface ImproveDialogProps {
  modality: MediaModality;
  input: RefObject<HTMLTextAreaElement | null>;
  onClose: () => void;
}

/** A chat model rewrites the prompt, once that is asked for; what it changes is shown before it is used. */
export default function ImproveDialog({ modality, input, onClose }: ImproveDialogProps) {
  const [before] = useState(() => formOf(modality).text.trim());
  const [model, setModel] = useState(() => chosenModel(NEW_CHAT));
  const [instructions, setInstructions] = useState(() => instructionsFor(modality));
  const request = {
    conversationId: null,
    text: before,
    model: model ?? '',
    settings: instructions.trim() === '' ? {} : { systemPrompt: instructions },
  };
  const forecast = useForecast(model === null ? null : { kind: 'message', ...request }, 200);
  const cost = forecast && costWords(forecast);
  const { reply, isSending, error, send } = useReply(request);
  const after = reply?.status === 'complete' ? promptIn(reply.text) : null;
  const isOff = model === null || isSending || reply?.status === 'streaming';
  const use = () => {
    if (after === null) return;
    replacePrompt(modality, input.current, after);
    onClose();
  };
  return (
    <Dialog title="Improve the words" size="form" onClose={onClose}>
      <div
        ref={scrollStop}
        className="-mx-1 -mt-1 flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-1 pt-1"
      >
        <RequestFields {...{ model, setModel, instructions, setInstructions }} />
        {error !== null && <ErrorCard error={error} title="Couldn’t send the request" />}
        {reply?.error != null && <ErrorCard error={reply.error} title="The reply ended early" />}
        <Changes {...{ before, after }} isAwaited={isSending || reply?.status === 'streaming'} />
      </div>
      <div className="mt-4 flex flex-wrap items-center justify-end gap-2">
        <p className="min-w-0 flex-1 text-muted text-sm" title={cost?.title}>
          {cost?.text ?? ''}
        </p>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          tone={after === null ? 'primary' : 'plain'}
          aria-disabled={isOff}
          onClick={() => !isOff && void send()}
        >
          {reply === undefined ? 'Improve' : 'Improve again'}
        </Button>
        {after !== null && (
          <Button autoFocus tone="primary" onClick={use}>
            Use prompt
          </Button>
        )}
      </div>
    </Dialog>
  );
}

interface RequestFieldsProps {
  model: string | null;
  setModel: (model: string) => void;
  instructions: string;
  setInstructions: (text: string) => void;
}

function RequestFields({ model, setModel, instructions, setInstructions }: RequestFieldsProps) {
  const id = useId();
  const all = useCoreState(({ app }) => app?.catalogue.models ?? noModels);
  const models = useMemo(() => all.filter(isChatModel), [all]);
  return (
    <>
      <div className="flex flex-none">
        <ModelCombobox model={model} models={models} onChoose={setModel} />
      </div>
      <div className="flex-none">
        <label htmlFor={id} className="mb-1 block text-muted">
          Instructions
        </label>
        <textarea
          id={id}
          rows={3}
          value={instructions}
          onChange={({ target }) => setInstructions(target.value)}
          className="field max-h-40 resize-none [field-sizing:content]"
        />
        <p className="mt-1 text-muted text-sm">
          Sent with your prompt to this model as a chat of its own, which stays in the list of chats.
        </p>
      </div>
    </>
  );
}

interface ChangesProps {
  before: string;
  after: string | null;
  isAwaited: boolean;
}

/** What the model changes: new words are inserted, words that are gone struck through. */
function Changes({ before, after, isAwaited }: ChangesProps) {
  if (isAwaited)
    return (
      <p role="status" className="text-muted">
        Waiting for the reply…
      </p>
    );
  if (after === null) return null;
  return (
    <section aria-label="Changes" className="min-h-0 flex-none">
      <p className="mb-1 text-muted">{before === after ? 'The model changed nothing' : 'Changes'}</p>
      <p className="select-text whitespace-pre-wrap break-words rounded-control border border-line p-3">
        <WordChanges before={before} after={after} />
      </p>
    </section>
  );
}

interface Request {
  readonly conversationId: null;
  readonly text: string;
  readonly model: string;
  readonly settings: { readonly systemPrompt?: string };
}

function useReply(request: Request) {
  const [replyId, setReplyId] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<AppErrorData | null>(null);
  const reply: Message | undefined = useCoreState(({ messages }) => messages[replyId ?? '']);
  const send = async () => {
    setSending(true);
    const answer = await intents.ask(JSON.stringify(request), (messageId, isConfirmed) =>
      call('chat.send', { ...request, messageId, isConfirmed }),
    );
    setSending(false);
    setError(answer?.ok === false ? answer.error : null);
    if (answer?.ok === true) setReplyId(answer.value.replyId);
  };
  return { reply, isSending, error, send };
}

/** Without the marks that some models put around a text. */
function promptIn(reply: string): string {
  const fenced = /^```\w*\n([\s\S]*?)\n?```$/.exec(reply.trim())?.[1] ?? reply;
  return (/^["“]([^"“”]*)["”]$/.exec(fenced.trim())?.[1] ?? fenced).trim();
}

/** As typing does it: the field takes it back with its own undo, too. */
function replacePrompt(modality: MediaModality, field: HTMLTextAreaElement | null, text: string): void {
  const { text: before } = formOf(modality);
  if (field === null) setForm(modality, { text, error: undefined });
  else insertText(field, 0, field.value.length, text);
  offerUndo({
    text: 'Prompt improved',
    undo: async () => {
      setForm(modality, { text: before });
      return { ok: true, value: null };
    },
  });
}
