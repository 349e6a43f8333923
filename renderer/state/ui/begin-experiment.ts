import type { CommandInput } from '../../../shared/contract';
import type { Envelope } from '../../../shared/errors';
import { call } from '../../link/call';
import { addressOfExperiment, NEW_EXPERIMENT } from './lab-route';
import { goTo } from './navigation';

/** A recorded call of a chat. */
export interface CallCase {
  readonly profileId: string;
  readonly model: string;
  /** `null` where there was none. */
  readonly system: string | null;
  /** The message, or the whole conversation with who said what. */
  readonly prompt: string;
  /** `null` where the recorded answer has no text. */
  readonly reply: string | null;
}

/** What an experiment is made from. */
export type ExperimentSource =
  | { readonly kind: 'batch' | 'comparison' | 'chat'; readonly id: string }
  | { readonly kind: 'calls'; readonly calls: readonly CallCase[]; readonly hasExpected: boolean };

type OpenedSource = CommandInput<'experiments.openFrom'>;

let source: ExperimentSource | null = null;

/** Answers that came after the source was opened, until its experiment shows them. */
interface NewAnswers {
  readonly id: string;
  readonly source: Pick<OpenedSource, 'kind' | 'id'>;
  readonly count: number;
}

let newAnswers: NewAnswers | null = null;

/** Opens the form of a new experiment with the models, prompts and cases of something that exists. */
export function beginExperiment(from: ExperimentSource): void {
  source = from;
  goTo(addressOfExperiment(NEW_EXPERIMENT));
}

/** Opens the answers of a batch or a comparison as an experiment; nothing is sent. */
export async function openInLab(from: OpenedSource): Promise<Envelope<unknown>> {
  const answer = await call('experiments.openFrom', from);
  if (!answer.ok) return answer;
  const { id, newAnswers: count = 0 } = answer.value;
  newAnswers = count === 0 ? null : { id, source: { kind: from.kind, id: from.id }, count };
  goTo(addressOfExperiment(id));
  return answer;
}

/** What this experiment lacks of its source; returned once. */
export function takeNewAnswers(id: string): NewAnswers | null {
  const taken = newAnswers?.id === id ? newAnswers : null;
  newAnswers = null;
  return taken;
}

/** What the form was opened with; returned once. */
export function takeSource(): ExperimentSource | null {
  const taken = source;
  source = null;
  return taken;
}
