import { useId, useState } from 'react';
import type { Job } from '../../../shared/media/jobs';
import { DividedImages, type LetteredImage } from '../../media/stage/divided-images';
import { useCoreState } from '../../state/core/core-state';
import { columnLetter } from '../../state/ui/compares';

/** Two of the pictures over each other, with a divider that is dragged or moved with the arrow keys. */
export default function ImageSlider({ jobs }: { jobs: readonly (Job | null)[] }) {
  const media = useCoreState((state) => state.media);
  const pictures = jobs.flatMap((job, index): LetteredImage[] => {
    const item = media[job?.media[0]?.id ?? ''];
    return item === undefined || item.isMissing ? [] : [{ letter: columnLetter(index), item }];
  });
  const [chosen, choose] = useState<{ left?: string; right?: string }>({});
  const find = (letter: string | undefined, otherwise: number) =>
    pictures.find((picture) => picture.letter === letter) ?? pictures[otherwise];
  const [left, right] = [find(chosen.left, 0), find(chosen.right, 1)];
  if (left === undefined || right === undefined) {
    return <p className="flex-1 p-5 text-muted">Two finished images are needed to overlay them.</p>;
  }
  return (
    <section aria-label="Slider" className="flex min-h-0 flex-1 flex-col gap-2 p-4">
      <div className="flex flex-none flex-wrap items-center gap-4">
        <Choice
          label="Left"
          value={left}
          pictures={pictures}
          onChoose={(letter) => choose({ ...chosen, left: letter })}
        />
        <Choice
          label="Right"
          value={right}
          pictures={pictures}
          onChoose={(letter) => choose({ ...chosen, right: letter })}
        />
      </div>
      <DividedImages left={left} right={right} />
    </section>
  );
}

interface ChoiceProps {
  label: string;
  value: LetteredImage;
  pictures: readonly LetteredImage[];
  onChoose: (letter: string) => void;
}

function Choice({ label, value, pictures, onChoose }: ChoiceProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="text-muted">
        {label}
      </label>
      <select
        id={id}
        value={value.letter}
        onChange={(event) => onChoose(event.target.value)}
        className="field compact max-w-64"
      >
        {pictures.map(({ letter, item }) => (
          <option key={letter} value={letter}>
            {letter} · {item.origin.model}
          </option>
        ))}
      </select>
    </div>
  );
}
