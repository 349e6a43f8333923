import { useState } from 'react';
import type { Message } from '../../../shared/chat/chat';
import {
  type Alternative,
  chanceOf,
  isBeyondOne,
  perplexityOf,
  type TokenChance,
} from '../../../shared/chat/logprobs';
import { counted } from '../../lib/counted';
import { saveText } from '../../lib/download';
import { call } from '../../link/call';
import { useAnswer } from '../../state/use-answer';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { withIntent } from '../chat/reply-actions';
import { TokenList } from './token-list';
import { percent, textOfTokens, tokensCsv, visible } from './tokens-text';

interface LogprobsDialogProps {
  message: Message;
  onClose: () => void;
}

/** How likely each token of a reply was, and what could have been there: from there the reply can go on as a branch. */
export default function LogprobsDialog({ message, onClose }: LogprobsDialogProps) {
  const { id } = message;
  const { value, error } = useAnswer(() => call('messages.logprobs', { id }), [id]);
  const [at, setAt] = useState(0);
  const tokens = value ?? [];
  const branch = useBranch(message, tokens, onClose);
  const current = tokens[at];
  return (
    <Dialog title="Token probabilities" onClose={onClose} size="wide">
      {error !== null && <ErrorCard error={error} />}
      {value !== null && <p className="mb-2 text-muted">{summary(tokens)}</p>}
      <div className="grid min-h-0 flex-1 grid-rows-[minmax(0,1fr)_minmax(0,1fr)] gap-3 md:grid-cols-[1fr_280px] md:grid-rows-1">
        <TokenList tokens={tokens} at={at} onMove={setAt} />
        {current !== undefined && (
          <Alternatives
            current={current}
            onChoose={message.parentId === null ? null : (token) => branch.from(at, token)}
          />
        )}
      </div>
      {branch.error !== null && <ErrorCard error={branch.error} />}
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        <Button onClick={() => saveText(tokensCsv(tokens), 'token-probabilities.csv', 'text/csv')}>
          Export CSV
        </Button>
        <Button
          onClick={() =>
            saveText(JSON.stringify(tokens, null, 2), 'token-probabilities.json', 'application/json')
          }
        >
          Export JSON
        </Button>
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}

function summary(tokens: readonly TokenChance[]): string {
  const perplexity = perplexityOf(tokens);
  const unknown = tokens.filter(({ logprob }) => logprob === null).length;
  const wrong = tokens.filter(isBeyondOne).length;
  return [
    counted(tokens.length, 'token'),
    ...(perplexity === null ? [] : [`perplexity ${perplexity.toPrecision(4)}`]),
    ...(unknown === 0 ? [] : [`${unknown.toLocaleString('en')} without a probability`]),
    ...(wrong === 0 ? [] : [`at ${counted(wrong, 'place')} the probabilities add up to more than 100 %`]),
  ].join(' · ');
}

/** A reply beside this one that has the same words up to a token, then another token, and goes on from there. */
function useBranch({ id, parentId, model }: Message, tokens: readonly TokenChance[], onBegun: () => void) {
  const [error, setError] = useState<Parameters<typeof ErrorCard>[0]['error'] | null>(null);
  const from = async (at: number, token: string) => {
    if (parentId === null) return;
    const beginning = textOfTokens(tokens.slice(0, at)) + token;
    setError(null);
    const answer = await withIntent(`what if ${id} ${at} ${token}`, (replyId, isConfirmed) =>
      call('chat.run', {
        messageId: parentId,
        replyId,
        beginning,
        isConfirmed,
        ...(model !== null && { model }),
      }),
    );
    if (answer?.ok === false) setError(answer.error);
    else if (answer !== null) onBegun();
  };
  return { error, from };
}

interface AlternativesProps {
  current: TokenChance;
  /** `null` where the reply answers nothing, so that nothing can go on from it. */
  onChoose: ((token: string) => void) | null;
}

/** What could have been in the place of a token, the most likely first. */
function Alternatives({ current, onChoose }: AlternativesProps) {
  const others = current.others.filter(({ token }) => token !== current.token);
  return (
    <section aria-label="Alternatives" className="min-h-0 overflow-auto rounded-card border border-line p-3">
      <p>
        <code className="font-mono font-semibold">{visible(current.token)}</code> {percent(chanceOf(current))}
      </p>
      {others.length === 0 ? (
        <p className="mt-2 text-muted text-sm">
          No alternatives came with this reply. Set Alternatives in the run settings to get some.
        </p>
      ) : (
        <ul className="mt-2 flex flex-col gap-1">
          {others.map((one) => (
            <Other key={one.token} one={one} onChoose={onChoose} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Other({ one, onChoose }: { one: Alternative; onChoose: AlternativesProps['onChoose'] }) {
  return (
    <li className="flex items-center gap-2">
      <code className="min-w-0 flex-1 truncate font-mono">{visible(one.token)}</code>
      <span className="text-muted tabular-nums">{percent(chanceOf(one))}</span>
      {onChoose !== null && (
        <Button aria-label={`Continue with ${visible(one.token)}`} onClick={() => onChoose(one.token)}>
          Continue
        </Button>
      )}
    </li>
  );
}
