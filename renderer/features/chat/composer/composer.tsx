import { useRef } from 'react';
import { useDraft } from '../../../state/ui/drafts';
import { later } from '../../../ui/later';
import { MessageField } from './message-field';
import { SendButtons } from './send-buttons';
import { useTextFiles } from './text-files';
import { useBlocker, waitingText } from './use-blocker';
import { useSubmit } from './use-submit';

const ComposerTools = later(
  () => import('./composer-tools').then((module) => module.ComposerTools),
  () => <span className="w-25 flex-none" />,
);
const Hint = later(
  () => import('./hint').then((module) => module.Hint),
  () => <p className="flex-1" />,
);
const AttachedImages = later(() =>
  import('../../../parts/chat/images/attached-images').then((module) => module.AttachedImages),
);
const ErrorCard = later(() => import('../../../ui/alert').then((module) => module.ErrorCard));
const OfferedPictures = later(() => import('./offered-pictures').then((module) => module.OfferedPictures));
const QueuedMessages = later(() => import('./queued-messages').then((module) => module.QueuedMessages));

const SlashPrompts = later(() =>
  import('../../../parts/prompts/slash-prompts').then((module) => module.SlashPrompts),
);

/** The form that a message is written and sent in. It has its own state, so that typing redraws nothing else. */
export function Composer({ chatKey }: { chatKey: string }) {
  const { error } = useDraft(chatKey);
  const blocked = useBlocker(chatKey);
  const isWaiting = blocked === waitingText;
  const input = useRef<HTMLTextAreaElement>(null);
  const files = useTextFiles(chatKey, input);
  const submit = useSubmit(chatKey, blocked);
  return (
    <div className="flex-none px-5 pb-3">
      <div className="mx-auto flex max-w-[760px] flex-col gap-2">
        {error !== undefined && <ErrorCard error={error} />}
        <QueuedMessages chatKey={chatKey} />
        <form
          className="relative rounded-card border border-line bg-raised shadow-float focus-within:border-accent data-[over]:border-accent"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
          {...files.target}
        >
          <MessageField chatKey={chatKey} input={input} onSubmit={submit} />
          <AttachedImages draftKey={chatKey} input={input} className="px-4 pt-2 pb-1" />
          {files.offered.length > 0 && (
            <OfferedPictures chatKey={chatKey} files={files.offered} onAdd={files.add} />
          )}
          {files.refusal !== null && (
            <p role="alert" className="px-4 text-bad text-sm">
              {files.refusal}
            </p>
          )}
          {blocked !== null && !isWaiting && <p className="px-4 pt-1 text-sm text-warn">{blocked}</p>}
          <div className="flex items-center gap-2 py-2 pr-2 pl-2">
            <SlashPrompts input={input} />
            <ComposerTools chatKey={chatKey} input={input} onFiles={files.add} onRefusal={files.refuse} />
            <Hint chatKey={chatKey} isWaiting={isWaiting} />
            <SendButtons chatKey={chatKey} blocked={blocked} />
          </div>
        </form>
      </div>
    </div>
  );
}
