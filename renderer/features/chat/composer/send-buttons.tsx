import { ArrowUp, ListPlus, Square } from 'lucide-react';
import type { StoredFile } from '../../../../shared/media/files';
import { useKeys, withKeysText } from '../../../commands/use-keys';
import { laterCode } from '../../../lib/until-loaded';
import { stop } from '../../../parts/chat/chat-actions';
import { useCoreState } from '../../../state/core/core-state';
import { newMessage } from '../../../state/ui/chat-request';
import { saysSomething } from '../../../state/ui/draft-state';
import { draftOf, useDraft } from '../../../state/ui/drafts';
import { useIsReplying } from '../../../state/ui/selectors';
import { useUiState } from '../../../state/ui/ui-state';
import { type SpendingIntent, useForecastOf } from '../../../state/use-forecast';
import { Button } from '../../../ui/button';
import { later } from '../../../ui/later';
import type { Ahead } from './cost-ahead';
import { waitingText } from './use-blocker';

const CostAhead = later(() => import('./cost-ahead').then((module) => module.CostAhead));

interface SendButtonsProps {
  chatKey: string;
  /** Why nothing can be sent now; `null` where it can. */
  blocked: string | null;
}

/** Send with what it may cost; while a reply is being written, Stop, and Queue for what is typed. */
export function SendButtons({ chatKey, blocked }: SendButtonsProps) {
  const draft = useDraft(chatKey);
  const ahead = useCostAhead(chatKey);
  const sending = useKeys('composer.sendAlways');
  const stopping = useKeys('chat.stop');
  const isReplying = useIsReplying(chatKey);
  const isDisabled = draft.sending === true || blocked !== null || !saysSomething(draft);
  if (!isReplying) {
    return (
      <>
        {(blocked === null || blocked === waitingText) && ahead !== null && (
          <CostAhead ahead={ahead} chatKey={chatKey} />
        )}
        <Button
          type="submit"
          tone="primary"
          className="flex-none"
          aria-disabled={isDisabled}
          aria-keyshortcuts={sending.aria}
        >
          <ArrowUp className="icon" aria-hidden />
          Send{ahead?.inButton}
        </Button>
      </>
    );
  }
  return (
    <>
      {!isDisabled && (
        <Button type="submit" tone="primary" className="flex-none">
          <ListPlus className="icon" aria-hidden />
          Queue
        </Button>
      )}
      <Button
        className="flex-none"
        onClick={() => void stop(chatKey)}
        aria-keyshortcuts={stopping.aria}
        title={withKeysText('Stop', stopping)}
      >
        <Square className="icon size-3.5" aria-hidden />
        Stop
      </Button>
    </>
  );
}

/** What sending the draft as it is would take. */
function useCostAhead(chatKey: string): Ahead | null {
  const uncounted = useUiState(({ drafts }) => uncountedIn(drafts[chatKey]?.attachments));
  const forecast = useForecastOf(
    () => messageIntent(chatKey),
    () => dependencies(chatKey),
    chatKey,
  );
  const inWords = useCostWords(forecast !== null);
  if (forecast === null || forecast.promptTokens === null) return null;
  const cost = inWords === null ? null : inWords(forecast);
  const inButton = cost === null || cost.inButton === null ? null : ` · ${cost.inButton}`;
  return {
    tokens: forecast.promptTokens,
    cost,
    inButton,
    uncounted: forecast.uncountedFiles === undefined ? null : uncounted,
  };
}

function uncountedIn(files: readonly StoredFile[] = []): Ahead['uncounted'] {
  if (files.length === 0) return null;
  return files.every(({ kind }) => kind === 'image') ? 'images' : 'files';
}

/** Nothing is foreseen before something is typed: the words for it are not part of the first screen's code. */
const useCostWords = laterCode(() =>
  import('../../../parts/credits/cost-text').then(({ costWords }) => costWords),
);

function dependencies(chatKey: string): readonly unknown[] {
  const { drafts, configs, lastModel } = useUiState.getState();
  const { conversations, app } = useCoreState.getState();
  const { text, attachments } = drafts[chatKey] ?? {};
  return [text, attachments, configs[chatKey], lastModel, conversations[chatKey], app?.catalogue.models];
}

/** `null` while there is nothing to send, or no model of the catalogue to send it to. */
function messageIntent(chatKey: string): SpendingIntent | null {
  const draft = draftOf(chatKey);
  const request = saysSomething(draft) ? newMessage(chatKey, draft) : null;
  const { app } = useCoreState.getState();
  const isKnown = app?.catalogue.models.some(({ id }) => id === request?.model) === true;
  return request !== null && isKnown ? { kind: 'message', ...request } : null;
}
