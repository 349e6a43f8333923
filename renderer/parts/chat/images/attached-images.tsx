import type { RefObject } from 'react';
import type { AddedFile } from '../../../../shared/files';
import { useDraft } from '../../../state/ui/drafts';
import { removeAttachment } from '../../composer/remove-attachment';
import { ImageStrip } from './image-strip';

interface AttachedImagesProps {
  draftKey: string;
  /** The text field of the draft; it has the focus after a file was removed. */
  input: RefObject<HTMLTextAreaElement | null>;
  className: string;
}

/** The files of a draft. */
export function AttachedImages({ draftKey, input, className }: AttachedImagesProps) {
  const { attachments = [] } = useDraft(draftKey);
  return (
    <>
      <ImageStrip
        files={attachments}
        label={attachments.every(({ kind }) => kind === 'image') ? 'Attached images' : 'Attached files'}
        className={className}
        onRemove={(index) => {
          removeAttachment(draftKey, index);
          input.current?.focus({ preventScroll: true });
        }}
      />
      <RemovedLine images={attachments} />
    </>
  );
}

/** What the model will not see of the files that were just attached. */
function RemovedLine({ images }: { images: readonly AddedFile[] }) {
  const kinds = images.map(({ removed }) => removed);
  const text = kinds.includes('photo')
    ? 'Location and camera data removed'
    : kinds.includes('text')
      ? 'Text stored in the image removed'
      : null;
  return text === null ? null : <p className="px-4 text-muted text-sm">{text}</p>;
}
