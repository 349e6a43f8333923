/** The file that the table was read from, whose encoding may have been guessed; kept until another table is used. */
import { create } from 'zustand';
import type { TextEncoding } from '../../../shared/text/text-encodings';

export interface TableFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly encoding: TextEncoding;
}

/** `null` where nothing was guessed. */
export const useTableFile = create<{ readonly file: TableFile | null }>()(() => ({ file: null }));
export const setTableFile = (file: TableFile | null): void => useTableFile.setState({ file });
