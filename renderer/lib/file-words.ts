/** How much files are, in words. */
import { counted } from './counted';

/** `812 B`, `1.2 MB`. */
export function bytesText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB'];
  const power = Math.min(units.length, Math.floor(Math.log10(bytes) / 3));
  return `${Number((bytes / 1_000 ** power).toPrecision(3))} ${units[power - 1]}`;
}

/** `2 images`; `2 files` where one of them is none. */
export const countedFiles = (files: readonly { readonly kind: string }[]): string =>
  counted(files.length, files.every(({ kind }) => kind === 'image') ? 'image' : 'file');

/** `120 MB`, `0.4 MB`; zero is `0 MB`. */
export function megabytes(bytes: number): string {
  const size = bytes / 1_048_576;
  const shown = size >= 10 ? Math.round(size) : Math.ceil(size * 10) / 10;
  return `${shown.toLocaleString('en')} MB`;
}
