/** Long enough for the download to have started. */
const revokeAfterMs = 60_000;

/** Downloads a text as a file. */
export function saveText(text: string, fileName: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs);
}
