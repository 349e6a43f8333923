import { addressOfExperiment, NEW_EXPERIMENT } from './lab-route';
import { goTo } from './navigation';

/** What an experiment is made from. */
export interface ExperimentSource {
  readonly kind: 'batch' | 'comparison' | 'chat';
  readonly id: string;
}

let source: ExperimentSource | null = null;

/** Opens the form of a new experiment with the models, prompts and cases of something that exists. */
export function beginExperiment(from: ExperimentSource): void {
  source = from;
  goTo(addressOfExperiment(NEW_EXPERIMENT));
}

/** What the form was opened with; returned once. */
export function takeSource(): ExperimentSource | null {
  const taken = source;
  source = null;
  return taken;
}
