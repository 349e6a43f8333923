/** What was typed in quick ask and not sent; apart from the drafts of other windows, which store their own. */
const storageName = 'gatehouse.quick-ask';

export function savedQuestion(): string {
  try {
    return localStorage.getItem(storageName) ?? '';
  } catch {
    return '';
  }
}

export function saveQuestion(text: string): void {
  try {
    localStorage.setItem(storageName, text);
  } catch {
    // Without storage it is kept until the window closes.
  }
}
