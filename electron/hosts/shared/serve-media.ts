/** Finds the file for the address of a result: the same for `media://` on the desktop and for the browser host. */
import type { Core } from '../../core/core';
import { type MediaFile, type MediaRequest, mediaResponse } from './media-response';

export type MediaPart = 'item' | 'thumbnail' | 'export';

/** The parts of the core that this needs. */
export type MediaPlaces = Pick<Core, 'locate' | 'shownCopy' | 'exportPath'>;

interface MediaAsked extends MediaRequest {
  readonly part: MediaPart;
  /** From the address, so it may be anything. */
  readonly id: string;
  /** To be downloaded, not shown. */
  readonly isDownload: boolean;
}

const exportName = 'gatehouse-export.zip';

/** Responds with the file, or 404: ids name rows of the database, never paths on the disk. */
export async function serveMedia(
  core: MediaPlaces,
  asked: MediaAsked,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const file = await shownFile(core, asked);
  if (file === null) return new Response(null, { status: 404, headers });
  const response = await mediaResponse(asked, file, headers);
  const shown = response.headers.get('content-disposition');
  if (asked.isDownload && shown !== null) {
    response.headers.set('Content-Disposition', shown.replace(/^inline/, 'attachment'));
  }
  return response;
}

/** What is downloaded is the file itself; what is shown may be a copy that browsers show as the file says. */
async function shownFile(core: MediaPlaces, asked: MediaAsked): Promise<MediaFile | null> {
  const file = fileOf(core, asked);
  if (file === null || asked.part !== 'item' || asked.isDownload) return file;
  const copy = await core.shownCopy(asked.id);
  return copy === null ? file : { ...file, path: copy };
}

function fileOf(core: MediaPlaces, { part, id }: MediaAsked): MediaFile | null {
  try {
    if (part !== 'export') return core.locate(id, part === 'item' ? 'file' : 'thumbnail');
    return { path: core.exportPath(id), contentType: 'application/zip', fileName: exportName };
  } catch {
    // Not an id of this app.
    return null;
  }
}
