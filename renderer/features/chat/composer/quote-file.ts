/** What one file may add to a message, in bytes. */
export const fileBytesAtMost = 256 * 1024;

export type QuotedFile =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly refusal: string };

/** A text file as a message quotes it: its name, then its content in a fence that nothing inside can close. */
export async function quoteFile(file: Pick<File, 'name' | 'size' | 'arrayBuffer'>): Promise<QuotedFile> {
  if (file.size > fileBytesAtMost) {
    const kilobytes = (bytes: number) => `${Math.round(bytes / 1024).toLocaleString('en')} kB`;
    const refusal = `“${file.name}” is too large: ${kilobytes(file.size)}, at most ${kilobytes(fileBytesAtMost)} can be added`;
    return { ok: false, refusal };
  }
  const text = readText(await file.arrayBuffer());
  if (text === null) return { ok: false, refusal: `“${file.name}” is not a text file, so it was not added` };
  return { ok: true, text: fenced(file.name, text) };
}

function readText(bytes: ArrayBuffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

function fenced(name: string, text: string): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  const language = /\.([a-z0-9]{1,12})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const title = name.replace(/[`\r\n]/g, ' ').trim();
  return `\`${title}\`:\n\n${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}\n`;
}
