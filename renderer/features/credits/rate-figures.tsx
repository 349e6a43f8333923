import { rateNow, rateText } from '../../lib/rate-text';
import { useNow } from '../../lib/ticker';
import { call } from '../../link/call';
import { useAnswer } from '../../state/use-answer';

const askEveryMs = 2_000;

/** What the gateway's headers say of its rate limit; nothing where they say nothing. */
export function RateFigures({ profileId }: { profileId: string }) {
  const { value } = useAnswer(() => call('profiles.rate', { id: profileId }), [profileId], {
    everyMs: askEveryMs,
  });
  const now = useNow();
  if (value === null || value.profileId !== profileId) return null;
  const limits = [
    ['Requests', rateText(rateNow(value.requests, value, now))],
    ['Tokens', rateText(rateNow(value.tokens, value, now))],
  ] as const;
  return limits.map(
    ([name, text]) =>
      text !== null && (
        <div key={name} className="contents">
          <dt className="whitespace-nowrap text-muted">{name} (rate limit)</dt>
          <dd className="break-words text-right font-medium">{text}</dd>
        </div>
      ),
  );
}
