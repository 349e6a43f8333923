import { useId, useState } from 'react';
import type { Job } from '../../../shared/jobs';
import type { MediaItem } from '../../../shared/media';
import { useCoreState } from '../../state/core/core-state';
import { mediaUrl } from '../../state/core/media-url';
import { columnLetter } from '../../state/ui/compares';

interface Picture {
  readonly letter: string;
  readonly item: MediaItem;
}

/** Two of the pictures over each other, with a divider that is dragged or moved with the arrow keys. */
export default function PictureSlider({ jobs }: { jobs: readonly (Job | null)[] }) {
  const media = useCoreState((state) => state.media);
  const pictures = jobs.flatMap((job, index): Picture[] => {
    const item = media[job?.media[0]?.id ?? ''];
    return item === undefined || item.isMissing ? [] : [{ letter: columnLetter(index), item }];
  });
  const [chosen, choose] = useState<{ left?: string; right?: string }>({});
  const find = (letter: string | undefined, otherwise: number) =>
    pictures.find((picture) => picture.letter === letter) ?? pictures[otherwise];
  const [left, right] = [find(chosen.left, 0), find(chosen.right, 1)];
  if (left === undefined || right === undefined) {
    return (
      <p className="flex-1 p-5 text-muted">Two finished pictures are needed to lay one over the other.</p>
    );
  }
  return (
    <section aria-label="Slider" className="flex min-h-0 flex-1 flex-col gap-2 p-4">
      <div className="flex flex-none flex-wrap items-center gap-4">
        <Choice
          label="Left"
          value={left}
          {...{ pictures }}
          onChoose={(letter) => choose({ ...chosen, left: letter })}
        />
        <Choice
          label="Right"
          value={right}
          {...{ pictures }}
          onChoose={(letter) => choose({ ...chosen, right: letter })}
        />
      </div>
      <Divided left={left} right={right} />
    </section>
  );
}

interface ChoiceProps {
  label: string;
  value: Picture;
  pictures: readonly Picture[];
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
        className="h-8 max-w-64 rounded-control border border-line bg-background px-2"
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

/** The right picture lies above and is cut off at the divider, which is a real slider as large as both. */
function Divided({ left, right }: { left: Picture; right: Picture }) {
  const [share, setShare] = useState(50);
  const { width, height } = left.item;
  const ratio = width !== null && height !== null ? width / height : 1.5;
  return (
    <div className="flex min-h-0 flex-1 items-center justify-center [container-type:size]">
      <div
        className="relative overflow-hidden rounded-card bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent"
        style={{ width: `min(100cqw, ${100 * ratio}cqh)`, aspectRatio: String(ratio) }}
      >
        <Layer picture={left} />
        <Layer picture={right} clip={`inset(0 0 0 ${share}%)`} />
        <Tag side="left-2">{left.letter}</Tag>
        <Tag side="right-2">{right.letter}</Tag>
        <div
          aria-hidden
          className="-translate-x-1/2 pointer-events-none absolute inset-y-0 w-0.5 bg-[#fff] shadow-float"
          style={{ left: `${share}%` }}
        />
        <input
          type="range"
          aria-label="Divider"
          aria-valuetext={`${share} % ${left.item.origin.model}, ${100 - share} % ${right.item.origin.model}`}
          min={0}
          max={100}
          value={share}
          onChange={(event) => setShare(Number(event.target.value))}
          className="absolute inset-0 size-full cursor-ew-resize opacity-0"
        />
      </div>
    </div>
  );
}

function Layer({ picture: { item }, clip }: { picture: Picture; clip?: string }) {
  return (
    <img
      src={mediaUrl(item.id)}
      alt={`${item.origin.prompt}, by ${item.origin.model}`}
      draggable={false}
      className="absolute inset-0 size-full object-contain"
      style={clip === undefined ? undefined : { clipPath: clip }}
    />
  );
}

function Tag({ side, children }: { side: string; children: string }) {
  return (
    <span
      aria-hidden
      className={`absolute top-2 rounded-control bg-[#000000a0] px-2 py-0.5 font-semibold text-[#fff] ${side}`}
    >
      {children}
    </span>
  );
}
