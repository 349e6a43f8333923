/** The parts of what is known of a profile: a table for each kind of probe, one of all, and what changed. */
import type { ProbeKind } from '../../../shared/checks/probes';
import { Button } from '../../ui/button';
import { kindLabels } from './check-text';

export type Section = ProbeKind | 'all' | 'changes';

export const sectionLabels: Readonly<Record<Section, string>> = {
  ...kindLabels,
  all: 'All probes',
  changes: 'Changes',
};
const sections = Object.keys(sectionLabels) as readonly Section[];

export function Sections({ section, onChange }: { section: Section; onChange: (section: Section) => void }) {
  return (
    <fieldset aria-label="Results" className="flex flex-wrap gap-1">
      {sections.map((one) => (
        <Button
          key={one}
          aria-pressed={one === section}
          tone={one === section ? 'primary' : 'plain'}
          onClick={() => onChange(one)}
        >
          {sectionLabels[one]}
        </Button>
      ))}
    </fieldset>
  );
}
