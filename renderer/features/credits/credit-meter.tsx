import { Coins } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import type { Budget } from '../../../shared/app/settings';
import { modelText } from '../../../shared/modalities/modalities';
import { budgetOf } from '../../../shared/money/budgets';
import type { LedgerState } from '../../../shared/money/ledger';
import {
  type Amount,
  exactAmount,
  formatAmount,
  fromAmount,
  type MoneyUnit,
  withUnit,
} from '../../../shared/money/money';
import { units } from '../../../shared/money/money-units';
import { rateNow, rateText } from '../../lib/rate-text';
import { useNow } from '../../lib/ticker';
import { call } from '../../link/call';
import { useCoreState } from '../../state/core/core-state';
import { useAnswer } from '../../state/use-answer';
import { classes } from '../../ui/classes';
import { type Spent, spentAt } from './spent';

interface Level {
  readonly tone: 'fine' | 'warn' | 'bad';
  /** A word beside the figure, so that color is not the only indicator. */
  readonly word: string;
}

const fine: Level = { tone: 'fine', word: '' };

/** The state of the account, its limits in the account's unit; the most urgent comes first. */
export function levelOf(
  { remaining, unit }: Pick<LedgerState, 'remaining' | 'unit'>,
  lowest: number,
  { softPerDay, softPerMonth }: Budget,
  spent: Spent | null,
): Level {
  if (remaining !== null && remaining <= 0) return { tone: 'bad', word: 'used up' };
  if (remaining !== null && fromAmount(remaining, unit) < lowest) return { tone: 'warn', word: 'low' };
  if (spent === null) return fine;
  const isPast = (limit: number | undefined, used: Spent['day']) =>
    limit !== undefined && fromAmount(used, unit) > limit;
  if (isPast(softPerDay, spent.day)) return { tone: 'warn', word: 'past your limit for today' };
  if (isPast(softPerMonth, spent.month)) return { tone: 'warn', word: 'past your limit for the month' };
  return fine;
}

/** What is left, as a plain number of credits or in dollars, and the cost of the last call; more in the popover. */
export function CreditMeter() {
  const ledger = useCoreState(({ app }) => app?.ledger ?? null);
  const settings = useCoreState(({ app }) => app?.settings ?? null);
  const [open, setOpen] = useState(false);
  if (ledger === null || settings === null) return null;
  const { unit, profileId } = ledger;
  const spent = spentAt(Date.now(), ledger);
  const budget = budgetOf(settings, profileId, unit);
  const { tone, word } = levelOf(ledger, settings[units[unit].lowSetting], budget, spent);
  return (
    <div className="relative flex h-8 flex-none items-center gap-2 rounded-control border border-line bg-raised pl-3 has-[button:hover]:bg-hover">
      <Coins className={classes('icon', tone === 'fine' ? 'text-muted' : colors[tone])} aria-hidden />
      {/* Already announced with the end of each reply, so the meter itself is silent. */}
      <div
        role="status"
        aria-label="Credits"
        aria-live="off"
        className={classes('font-semibold', colors[tone])}
      >
        {balanceText(ledger)}
      </div>
      {word !== '' && <span className={classes('hidden sm:inline', colors[tone])}>{word}</span>}
      <CreditDetails ledger={ledger} budget={budget} spent={spent} open={open} onOpenChange={setOpen} />
    </div>
  );
}

/** Six decimals: a charge too small for two of them must still be visible. */
const balanceDigits = 6;

function balanceText({ remaining, unit, isFree }: LedgerState): string {
  if (remaining === null) return isFree ? 'free' : 'no balance';
  return withUnit(formatAmount(remaining, unit, balanceDigits, units[unit].balanceDigits), unit, 'bareSign');
}

const colors = { fine: '', warn: 'text-warn', bad: 'text-bad' } as const;

interface CreditDetailsProps {
  ledger: LedgerState;
  budget: Budget;
  spent: Spent;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

function CreditDetails({ ledger, budget, spent, open, onOpenChange }: CreditDetailsProps) {
  const { lastCall: last, unit } = ledger;
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Trigger
        className={classes(
          // Its area is the whole meter; inside of it the status would be no status to a screen reader.
          'flex h-full items-center rounded-r-control px-2.5 after:absolute after:inset-0',
          last === null || last.amount === null ? 'text-muted' : 'text-credit',
        )}
      >
        <span className="sr-only">Spending: last call </span>
        <span className="gives-way">{lastText(ledger)}</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          aria-label="Spending"
          className="floating w-96 max-w-[calc(100vw-1rem)] p-4"
        >
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
            <Figure
              name="Remaining"
              value={ledger.isFree && ledger.remaining === null ? 'free' : amount(ledger.remaining, unit)}
            />
            <Figure name="Spent this session" value={amount(ledger.spentThisSession, unit)} />
            <Periods spent={spent} budget={budget} unit={unit} />
            <Figure name="Last call" value={last === null ? 'none yet' : amount(last.amount, unit)} />
            {last?.model != null && <Figure name="Model of the last call" value={modelText(last.model)} />}
            <Figure name="Calls of unknown cost" value={String(ledger.unknownThisSession)} />
            <Outside ledger={ledger} />
            <RateFigures profileId={ledger.profileId} />
          </dl>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Periods({ spent, budget, unit }: { spent: Spent; budget: Budget; unit: MoneyUnit }) {
  return (
    <>
      <Figure name="Spent today" value={within(spent.day, budget.hardPerDay ?? budget.softPerDay, unit)} />
      <Figure
        name="Spent this month"
        value={within(spent.month, budget.hardPerMonth ?? budget.softPerMonth, unit)}
      />
    </>
  );
}

const within = (used: Amount, limit: number | undefined, unit: MoneyUnit) => {
  if (limit === undefined) return amount(used, unit);
  return `${withUnit(exactAmount(used, unit), unit, 'bareSign')} of ${withUnit(`${limit}`, unit)}`;
};

/** Changes that no call of this app explains: other programs with the same key, or credits that were added. */
function Outside({ ledger: { outsideThisSession: outside, unit } }: { ledger: LedgerState }) {
  if (outside === 0) return null;
  if (outside > 0) return <Figure name="Spent outside this app" value={amount(outside, unit)} />;
  return <Figure name="Added outside this app" value={amount(-outside as Amount, unit)} />;
}

function lastText({ lastCall: last, isFree }: LedgerState): string {
  if (last === null) return isFree ? 'nothing charged' : 'no calls yet';
  if (last.amount === null) return 'cost unknown';
  if (last.amount === 0) return '0';
  const { unit, amount } = last;
  return `−${withUnit(formatAmount(amount, unit, units[unit].shortDigits), unit, 'bareSign')}`;
}

const amount = (value: Amount | null, unit: MoneyUnit) =>
  value === null ? 'unknown' : withUnit(exactAmount(value, unit), unit);

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="whitespace-nowrap text-muted">{name}</dt>
      <dd className="break-all text-right font-medium">{value}</dd>
    </>
  );
}

const askEveryMs = 2_000;

/** What the gateway's headers say of its rate limit; nothing where they say nothing. */
function RateFigures({ profileId }: { profileId: string }) {
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
          <dd className="wrap-anywhere text-right font-medium">{text}</dd>
        </div>
      ),
  );
}
