import { NEW_EXPERIMENT } from '../../state/ui/lab-route';
import { useUiState } from '../../state/ui/ui-state';
import { ExperimentPage } from './experiment-page';
import { LabList } from './lab-list';
import { NewExperiment } from './setup/new-experiment';

/** The lab: the list of experiments, one that is being made, or one of them. */
export default function LabPage() {
  const id = useUiState(({ route }) => route.experimentId);
  if (id === undefined) return <LabList />;
  return id === NEW_EXPERIMENT ? <NewExperiment /> : <ExperimentPage key={id} id={id} />;
}
