import type { RefObject } from 'react';
import { useDraft } from '../../../state/ui/drafts';
import { removeAttachment } from '../../composer/remove-attachment';
import { ImageStrip } from './image-strip';

interface AttachedImagesProps {
  draftKey: string;
  /** The text field of the draft; it has the focus after an image was removed. */
  input: RefObject<HTMLTextAreaElement | null>;
  className: string;
}

/** The images of a draft. */
export function AttachedImages({ draftKey, input, className }: AttachedImagesProps) {
  const { attachments = [] } = useDraft(draftKey);
  return (
    <ImageStrip
      images={attachments}
      label="Attached images"
      className={className}
      onRemove={(index) => {
        removeAttachment(draftKey, index);
        input.current?.focus({ preventScroll: true });
      }}
    />
  );
}
