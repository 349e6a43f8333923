import type { Message } from '../../../../shared/chat/chat';
import { firstUnit } from '../../../../shared/money/money-units';
import { counted } from '../../../lib/counted';
import { call } from '../../../link/call';
import { useAnswer } from '../../../state/use-answer';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { savedText } from '../../credits/saved-text';
import { billOf } from './bill';

interface BillDialogProps {
  message: Message;
  onClose: () => void;
}

/** What a reply's tokens were, what each kind cost, and whether their sum is what was charged. */
export default function BillDialog({ message, onClose }: BillDialogProps) {
  const bill = billOf(message);
  const { accepted = 0, rejected = 0 } = message.usage?.details ?? {};
  return (
    <Dialog title="Tokens and cost" onClose={onClose} size="form">
      {bill === null ? (
        <p className="text-muted">The gateway stated no tokens for this reply.</p>
      ) : (
        <div
          className="-mx-2 min-h-0 overflow-auto px-2"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
          tabIndex={0}
        >
          <Lines bill={bill} />
          <p className="mt-3">{bill.verdict}</p>
          {bill.saved !== null && <p className="mt-1 text-muted">{bill.saved}</p>}
          <SavedInChat message={message} />
          {accepted + rejected > 0 && (
            <p className="mt-1 text-muted">
              {`Of the prediction: ${counted(accepted, 'token')} accepted, ${rejected.toLocaleString('en')} rejected.`}
            </p>
          )}
        </div>
      )}
      <div className="mt-3 flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}

/** Of all requests of the chat together, those of its other branches too. */
function SavedInChat({ message: { conversationId, prices } }: Pick<BillDialogProps, 'message'>) {
  const unit = prices?.unit ?? firstUnit;
  const { value } = useAnswer(
    () => call('ledger.cacheSaved', { filter: { unit }, conversationId }),
    [conversationId, unit],
  );
  const text = value && savedText(value);
  return text && <p className="mt-1 text-muted">{`The whole chat: ${text}.`}</p>;
}

const cell = 'border-line border-t px-2 py-1.5 first:pl-0 last:pr-0';
const figure = `${cell} text-right tabular-nums`;
const sum = `${figure} whitespace-nowrap`;

function Lines({ bill }: { bill: NonNullable<ReturnType<typeof billOf>> }) {
  return (
    <table className="w-full">
      <thead className="text-muted text-sm">
        <tr>
          <th scope="col" className="py-1.5 pr-2 text-left font-normal">
            Kind
          </th>
          {['Count', 'Price', 'Cost'].map((head) => (
            <th key={head} scope="col" className="px-2 py-1.5 text-right font-normal last:pr-0">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bill.lines.map(({ label, count, price, amount }) => (
          <tr key={label}>
            <th scope="row" className={`${cell} text-left font-normal`}>
              {label}
            </th>
            <td className={figure}>{count}</td>
            <td className={`${figure} text-muted`}>{price ?? 'unknown'}</td>
            <td className={sum}>{amount ?? 'unknown'}</td>
          </tr>
        ))}
        <Sum label="Sum" amount={bill.total} />
        <Sum label="Charged" amount={bill.charged} />
      </tbody>
    </table>
  );
}

function Sum({ label, amount }: { label: string; amount: string | null }) {
  return (
    <tr className="font-semibold">
      <th scope="row" colSpan={3} className={`${cell} text-left`}>
        {label}
      </th>
      <td className={`${sum} text-credit`}>{amount ?? 'unknown'}</td>
    </tr>
  );
}
