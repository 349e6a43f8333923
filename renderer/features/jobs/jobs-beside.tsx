import type { ComponentType } from 'react';
import { SideColumn } from '../../parts/side-column';
import { useColumn } from '../../state/ui/columns';
import { JobsPanel } from './jobs-panel';

/** A page that has no right column of its own, with the jobs beside it. */
export function jobsBeside(tab: string, Page: ComponentType): ComponentType {
  return function PageWithJobs() {
    const side = useColumn(tab, 'side');
    return (
      <div className="relative flex min-w-0 flex-1">
        <Page />
        <SideColumn tab={tab} side="side" column={side}>
          <JobsPanel isAlone />
        </SideColumn>
      </div>
    );
  };
}
