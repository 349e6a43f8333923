/** Titles by which the taskbar and the window switcher tell two windows apart that show the same. */

/**
 * @param wanted by the page
 * @param others the titles of the other windows
 * @returns `wanted`, or with the lowest free number where another window has it
 */
export function distinctTitle(wanted: string, others: readonly string[]): string {
  if (!others.includes(wanted)) return wanted;
  let number = 2;
  while (others.includes(`${wanted} (${number})`)) number += 1;
  return `${wanted} (${number})`;
}
