/** What is open of the checks; loaded when it is opened for the first time. */
import { useChecksView } from '../../state/ui/checks-view';
import { CheckPlanDialog } from './plan-dialog';
import { CheckResultsDialog } from './results-dialog';

export default function ChecksHost() {
  const view = useChecksView((state) => state.view);
  if (view === null) return null;
  return view.kind === 'plan' ? (
    <CheckPlanDialog profileId={view.profileId} models={view.models} />
  ) : (
    <CheckResultsDialog key={view.profileId} profileId={view.profileId} model={view.model} />
  );
}
