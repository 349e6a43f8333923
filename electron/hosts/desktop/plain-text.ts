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
