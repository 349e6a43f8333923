/** Which file an address of a result stands for: the same for `media://` on the desktop and for the browser host. */
import type { Core } from '../../core/core';
import { type MediaFile, type MediaRequest, mediaResponse } from './media-response';

export type MediaPart = 'item' | 'thumbnail' | 'export';

/** What of the core this needs. */
export type MediaPlaces = Pick<Core, 'locate' | 'exportPath'>;

interface MediaAsked extends MediaRequest {
  readonly part: MediaPart;
  /** As it stands in the address; anything may stand there. */
  readonly id: string;
  /** To be saved, not shown. */
  readonly isDownload: boolean;
}

const exportName = 'gatehouse-export.zip';

/** Answers with the file, or 404: ids name rows of the database, never places on the disk. */
export async function serveMedia(
  core: MediaPlaces,
  asked: MediaAsked,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const file = fileOf(core, asked);
  if (file === null) return new Response(null, { status: 404, headers });
  const response = await mediaResponse(asked, file, headers);
  const shown = response.headers.get('content-disposition');
  if (asked.isDownload && shown !== null) {
    response.headers.set('Content-Disposition', shown.replace(/^inline/, 'attachment'));
  }
  return response;
}

function fileOf(core: MediaPlaces, { part, id }: MediaAsked): MediaFile | null {
  try {
    if (part !== 'export') return core.locate(id, part === 'item' ? 'file' : 'thumbnail');
    return { path: core.exportPath(id), contentType: 'application/zip', fileName: exportName };
  } catch {
    // An id that was never one of ours.
    return null;
  }
}
