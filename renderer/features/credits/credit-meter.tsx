import { Coins } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { formatCredits, type Microcredits } from '../../../shared/credits';
import type { CreditSummary, LedgerState } from '../../../shared/ledger';
import type { Budget } from '../../../shared/settings';
import { useCoreState } from '../../state/core/core-state';
import { classes } from '../../ui/classes';
import { levelOf } from './meter-level';
import { type Spent, spentAt } from './spent';

const noBudget: Budget = {};

/** Remaining credits, as a plain number, and the cost of the last call; more in the popover. */
export function CreditMeter() {
  const credits = useCoreState(({ app }) => app?.ledger ?? null);
  const lowCredits = useCoreState(({ app }) => app?.settings.lowCredits ?? 0);
  const budget = useCoreState(({ app }) => app?.settings.budgets[app.activeProfileId] ?? noBudget);
  const [open, setOpen] = useState(false);
  if (credits === null) return null;
  const spent = spentAt(Date.now(), credits);
  const { tone, word } = levelOf(credits, lowCredits, budget, spent);
  return (
    <div className="flex h-8 flex-none items-center gap-2 rounded-control border border-line bg-raised pl-3">
      <Coins className={classes('icon', tone === 'fine' ? 'text-muted' : colours[tone])} aria-hidden />
      {/* Already announced with the end of each reply, so the meter itself is silent. */}
      <div
        role="status"
        aria-label="Credits"
        aria-live="off"
        className={classes('font-semibold', colours[tone])}
      >
        {credits.remaining === null ? 'unknown' : formatCredits(credits.remaining, exactDigits)}
      </div>
      {word !== '' && <span className={classes('hidden sm:inline', colours[tone])}>{word}</span>}
      <CreditDetails credits={credits} budget={budget} spent={spent} open={open} onOpenChange={setOpen} />
    </div>
  );
}

/** All stored decimals: a charge too small for two of them must still be visible. */
const exactDigits = 6;

const colours = { fine: '', warn: 'text-warn', bad: 'text-bad' } as const;

interface CreditDetailsProps {
  credits: LedgerState;
  budget: Budget;
  spent: Spent;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

function CreditDetails({ credits, budget, spent, open, onOpenChange }: CreditDetailsProps) {
  const last = credits.lastCall;
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Trigger
        className={classes(
          'flex h-full items-center rounded-r-control px-2.5 hover:bg-hover',
          last === null || last.used === null ? 'text-muted' : 'text-credit',
        )}
      >
        <span className="sr-only">Spending: last call </span>
        {last === null ? 'no calls yet' : last.used === null ? 'cost unknown' : fall(last.used)}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          aria-label="Spending"
          className="floating w-80 p-4"
          onOpenAutoFocus={(event) => event.preventDefault()}
        >
          <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5">
            <Figure name="Remaining" value={amount(credits.remaining)} />
            <Figure name="Spent this session" value={amount(credits.spentThisSession)} />
            <Periods spent={spent} budget={budget} />
            <Figure name="Last call" value={last === null ? 'none yet' : amount(last.used)} />
            {last?.model != null && <Figure name="Model of the last call" value={last.model} />}
            <Figure name="Calls of unknown cost" value={String(credits.unknownThisSession)} />
            <Outside credits={credits} />
          </dl>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Periods({ spent, budget }: { spent: Spent; budget: Budget }) {
  return (
    <>
      <Figure name="Spent today" value={within(spent.day, budget.hardPerDay ?? budget.softPerDay)} />
      <Figure
        name="Spent this month"
        value={within(spent.month, budget.hardPerMonth ?? budget.softPerMonth)}
      />
    </>
  );
}

const within = (used: Microcredits, limit: number | undefined) =>
  limit === undefined ? amount(used) : `${formatCredits(used)} of ${limit} cr`;

/** Changes that no call of this app explains: other programs with the same key, or credits that were added. */
function Outside({ credits: { outsideThisSession: outside } }: { credits: CreditSummary }) {
  if (outside === 0) return null;
  if (outside > 0) return <Figure name="Spent outside this app" value={amount(outside)} />;
  return <Figure name="Added outside this app" value={amount(-outside as Microcredits)} />;
}

const fall = (used: Microcredits) => (used === 0 ? '0' : `−${formatCredits(used)}`);
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
