import { Diff, SplitSquareHorizontal, ToggleLeft } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { StoredFile } from '../../../../shared/media/files';
import type { MediaItem } from '../../../../shared/media/media';
import { mediaUrl } from '../../../state/core/media-url';
import { toggleBeforeAfter } from '../../../state/ui/before-after-state';
import { Button } from '../../../ui/button';
import { classes } from '../../../ui/classes';
import type { Size } from '../arrangement';
import { changedText, type Difference, differenceOf } from './difference';

interface BeforeAfterProps {
  item: MediaItem;
  before: StoredFile;
  size: Size;
}

const ways = ['Slider', 'Blink', 'Difference'] as const;
type Way = (typeof ways)[number];
const icons = { Slider: SplitSquareHorizontal, Blink: ToggleLeft, Difference: Diff } as const;
const barPx = 40;

/** A result and the image that it was made from: with a divider, one after the other, or what differs. */
export default function BeforeAfter({ item, before, size }: BeforeAfterProps) {
  const [way, setWay] = useState<Way>('Slider');
  const isLow = size.height < 4 * barPx;
  const scale = isLow ? 1 : (size.height - 2 * barPx) / size.height;
  const box = { width: size.width * scale, height: size.height * scale };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = ways[Number(event.key) - 1];
    if (event.key === 'Escape') toggleBeforeAfter(item.id);
    else if (next !== undefined && !event.ctrlKey && !event.altKey) setWay(next);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const pictures = { before: mediaUrl(before.id), after: mediaUrl(item.id) };
  return (
    <section
      aria-label="Before and after"
      className={`flex size-full items-center justify-center gap-1 ${isLow ? '' : 'flex-col'}`}
      onKeyDown={onKeyDown}
    >
      <div className={`flex flex-none items-center gap-1 ${isLow ? 'flex-col' : ''}`}>
        {ways.map((one, index) => {
          const Icon = icons[one];
          return (
            <Button
              key={one}
              tone="quiet"
              title={`${one} (${index + 1})`}
              aria-pressed={way === one}
              className="h-8 text-sm aria-pressed:text-accent"
              onClick={() => setWay(one)}
            >
              <Icon className="icon" aria-hidden />
              {one}
            </Button>
          );
        })}
      </div>
      {way === 'Slider' && <Divided {...pictures} box={box} />}
      {way === 'Blink' && <Blinking {...pictures} box={box} />}
      {way === 'Difference' && <Differing key={item.id} {...pictures} box={box} />}
    </section>
  );
}

interface PairProps {
  before: string;
  after: string;
  box: Size;
}

const frameClass =
  'relative flex-none overflow-hidden rounded-control bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent';

interface PictureProps {
  src: string;
  name: string;
  clip?: string;
  /** Decoded, and not seen. */
  isHidden?: boolean;
}

function Picture({ src, name, clip, isHidden = false }: PictureProps) {
  return (
    <img
      src={src}
      alt={name}
      draggable={false}
      className={classes('absolute inset-0 size-full object-contain', isHidden && 'invisible')}
      style={clip === undefined ? undefined : { clipPath: clip }}
    />
  );
}

function Divided({ before, after, box }: PairProps) {
  const [share, setShare] = useState(50);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  return (
    <div className={frameClass} style={box}>
      {/* Both are clipped: through what is transparent after, such as a removed background, nothing of before is seen. */}
      <Picture src={before} name="Before" clip={`inset(0 ${100 - share}% 0 0)`} />
      <Picture src={after} name="After" clip={`inset(0 0 0 ${share}%)`} />
      <div
        aria-hidden
        className="-translate-x-1/2 pointer-events-none absolute inset-y-0 w-0.5 bg-[#fff] shadow-float"
        style={{ left: `${share}%` }}
      />
      <input
        ref={field}
        type="range"
        aria-label="Divider"
        aria-valuetext={`${share} % before, ${100 - share} % after`}
        min={0}
        max={100}
        value={share}
        onChange={(event) => setShare(Number(event.target.value))}
        className="absolute inset-0 size-full cursor-ew-resize opacity-0"
      />
    </div>
  );
}

const blinkMs = 700;

function Blinking({ before, after, box }: PairProps) {
  const [isBefore, setBefore] = useState(true);
  const [isMoving, setMoving] = useState(() => !matchMedia('(prefers-reduced-motion: reduce)').matches);
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => setBefore((was) => !was), blinkMs);
    return () => clearInterval(timer);
  }, [isMoving]);
  return (
    <>
      <div className={frameClass} style={box}>
        <Picture src={after} name="After" isHidden={isBefore} />
        <Picture src={before} name="Before" isHidden={!isBefore} />
      </div>
      <div className="flex flex-none items-center gap-2 text-sm">
        <Button aria-pressed={isMoving} onClick={() => setMoving(!isMoving)}>
          {isMoving ? 'Pause' : 'Alternate'}
        </Button>
        <Button
          onClick={() => {
            setMoving(false);
            setBefore(!isBefore);
          }}
        >
          {isBefore ? 'Show after' : 'Show before'}
        </Button>
      </div>
    </>
  );
}

const bitmapAt = async (address: string) => createImageBitmap(await (await fetch(address)).blob());

function Differing({ before, after, box }: PairProps) {
  const [found, setFound] = useState<Difference | 'broken' | null>(null);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isWanted = true;
    const compare = async () => {
      const [one, other] = await Promise.all([bitmapAt(before), bitmapAt(after)]);
      return await differenceOf(one, other, () => isWanted);
    };
    compare().then(
      (difference) => isWanted && setFound(difference),
      () => isWanted && setFound('broken'),
    );
    return () => {
      isWanted = false;
    };
  }, [before, after]);
  const picture = found === null || found === 'broken' ? null : found.picture;
  useEffect(() => {
    if (picture === null) return;
    picture.className = 'size-full object-contain';
    place.current?.replaceChildren(picture);
  }, [picture]);
  const text =
    found === null
      ? 'Comparing…'
      : found === 'broken'
        ? 'One of the images can’t be decoded here.'
        : changedText(found);
  return (
    <>
      <div ref={place} className={frameClass} style={box} />
      <p role="status" className="flex-none text-sm">
        {text}
      </p>
    </>
  );
}
