/** What is typed to be added to an experiment. It stays while its dialog is closed, until it is added or another is opened. */
import { create } from 'zustand';
import type { AppErrorData, Envelope } from '../../../../shared/errors';
import type { Experiment } from '../../../../shared/lab/experiment';
import type { CasesText, VariantDraft } from '../setup/lab-draft';
import { nextVariant } from './additions';

interface Additions extends CasesText {
  readonly experimentId: string;
  /** `null` until the next one is begun. */
  readonly variant: VariantDraft | null;
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

/**
 * Adds once, however often it is pressed; what is refused stays as it was typed.
 *
 * @param ask stores it; its cells wait
 * @returns whether it was added
 */
export async function add(what: keyof typeof added, ask: () => Promise<Envelope<unknown>>): Promise<boolean> {
  const { experimentId, isSending } = useAdditions.getState();
  if (isSending) return false;
  changeAdditions({ isSending: true });
  const answer = await ask();
  if (useAdditions.getState().experimentId === experimentId)
    changeAdditions({ isSending: false, ...(answer.ok ? added[what] : { error: answer.error }) });
  return answer.ok;
}
