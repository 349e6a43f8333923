/** What was drawn and not used yet: it is there again when the editor opens a second time, with its steps of undo. */
import { createMask, type Mask } from './mask';
import { maskFromPicture } from './mask-file';

interface Draft {
  readonly mask: Mask;
  /** The version that the form has; a later one was not used. */
  used: number;
  /** The stored mask that it began with. */
  readonly from: string | null;
}

/** Of the images that were last drawn on. */
const mostDrafts = 4;
const drafts = new Map<string, Draft>();

/** The image at an address, readable by the page whatever its scheme. */
async function loadPicture(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.crossOrigin = 'anonymous';
  image.src = url;
  await image.decode();
  return image;
}

interface Opened {
  readonly imageId: string;
  readonly imageUrl: string;
  /** The mask that the form has now. */
  readonly known: { readonly id: string; readonly url: string } | null;
}

/** The draft of an image, or a mask as the form has it; a draft of another mask is left. */
export async function openDraft({ imageId, imageUrl, known }: Opened): Promise<Draft> {
  const kept = drafts.get(imageId);
  if (kept !== undefined && (known === null || kept.from === known.id || kept.mask.version !== kept.used))
    return kept;
  const { naturalWidth: width, naturalHeight: height } = await loadPicture(imageUrl);
  const mask =
    known === null
      ? createMask(width, height)
      : maskFromPicture(await createImageBitmap(await loadPicture(known.url)), { width, height });
  return keep(imageId, { mask, used: mask.version, from: known?.id ?? null });
}

function keep(imageId: string, draft: Draft): Draft {
  drafts.delete(imageId);
  drafts.set(imageId, draft);
  const [oldest] = drafts.keys();
  if (drafts.size > mostDrafts && oldest !== undefined) drafts.delete(oldest);
  return draft;
}

/** The form has it now, as the stored file of this id; `null` for no mask. */
export const markUsed = (imageId: string, { mask }: Draft, fileId: string | null): void =>
  void keep(imageId, { mask, used: mask.version, from: fileId });
