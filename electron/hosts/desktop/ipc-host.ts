/** The desktop host: carries calls and events between the core and the app's own page. */
import type { IpcMainInvokeEvent, WebContents, WebFrameMain } from 'electron';
import type { Envelope } from '../../../shared/errors';
import type { Core } from '../../core/core';
import { maxCallBytes } from '../shared/limits';
import { callChannel, eventChannel } from './ipc-channels';

interface WindowService {
  /** Such as `app://gatehouse`. */
  readonly origin: string;
  /** Called before each call is answered. */
  readonly onCall?: () => void;
}

/**
 * Connects a window's page to the core. Only the window's top frame gets answers and events, and only while it shows a
 * page of `origin`.
 * @param core may still be opening; calls wait for it
 */
export function serveWindow(contents: WebContents, core: Promise<Core>, service: WindowService): void {
  const { origin, onCall } = service;
  contents.ipc.handle(callChannel, async (event: IpcMainInvokeEvent, name: unknown, input: unknown) => {
    if (!isOurPage(event.senderFrame, origin)) return refusal('Only the page of this app may ask this.');
    const text = toJson(input);
    if (typeof name !== 'string' || text === null) return refusal('A call is a name and plain JSON.');
    if (Buffer.byteLength(text) > maxCallBytes) {
      return refusal(`The request is larger than ${maxCallBytes / 1024 / 1024} MB.`);
    }
    onCall?.();
    return (await core).call(name, JSON.parse(text));
  });
  forwardEvents(contents, core, origin);
}

async function forwardEvents(contents: WebContents, core: Promise<Core>, origin: string): Promise<void> {
  const opened = await core.catch(() => null);
  if (opened === null || contents.isDestroyed()) return;
  const unsubscribe = opened.subscribe((event) => {
    if (isOurPage(contents.mainFrame, origin)) contents.send(eventChannel, event);
  });
  contents.once('destroyed', unsubscribe);
}

/**
 * A frame that has navigated away since it called is `null`. `detached` is not checked: it stays true for the top frame
 * of a page that was reloaded after a crash.
 */
export function isOurPage(frame: WebFrameMain | null, origin: string): boolean {
  return frame !== null && frame.parent === null && frame.origin === origin;
}

/** The same plain JSON that the browser host takes; `null` for what JSON can't hold, such as a cycle. */
function toJson(input: unknown): string | null {
  try {
    return JSON.stringify(input ?? null);
  } catch {
    return null;
  }
}

function refusal(message: string): Envelope<never> {
  return { ok: false, error: { code: 'invalid_input', message } };
}
