import { LayoutGrid } from 'lucide-react';
import { largestScale, smallestScale } from '../../shared/media/result-view';
import type { MediaModality } from '../../shared/modalities/modalities';
import { KeyedIconButton } from '../commands/key-hint';
import { changeView, toggleLayout, useResultView } from '../state/ui/result-view';

/** One result large, or all of them at a size one chooses. */
export function ViewChoice({ tab }: { tab: MediaModality }) {
  const { layout } = useResultView(tab);
  const isGrid = layout === 'grid';
  return (
    <>
      {isGrid && (
        // Where there is room for one column only, there is nothing to choose.
        <div className="flex-none max-[480px]:hidden">
          <ScaleSlider tab={tab} />
        </div>
      )}
      <KeyedIconButton
        command="stage.grid"
        icon={LayoutGrid}
        label="Grid"
        aria-pressed={isGrid}
        onClick={() => toggleLayout(tab)}
      />
    </>
  );
}

const stepPx = 8;

/** The minimum width of the images in a grid. */
export function ScaleSlider({ tab }: { tab: string }) {
  const { scale } = useResultView(tab);
  const filled = (100 * (scale - smallestScale)) / (largestScale - smallestScale);
  return (
    <input
      type="range"
      aria-label="Scale"
      aria-valuetext={`${scale} pixels`}
      min={smallestScale}
      max={largestScale}
      step={stepPx}
      value={scale}
      onChange={(event) => changeView(tab, { scale: Number(event.target.value) })}
      style={{ '--filled': `${filled}%` } as React.CSSProperties}
      className="range w-28 flex-none max-[640px]:w-16"
    />
  );
}
