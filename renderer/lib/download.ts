/** Long enough for the download to have started. */
const revokeAfterMs = 60_000;

/** Lets the browser save an address as a file. */
export function download(href: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = fileName;
  link.click();
}

/** The same for bytes that the page has. */
export function downloadBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  download(url, fileName);
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs);
}

/** Downloads a text as a file. Excel takes CSV without a mark of UTF-8 for one in the encoding of the computer. */
export const saveText = (text: string, fileName: string, type: string): void =>
  downloadBlob(new Blob([type === 'text/csv' ? `\ufeff${text}` : text], { type }), fileName);
