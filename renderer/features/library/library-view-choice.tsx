import { Crop, Fullscreen } from 'lucide-react';
import { ScaleSlider } from '../../media/view-choice';
import { changeView, useResultView } from '../../state/ui/result-view';
import { IconButton } from '../../ui/button';
import { FilterChoice } from '../../ui/filter-choice';
import type { Grouping } from './library-rows';

const groupings: readonly (readonly [Grouping, string])[] = [
  ['day', 'By day'],
  ['run', 'By run'],
];

/** How the library lays out its results: whole or filled, how large, in which groups. */
export function LibraryViewChoice() {
  const { fit, group } = useResultView('library');
  const isWhole = fit === 'fit';
  return (
    <div className="flex items-center gap-2">
      <FilterChoice
        label="Groups"
        every="No groups"
        className="h-6!"
        value={group === 'none' ? undefined : group}
        options={groupings}
        onChange={(chosen) => changeView('library', { group: (chosen ?? 'none') as Grouping })}
      />
      <IconButton
        icon={isWhole ? Fullscreen : Crop}
        label="Fit images"
        aria-pressed={isWhole}
        onClick={() => changeView('library', { fit: isWhole ? 'crop' : 'fit' })}
      />
      <ScaleSlider tab="library" />
    </div>
  );
}
