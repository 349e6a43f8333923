/** `app://gatehouse/`: the page's own address on the desktop, with the headers it has in a browser; `media://`: results. */
import { protocol } from 'electron';
import type { Core } from '../../core/core';
import { pageResponse, plainResponse } from '../shared/page/respond';
import type { PageSource } from '../shared/page/source';
import { type MediaPart, mediaFlags, serveMedia } from '../shared/serve-media';

export const pageOrigin = 'app://gatehouse';
export const pageUrl = `${pageOrigin}/`;
const mediaScheme = 'media';

/** Whether an address belongs to the page, whatever its path. */
export const isPageUrl = (url: string): boolean => url.split('#')[0] === pageUrl;

/** Makes `app:` a web origin, like https, and lets `media:` be played. Must run before the app is ready. */
export function registerSchemes(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
    {
      scheme: mediaScheme,
      // `stream`: without it, audio and video can't be played, only loaded whole.
      privileges: { standard: true, secure: true, supportFetchAPI: true, corsEnabled: true, stream: true },
    },
  ]);
}

export function servePage(source: PageSource): void {
  protocol.handle('app', (request) => {
    const url = new URL(request.url);
    if (url.host !== 'gatehouse') return plainResponse(404, 'Not found');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return plainResponse(405, 'Method not allowed');
    return pageResponse(source, url, { mediaSource: `${mediaScheme}:` });
  });
}

const mediaParts: readonly string[] = ['item', 'thumbnail', 'export'] satisfies MediaPart[];

/** Another scheme is another origin: only the page may read it, to copy an image or draw a waveform. */
const mediaHeaders = {
  'Access-Control-Allow-Origin': pageOrigin,
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** `media://item/<id>`, `media://thumbnail/<id>` and `media://export/<id>`; ids only, never a path on the disk. */
export function serveMediaScheme(core: Promise<Core>): void {
  protocol.handle(mediaScheme, async (request) => {
    const { host: part, pathname, searchParams } = new URL(request.url);
    if (!mediaParts.includes(part)) return plainResponse(404, 'Not found');
    const id = pathname.slice(1);
    const { method, headers } = request;
    const flags = mediaFlags(searchParams);
    return serveMedia(await core, { method, headers, part: part as MediaPart, id, ...flags }, mediaHeaders);
  });
}
