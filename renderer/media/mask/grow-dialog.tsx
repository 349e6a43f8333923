import { useState } from 'react';
import type { StoredFile } from '../../../shared/media/files';
import { mediaUrl } from '../../state/core/media-url';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { NumberField } from '../../ui/number-field';
import { grownFiles, grownSize, type Margins, marginsFor, mostSide } from './grown-image';

interface GrowDialogProps {
  image: StoredFile;
  /** Those that the model names, such as `1536x1024`. */
  sizes: readonly string[];
  onUse: (files: { image: Blob; mask: Blob }) => Promise<boolean>;
  onClose: () => void;
}

const sides = ['left', 'right', 'top', 'bottom'] as const;
const names = { left: 'Left', right: 'Right', top: 'Top', bottom: 'Bottom' } as const;
const noMargins: Margins = { left: 0, top: 0, right: 0, bottom: 0 };
/** Shapes that can be chosen where a model names no sizes. */
const commonShapes = ['1024x1024', '1536x1024', '1024x1536', '1920x1080'];

/** Adds room around an image, which the model fills. */
export default function GrowDialog({ image, sizes, onUse, onClose }: GrowDialogProps) {
  const [margins, setMargins] = useState(noMargins);
  const [isBroken, setBroken] = useState(false);
  const inner = { width: image.width ?? 0, height: image.height ?? 0 };
  const outer = grownSize(inner, margins);
  const isUnchanged = sides.every((side) => margins[side] === 0);
  const isTooLarge = outer.width > mostSide || outer.height > mostSide;
  const use = async () => {
    if (isUnchanged || isTooLarge) return;
    try {
      if (await onUse(await grownFiles(mediaUrl(image.id), margins))) onClose();
    } catch {
      setBroken(true);
    }
  };
  return (
    <Dialog title="Extend the image" size="form" onClose={onClose}>
      <div className="-mx-1 flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-1 pb-1">
        <Preview image={image} inner={inner} margins={margins} />
        <div className="flex flex-wrap items-center gap-2">
          {(sizes.length > 0 ? sizes : commonShapes).map((size) => {
            const fitting = marginsFor(inner, size);
            return (
              fitting !== null && (
                <Button key={size} className="text-sm" onClick={() => setMargins(fitting)}>
                  Shape of {size.replace('x', ' × ')}
                </Button>
              )
            );
          })}
        </div>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] gap-3">
          {sides.map((side) => (
            <NumberField
              key={side}
              label={`${names[side]}, in pixels`}
              value={margins[side] === 0 ? undefined : margins[side]}
              placeholder="0"
              min={0}
              max={mostSide}
              slideTo={Math.max(inner.width, inner.height)}
              whole
              onChange={(value) => setMargins({ ...margins, [side]: value ?? 0 })}
            />
          ))}
        </div>
      </div>
      <div className="mt-3 flex flex-none flex-wrap items-center gap-2">
        <p role="status" className={`min-w-0 flex-1 text-sm ${isTooLarge || isBroken ? 'text-warn' : ''}`}>
          {isBroken
            ? 'This image can’t be decoded here. Convert it to PNG or JPEG and add it again.'
            : `${outer.width} × ${outer.height}${isTooLarge ? `: at most ${mostSide} on each side` : ''}`}
          {!isBroken &&
            sizes.length > 0 &&
            ` · the model makes ${sizes.map((size) => size.replace('x', ' × ')).join(', ')}`}
        </p>
        <Button onClick={onClose}>Cancel</Button>
        <Button tone="primary" aria-disabled={isUnchanged || isTooLarge} onClick={() => void use()}>
          Use
        </Button>
      </div>
    </Dialog>
  );
}

interface PreviewProps {
  image: StoredFile;
  inner: { width: number; height: number };
  margins: Margins;
}

/** The image where it will be in the larger frame. */
function Preview({ image, inner, margins }: PreviewProps) {
  const { width, height } = grownSize(inner, margins);
  const share = (part: number, whole: number) => `${(100 * part) / Math.max(1, whole)}%`;
  return (
    <div className="flex h-[min(12rem,24vh)] flex-none items-center justify-center [container-type:size]">
      <div
        className="relative border border-line border-dashed bg-hover"
        style={{
          width: `min(100cqw, ${(100 * width) / Math.max(1, height)}cqh)`,
          aspectRatio: `${width} / ${height}`,
        }}
      >
        <img
          src={mediaUrl(image.id)}
          alt={`${image.name} in its new frame`}
          className="absolute"
          style={{
            left: share(margins.left, width),
            top: share(margins.top, height),
            width: share(inner.width, width),
            height: share(inner.height, height),
          }}
        />
      </div>
    </div>
  );
}
