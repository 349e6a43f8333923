import type { AppErrorData } from '../../shared/errors';
import { type MoneyUnit, withUnit } from '../../shared/money/money';
import { firstUnit, units } from '../../shared/money/money-units';
import { costRows, type FigureRow, leastRows } from '../parts/credits/figure-rows';
import { openTab } from '../state/ui/navigation';
import { useSpendingQuestion } from '../state/ui/spending-question';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';

/** Says why the core did not spend credits, and asks for a decision; the harmless answer has the focus. */
export function SpendingDialog() {
  const question = useSpendingQuestion((state) => state.question);
  if (question === null) return null;
  const { error, answer } = question;
  const no = () => answer(false);
  const isFinal = error.code === 'over_budget';
  return (
    <Dialog title={isFinal ? 'Your limit does not allow this' : 'Send anyway?'} onClose={no}>
      <p className="break-words">{error.message}</p>
      <Figures error={error} />
      <p className="mt-3 text-muted">
        {isFinal
          ? 'What you typed is kept. You can change limits in the settings of the profile.'
          : 'Nothing has been sent yet, and what you typed is kept.'}
      </p>
      <div className="mt-5 flex justify-end gap-2">
        <Button autoFocus onClick={no}>
          {isFinal ? 'Close' : 'Don’t send'}
        </Button>
        {isFinal ? (
          <Button
            onClick={() => {
              no();
              openTab('settings');
            }}
          >
            Open settings
          </Button>
        ) : (
          <Button tone="primary" onClick={() => answer(true)}>
            Confirm
          </Button>
        )}
      </div>
    </Dialog>
  );
}

interface Details {
  readonly period?: string;
  readonly limit?: number;
  readonly spent?: number;
  readonly running?: number;
  readonly estimate?: { readonly from?: number; readonly to: number } | null;
  /** Extra parameters may raise the price. */
  readonly isAtLeast?: boolean;
  readonly unsettled?: number;
  /** The most it can cost; `null` where nothing limits that, left out where it is the end of the estimate. */
  readonly most?: number | null;
  readonly askAbove?: number;
  /** What the figures count; the first where left out. */
  readonly unit?: MoneyUnit;
  /** More than one where several requests are confirmed together. */
  readonly calls?: number;
}

/** Without trailing zeros. */
const plainFigure = (amount: number, unit: MoneyUnit): string => {
  const fixed = amount.toFixed(units[unit].exactDigits);
  return fixed.includes('.') ? fixed.replace(/\.?0+$/, '') : fixed;
};

/** The figures behind the refusal, where it has any. */
function Figures({ error }: { error: AppErrorData }) {
  const {
    period,
    limit,
    spent,
    running,
    unsettled,
    estimate,
    most,
    askAbove,
    calls = 1,
    unit = firstUnit,
    isAtLeast = false,
  } = (error.details ?? {}) as Details;
  const rows: FigureRow[] = [
    ...(isAtLeast ? leastRows(calls, estimate?.from) : costRows(calls, estimate, most)),
    [period === 'day' ? 'Spent today' : `Spent this ${period}`, spent],
    ['Calls of unknown cost, about', unsettled === 0 ? undefined : unsettled],
    ['Still running, about', running === 0 ? undefined : running],
    [`Limit per ${period}`, limit],
    ['Confirm over', askAbove],
  ];
  return (
    <dl className="mt-3 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
      {rows.map(([name, amount]) =>
        amount === undefined ? null : (
          <div key={name} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-muted">{name}</dt>
            <dd className="text-right font-medium">{withUnit(plainFigure(amount, unit), unit)}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
