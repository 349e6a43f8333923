/** `app://gatehouse/`: the page's own address on the desktop, with the headers it has in a browser. */
import { protocol } from 'electron';
import { pageResponse, plainResponse } from './hosts/page/respond';
import type { PageSource } from './hosts/page/source';

export const pageOrigin = 'app://gatehouse';
export const pageUrl = `${pageOrigin}/`;

/** Whether an address is that of the page, at whatever place in it. */
export const isPageUrl = (url: string): boolean => url.split('#')[0] === pageUrl;

/** Makes `app:` a web origin of its own, like https. Must run before the app is ready. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

export function servePage(source: PageSource): void {
  protocol.handle('app', (request) => {
    const url = new URL(request.url);
    if (url.host !== 'gatehouse') return plainResponse(404, 'Not found');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return plainResponse(405, 'Method not allowed');
    return pageResponse(source, url);
  });
}
