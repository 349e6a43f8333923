/** Text of a gateway, a file or a link, made safe for what the system draws itself: dialogs, menus, notifications. */

/** Control characters, and those that are not seen or turn the direction of text. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/**
 * One line, without characters that hide or turn text.
 * @param most characters, the last of which says that there was more
 */
export function oneLine(text: string, most: number): string {
  // Of a long text no more than can be left of it: it may be megabytes.
  const plain = text
    .slice(0, most * 4)
    .replace(/[\t\n\r]+/g, ' ')
    .replace(unseen, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toWellFormed();
  const letters = [...plain];
  return letters.length <= most ? plain : `${letters.slice(0, most - 1).join('')}…`;
}

const mostOfNotification = 240;

/**
 * The body of a notification. The servers of Linux read `<a>`, `<b>` and `<img>` in it, and entities, as the
 * specification of desktop notifications allows; Windows and macOS show every character.
 */
export function notificationText(text: string, platform: NodeJS.Platform = process.platform): string {
  const plain = oneLine(text, mostOfNotification);
  if (platform !== 'linux') return plain;
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The label of a menu: `&` would underline the next letter, and be gone. */
export const menuLabel = (text: string, most = 60): string => oneLine(text, most).replaceAll('&', '&&');
