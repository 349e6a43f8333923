import { useState } from 'react';
import { Button } from './button';
import { mainLandmark } from './main-landmark';

export interface BrokenPartProps {
  /** Draws the part once more. */
  readonly again: () => void;
}

/** In the place of a part of the window that could not be drawn. */
export function BrokenPart({ again }: BrokenPartProps) {
  // Where a whole tab failed, its landmark went with it.
  const [isAlone] = useState(() => mainLandmark() === null);
  const words = <Words again={again} />;
  return isAlone ? <main className="min-w-0 flex-1">{words}</main> : words;
}

function Words({ again }: BrokenPartProps) {
  return (
    <div role="alert" className="min-w-0 p-3">
      <p className="font-semibold text-bad">This part couldn’t be shown</p>
      <p className="mt-1 text-muted">
        Nothing is lost. Show it again; if it fails again, reload the window: what you typed stays.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button onClick={again}>Show again</Button>
        <Button onClick={() => location.reload()}>Reload</Button>
      </div>
    </div>
  );
}
