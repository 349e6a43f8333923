/**
 * What no page of this app may do, whatever it shows: navigate away, open windows, embed others, use devices, reach the
 * network. Set for every web contents, so that none can be forgotten.
 */
import { app, type Session, session, shell, type WebContents } from 'electron';
import { isPageUrl, pageOrigin, pageUrl } from './protocol';

/** The page's schemes and that of results; `devtools` exists in unpackaged builds only. */
const ownSchemes = ['app:', 'media:', 'blob:', 'data:', 'devtools:'];

/** Must run once the app is ready and before the first window. */
export function lockDown(devSocket?: string): void {
  app.on('web-contents-created', (_, contents) => lockContents(contents));
  // Left alone, Electron shows the first certificate of the system's store, and with it a name, to whoever asks. The one
  // that a person chose for a gateway is shown by `gateway/network`, in which Chromium has no part.
  app.on('select-client-certificate', (event, _contents, _url, _certificates, answer) => {
    event.preventDefault();
    answer();
  });
  lockSession(session.defaultSession, devSocket);
}

function lockContents(contents: WebContents): void {
  contents.on('will-navigate', (event) => {
    // The rest is a reload.
    if (!isPageUrl(event.url)) event.preventDefault();
  });
  contents.on('will-frame-navigate', (event) => {
    if (!(event.isMainFrame && isPageUrl(event.url))) event.preventDefault();
  });
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  // With no proxy that takes UDP, nothing is left for WebRTC to send by.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  const gesture = followGestures(contents);
  contents.setWindowOpenHandler(({ url }) => {
    if (gesture.take()) openOutside(url);
    return { action: 'deny' };
  });
}

/** How long after a key or a button a link may still be opened, in milliseconds. */
const gestureMs = 1_000;
const endsOfGestures: readonly string[] = ['mouseUp', 'keyDown', 'rawKeyDown', 'touchEnd', 'gestureTap'];

/** One link for each thing that a person did: a script could open the system's browser again and again. */
function followGestures(contents: WebContents): { take(): boolean } {
  let at = Number.NEGATIVE_INFINITY;
  contents.on('input-event', (_, { type }) => {
    if (endsOfGestures.includes(type)) at = performance.now();
  });
  return {
    take() {
      const isOne = performance.now() - at < gestureMs;
      at = Number.NEGATIVE_INFINITY;
      return isOne;
    },
  };
}

/**
 * A proxy at which nobody listens, and which is asked to find names too. The page's own schemes need none; what the
 * filter of requests never sees, such as a connection made ahead or WebRTC's, ends there.
 */
const nowhere = 'socks5://127.0.0.1:1';

function lockSession(own: Session, devSocket: string | undefined): void {
  own.setPermissionRequestHandler((contents, permission, answer, details) => {
    const isTop = details.isMainFrame && contents.mainFrame.origin === pageOrigin;
    answer(isTop && isAllowed(permission));
  });
  own.setPermissionCheckHandler((_, permission, origin, details) => {
    return details.isMainFrame && isOwnOrigin(origin) && isAllowed(permission);
  });
  own.setDevicePermissionHandler(() => false);
  own.on('will-download', (event, item) => {
    if (!isOwnDownload(item.getURL())) event.preventDefault();
  });
  // While developing, the page comes from a server.
  if (devSocket === undefined)
    own
      .setProxy({ mode: 'fixed_servers', proxyRules: nowhere, proxyBypassRules: '<-loopback>' })
      .catch(() => undefined);
  // The page's policy says the same; this also covers what the policy does not apply to.
  own.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !isOwnRequest(url, devSocket) }));
}

/** Opens http(s) links in the system's browser and mail addresses in its mail program. */
function openOutside(url: string): void {
  const address = outsideAddress(url);
  if (address !== null) shell.openExternal(address).catch(() => undefined);
}

/**
 * The part of a link that is passed to the system; `null` for every other scheme, which could start a program. Of a
 * mail link only the recipient: some mail programs let a link attach files.
 */
function outsideAddress(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, username, password, pathname } = new URL(url);
  if (protocol === 'mailto:') return `mailto:${pathname}`;
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && username === '' && password === '' ? url : null;
}

/** For the Copy buttons and for video. Everything else, cameras to USB, is refused. */
function isAllowed(permission: string): boolean {
  return permission === 'clipboard-sanitized-write' || permission === 'fullscreen';
}

/** Addresses that a person asked to save, each good for one download: pages can’t add any. */
const asked = new Set<string>();

export function allowDownload(url: string): void {
  asked.add(url);
}

function isOwnOrigin(origin: string): boolean {
  return origin === pageOrigin || origin === pageUrl;
}

function isOwnDownload(url: string): boolean {
  if (asked.delete(url)) return true;
  return url.startsWith(pageUrl) || url.startsWith(`blob:${pageUrl}`);
}

function isOwnRequest(url: string, devSocket: string | undefined): boolean {
  if (devSocket !== undefined && url.startsWith(devSocket)) return true;
  return ownSchemes.includes(new URL(url).protocol);
}
