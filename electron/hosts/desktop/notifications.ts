import { Notification } from 'electron';
import type { Desktop } from './notices';
import { notificationText, oneLine } from './plain-text';
import type { Windows } from './windows';

/** Notifications that are on show: dropped ones would lose their click. */
const shown = new Set<Notification>();
const mostTitle = 120;
/** The values of `setProgressBar` for "no progress bar" and for "unknown progress". */
const progressCodes = { none: -1, unknown: 2 } as const;

/** The system's notifications and taskbar. The system decides when not to disturb. */
/** @param onFailure the system refused one: the reason, in its words */
export function desktopOf(windows: Windows, onFailure: (reason: string) => void): Desktop {
  return {
    isInFront: windows.hasFocus,
    notify: (title, body, onClick) => showNotification(title, body, onClick, onFailure),
    showProgress(progress) {
      const code = progress === 'none' ? progressCodes.none : (progress ?? progressCodes.unknown);
      for (const window of windows.all()) window.setProgressBar(code);
    },
    open: windows.show,
  };
}

function showNotification(
  title: string,
  body: string,
  onClick: () => void,
  onFailure: (reason: string) => void,
): void {
  if (!Notification.isSupported()) return;
  const notification = new Notification({ title: oneLine(title, mostTitle), body: notificationText(body) });
  const drop = (): unknown => shown.delete(notification);
  shown.add(notification);
  notification.on('click', () => {
    drop();
    onClick();
  });
  notification.on('close', drop);
  notification.on('failed', (_, reason) => {
    drop();
    onFailure(reason);
  });
  notification.show();
}
