/** Edits a result on a thread of its own and saves the new file beside it, piece by piece. */
import { editPieceBytes } from '../../../shared/media/edits';
import type { MediaItem } from '../../../shared/media/media';
import { base64Of } from '../../lib/base64';
import { call } from '../../link/call';
import { mediaUrl } from '../../state/core/media-url';
import type { EditOrder, EditReport, EditRequest } from './edit-request';
import EditWorker from './edit-worker?worker';

export interface EditSteps {
  /** 0 to 1. */
  onProgress(share: number): void;
  readonly signal: AbortSignal;
}

/** @throws the reason of the signal; an error with the words of what failed */
export async function runEdit(
  item: MediaItem,
  request: EditRequest,
  { onProgress, signal, others = [] }: EditSteps & { readonly others?: readonly MediaItem[] },
): Promise<string> {
  const [first = { file: new Blob(), seconds: 0 }, ...following] = await Promise.all(
    [item, ...others].map(async ({ id, durationMs }) => {
      const answer = await fetch(mediaUrl(id), { signal });
      if (!answer.ok) throw new Error('The file is no longer there.');
      return { file: await answer.blob(), seconds: (durationMs ?? 0) / 1_000 };
    }),
  );
  const made = await onThread(
    { ...first, others: following, request },
    { onProgress: (share) => onProgress(share * 0.9), signal },
  );
  return await save([item, ...others], request, made, {
    onProgress: (share) => onProgress(0.9 + share * 0.1),
    signal,
  });
}

function onThread(order: EditOrder, { onProgress, signal }: EditSteps): Promise<Blob> {
  const worker = new EditWorker({ name: 'edit' });
  return new Promise<Blob>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    worker.addEventListener('error', ({ message }) => reject(new Error(message)));
    worker.addEventListener('message', ({ data }: MessageEvent<EditReport>) => {
      if (data.kind === 'progress') onProgress(data.share);
      else if (data.kind === 'done') resolve(data.file);
      else reject(new Error(data.message));
    });
    worker.postMessage(order);
  }).finally(() => worker.terminate());
}

async function save(
  sources: readonly MediaItem[],
  request: EditRequest,
  file: Blob,
  { onProgress, signal }: EditSteps,
): Promise<string> {
  const { operation, ...parameters } = request;
  const id = crypto.randomUUID();
  const from = sources.map((item) => item.id);
  const pieces = Math.max(1, Math.ceil(file.size / editPieceBytes));
  for (let index = 0; index < pieces; index += 1) {
    if (signal.aborted) {
      void call('media.dropEdit', { id });
      throw signal.reason;
    }
    const piece = file.slice(index * editPieceBytes, (index + 1) * editPieceBytes);
    const isLast = index === pieces - 1;
    const place = { index, base64: await base64Of(piece), isLast, contentType: file.type };
    const saved = await call('media.saveEdit', { id, from, operation, parameters, ...place });
    if (!saved.ok) throw new Error(saved.error.message);
    onProgress((index + 1) / pieces);
    if (saved.value.mediaId !== null) return saved.value.mediaId;
  }
  return '';
}
