/** What was typed in quick ask and not sent; apart from the drafts of other windows, which store their own. */
const storageName = 'gatehouse.quick-ask';

export function keptQuestion(): string {
  try {
    return localStorage.getItem(storageName) ?? '';
  } catch {
    return '';
  }
}

export function keepQuestion(text: string): void {
  try {
    localStorage.setItem(storageName, text);
  } catch {
    // Without storage it is kept until the window closes.
  }
}
