/** What is typed to be added to an experiment. It stays while its dialog is closed, until it is added or another is opened. */
import { create } from 'zustand';
import type { AppErrorData, Envelope } from '../../../../shared/errors';
import type { Experiment } from '../../../../shared/lab/experiment';
import { attemptAfter, attemptAt } from '../../../state/idempotent-ask';
import type { CasesText, VariantDraft } from '../setup/lab-draft';
import { nextVariant } from './additions';

interface Additions extends CasesText {
  readonly experimentId: string;
  /** `null` until the next one is begun. */
  readonly variant: VariantDraft | null;
  /** The id made for exactly this addition; kept while it is unknown whether the core has it. */
  readonly attempt?: { readonly id: string; readonly request: string } | undefined;
  readonly isSending: boolean;
  /** Why the last attempt was refused. */
  readonly error: AppErrorData | null;
}

const noCases: CasesText = { cases: [{}], tableText: '' };
const nothing: Additions = {
  ...noCases,
  experimentId: '',
  variant: null,
  isSending: false,
  error: null,
};

export const useAdditions = create<Additions>()(() => nothing);

export const changeAdditions = (change: Partial<Additions>): void =>
  useAdditions.setState({ error: null, ...change });

/** Goes on with what was typed for this experiment. */
export function beginAdditions(experiment: Experiment): void {
  const { id } = experiment;
  if (useAdditions.getState().experimentId !== id) useAdditions.setState({ ...nothing, experimentId: id });
  const { variant } = useAdditions.getState();
  changeAdditions({ variant: variant ?? nextVariant(experiment) });
}

const added = { cases: noCases, variant: { variant: null } } as const;

/** What the core hears of an addition beside what is added. */
interface AdditionId {
  readonly additionId: string;
  /** Its price was seen as that of cells that wait. */
  readonly onlyWhileItWaits: true;
}

/**
 * Adds once, however often it is pressed, also where an answer was lost; what is refused stays as it was typed.
 *
 * @param question what is added
 * @param ask stores it; its cells wait
 * @returns whether it was added
 */
export async function add(
  what: keyof typeof added,
  question: unknown,
  ask: (id: AdditionId) => Promise<Envelope<unknown>>,
): Promise<boolean> {
  const { experimentId, isSending, attempt: before } = useAdditions.getState();
  if (isSending) return false;
  const attempt = attemptAt(before, [what, question], () => ({ id: crypto.randomUUID() }));
  changeAdditions({ attempt, isSending: true });
  const answer = await ask({ additionId: attempt.id, onlyWhileItWaits: true });
  if (useAdditions.getState().experimentId === experimentId)
    changeAdditions({
      ...(answer.ok ? added[what] : { error: answer.error }),
      attempt: attemptAfter(attempt, answer),
      isSending: false,
    });
  return answer.ok;
}
