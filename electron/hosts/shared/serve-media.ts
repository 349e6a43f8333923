/** Finds the file for the address of a result: the same for `media://` on the desktop and for the browser host. */

import { open, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { shownAsPng } from '../../../shared/media/shown-as-png';
import type { Core } from '../../core/core';

export type MediaPart = 'item' | 'thumbnail' | 'export';

/** The parts of the core that this needs. */
export type MediaPlaces = Pick<Core, 'locate' | 'shownCopy' | 'exportPath'>;

interface MediaFileRequest extends MediaRequest {
  readonly part: MediaPart;
  /** From the address, so it may be anything. */
  readonly id: string;
  /** To be downloaded, not shown. */
  readonly isDownload: boolean;
  /** Saved by a name that does not say which model made it. */
  readonly isUnnamed: boolean;
}

/** What the query of an address asks for. */
export const mediaFlags = (query: { has(name: string): boolean }) => ({
  isDownload: query.has('download'),
  isUnnamed: query.has('unnamed'),
});

const exportName = 'gatehouse-export.zip';

/** Responds with the file, or 404: ids name rows of the database, never paths on the disk. */
export async function serveMedia(
  core: MediaPlaces,
  asked: MediaFileRequest,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const file = await shownFile(core, asked);
  if (file === null) return new Response(null, { status: 404, headers });
  const named = asked.isUnnamed ? { ...file, fileName: `answer${extname(file.fileName)}` } : file;
  const response = await mediaResponse(asked, named, headers);
  const shown = response.headers.get('content-disposition');
  if (asked.isDownload && shown !== null) {
    response.headers.set('Content-Disposition', shown.replace(/^inline/, 'attachment'));
  }
  return response;
}

/** What is downloaded is the file itself; what is shown may be a copy that browsers show as the file says. */
async function shownFile(core: MediaPlaces, asked: MediaFileRequest): Promise<MediaFile | null> {
  const file = fileOf(core, asked);
  if (file === null || asked.part !== 'item' || asked.isDownload) return file;
  const copy = await core.shownCopy(asked.id);
  if (copy === null) return file;
  const contentType = shownAsPng.includes(file.contentType) ? 'image/png' : file.contentType;
  return { ...file, path: copy, contentType };
}

function fileOf(core: MediaPlaces, { part, id }: MediaFileRequest): MediaFile | null {
  try {
    if (part !== 'export') return core.locate(id, part === 'item' ? 'file' : 'thumbnail');
    return { path: core.exportPath(id), contentType: 'application/zip', fileName: exportName };
  } catch {
    // Not an id of this app.
    return null;
  }
}

// Result files as responses: one function for `media://` on the desktop and for the browser host.

interface MediaRequest {
  readonly method: string;
  readonly headers: Headers;
}

interface MediaFile {
  readonly path: string;
  readonly contentType: string;
  /** The suggested name when the file is saved. */
  readonly fileName: string;
}

interface ByteRange {
  readonly start: number;
  /** The offset of the last byte, inclusive. */
  readonly last: number;
}

const READ_BYTES = 256 * 1024;

/** Nothing in such a file may run or load if it is opened as a document. */
const commonHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'private, no-cache',
};

/**
 * Answers 200, 206, 304, 404, 405 or 416 as HTTP specifies. Several ranges in one request get the whole file. No file
 * is held open between two reads, so a client that goes away leaves nothing behind.
 * @param headers of the host, such as those that let its page read the answer
 */
export async function mediaResponse(
  request: MediaRequest,
  file: MediaFile,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const common = { ...commonHeaders, ...headers };
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return new Response(null, { status: 405, headers: { ...common, Allow: 'GET, HEAD' } });
  const stats = await stat(file.path).catch(() => null);
  if (!stats?.isFile()) return new Response(null, { status: 404, headers: common });
  // Files are replaced as a whole, so size and time identify a version.
  const etag = `"${stats.size.toString(36)}-${Math.round(stats.mtimeMs).toString(36)}"`;
  const described = { ...common, ETag: etag, 'Accept-Ranges': 'bytes' };
  if (isKnown(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers: described });
  const range = rangeOf(request.headers, etag, stats.size);
  if (range === 'none') {
    const unsatisfied = { ...described, 'Content-Range': `bytes */${stats.size}` };
    return new Response(null, { status: 416, headers: unsatisfied });
  }
  return contentResponse(request.method, file, described, range, stats.size);
}

/** Pictures, sound and video, which can hold no script; SVG and all else is only ever saved. */
const isPassive = (contentType: string): boolean =>
  /^(image|audio|video)\/[\w.+-]+$/.test(contentType) && !/xml/.test(contentType);

function contentResponse(
  method: string,
  file: MediaFile,
  headers: Readonly<Record<string, string>>,
  range: ByteRange | null,
  size: number,
): Response {
  const { start, last } = range ?? { start: 0, last: size - 1 };
  const isShown = isPassive(file.contentType);
  const isArchive = file.contentType === 'application/zip';
  const body = method === 'HEAD' || size === 0 ? null : bodyOf(file.path, start, last + 1);
  return new Response(body, {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      ...(range && { 'Content-Range': `bytes ${start}-${last}/${size}` }),
      'Content-Type': isShown || isArchive ? file.contentType : 'application/octet-stream',
      'Content-Length': String(last + 1 - start),
      'Content-Disposition': disposition(file.fileName, isShown ? 'inline' : 'attachment'),
    },
  });
}

/** `null` for the whole file, `none` where it has no such bytes. An invalid header counts as absent. */
function rangeOf(headers: Headers, etag: string, size: number): ByteRange | 'none' | null {
  const condition = headers.get('if-range');
  const [, first, end] = /^bytes=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(headers.get('range') ?? '') ?? [];
  if (first === undefined || end === undefined || first + end === '') return null;
  if (condition !== null && condition !== etag) return null;
  if (first === '') {
    const suffix = Math.min(Number(end), size);
    return suffix === 0 ? 'none' : { start: size - suffix, last: size - 1 };
  }
  const range = { start: Number(first), last: end === '' ? size - 1 : Math.min(Number(end), size - 1) };
  if (end !== '' && Number(end) < range.start) return null;
  return range.start >= size ? 'none' : range;
}

function isKnown(header: string | null, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes('*') || tags.includes(etag);
}

/** Read on demand, each piece with its own handle. */
function bodyOf(path: string, start: number, end: number): ReadableStream<Uint8Array> {
  let at = start;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const bytes = await readAt(path, at, Math.min(READ_BYTES, end - at));
        if (bytes.length === 0) throw new Error('The file became shorter while it was read.');
        at += bytes.length;
        controller.enqueue(bytes);
        if (at >= end) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

async function readAt(path: string, start: number, length: number): Promise<Uint8Array> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, start);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The name twice: ASCII for old programs, and in full (RFC 6266). Nothing in it can end the header. */
function disposition(fileName: string, how: 'inline' | 'attachment'): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${how}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
