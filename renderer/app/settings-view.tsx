import { DataSection } from '../features/archive/data-section';
import { JobsPanel } from '../features/jobs/jobs-panel';
import { SettingsPage } from '../features/settings/settings-page';
import { SideColumn } from '../parts/side-column';
import { useColumn } from '../state/ui/columns';

/** The settings with the jobs beside them: the page has no right column of its own. */
export default function SettingsView() {
  const side = useColumn('settings', 'side');
  return (
    <div className="relative flex min-w-0 flex-1">
      <SettingsPage data={<DataSection />} />
      <SideColumn tab="settings" side="side" column={side}>
        <JobsPanel isAlone />
      </SideColumn>
    </div>
  );
}
