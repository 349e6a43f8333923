import { Coins } from 'lucide-react';
import { Popover } from 'radix-ui';
import { formatCredits, type Microcredits, toCredits } from '../../../shared/credits';
import type { CreditSummary } from '../../../shared/ledger';
import { useReported } from '../../store/reported';
import { classes } from '../../ui/classes';

/** Remaining credits, as a plain number, and what the last call took; the rest on request. */
export function CreditMeter() {
  const credits = useReported(({ app }) => app?.credits ?? null);
  const lowCredits = useReported(({ app }) => app?.settings.lowCredits ?? 0);
  if (credits === null) return null;
  const level = levelOf(credits, lowCredits);
  return (
    <div className="flex h-8 flex-none items-center gap-2 rounded-control border border-line bg-raised pl-3">
      <Coins className={classes('icon', level === 'fine' ? 'text-muted' : toneOf[level])} aria-hidden />
      {/* Spoken with the end of each reply already, so the meter itself stays quiet. */}
      <div
        role="status"
        aria-label="Credits"
        aria-live="off"
        className={classes('font-semibold', toneOf[level])}
      >
        {credits.remaining === null ? 'unknown' : formatCredits(credits.remaining, exactDigits)}
      </div>
      {level !== 'fine' && <span className={toneOf[level]}>{wordOf[level]}</span>}
      <CreditDetails credits={credits} />
    </div>
  );
}

/** All that are kept: a charge too small for two decimals must still be seen to fall. */
const exactDigits = 6;

type Level = 'fine' | 'low' | 'empty';
const toneOf: Record<Level, string> = { fine: '', low: 'text-warn', empty: 'text-bad' };
const wordOf: Record<Level, string> = { fine: '', low: 'low', empty: 'used up' };

function levelOf({ remaining }: CreditSummary, lowCredits: number): Level {
  if (remaining === null) return 'fine';
  if (remaining <= 0) return 'empty';
  return toCredits(remaining) < lowCredits ? 'low' : 'fine';
}

function CreditDetails({ credits }: { credits: CreditSummary }) {
  const last = credits.lastCall;
  return (
    <Popover.Root>
      <Popover.Trigger
        className={classes(
          'flex h-full items-center rounded-r-control px-2.5 hover:bg-hover',
          last === null || last.used === null ? 'text-muted' : 'text-credit',
        )}
      >
        <span className="sr-only">Spending: last call </span>
        {last === null ? 'no calls yet' : last.used === null ? 'cost unknown' : spent(last.used)}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          aria-label="Spending"
          className="floating w-72 p-4"
          onOpenAutoFocus={(event) => event.preventDefault()}
        >
          <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5">
            <Figure name="Remaining" value={amount(credits.remaining)} />
            <Figure name="Spent this session" value={amount(credits.spentThisSession)} />
            <Figure name="Last call" value={last === null ? 'none yet' : amount(last.used)} />
            {last?.model != null && <Figure name="Model of the last call" value={last.model} />}
            <Figure name="Calls of unknown cost" value={String(credits.unknownThisSession)} />
          </dl>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

const spent = (used: Microcredits) => (used === 0 ? '0' : `−${formatCredits(used)}`);
const amount = (value: CreditSummary['remaining']) =>
  value === null ? 'unknown' : `${formatCredits(value)} cr`;

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="break-all text-right font-medium">{value}</dd>
    </>
  );
}
