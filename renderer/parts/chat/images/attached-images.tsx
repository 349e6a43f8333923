import type { RefObject } from 'react';
import type { AddedFile } from '../../../../shared/media/files';
import { useDraft } from '../../../state/ui/drafts';
import { lazy, Suspense } from '../../../ui/later';
import { removeAttachment } from '../../composer/remove-attachment';
import { ImageStrip } from './image-strip';

const DocumentWays = lazy(() => import('./document-ways'));

interface AttachedImagesProps {
  draftKey: string;
  /** Whose model gets them, where the draft is not the chat's. */
  chatKey?: string;
  /** The text field of the draft; it has the focus after a file was removed. */
  input: RefObject<HTMLTextAreaElement | null>;
  className: string;
}

/** The files of a draft. */
export function AttachedImages({ draftKey, chatKey, input, className }: AttachedImagesProps) {
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
      {attachments.some(({ kind }) => kind === 'file') && (
        <Suspense>
          <DocumentWays draftKey={draftKey} chatKey={chatKey ?? draftKey} />
        </Suspense>
      )}
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
  const formats = [...new Set(images.flatMap(({ convertedFrom }) => convertedFrom ?? []))];
  const converted = formats.length === 0 ? null : `Converted from ${formats.join(' and ')}`;
  const line = [text, converted].filter((one) => one !== null).join(' · ');
  return line === '' ? null : <p className="px-4 text-muted text-sm">{line}</p>;
}
