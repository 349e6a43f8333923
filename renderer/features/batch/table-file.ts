/** What the table was read from, to read it otherwise; kept until another table is used. */
import { create } from 'zustand';
import type { HeadedTable } from '../../../shared/lab/table-head';
import type { TextEncoding } from '../../../shared/text/text-encodings';

export interface TableFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly encoding: TextEncoding;
}

/** The text of a table with rows above its header, or of which something was not read. */
export interface TableSource {
  readonly text: string;
  /** Between cells, where it is known. */
  readonly mark?: string | undefined;
  readonly head: Pick<HeadedTable, 'header' | 'rows'>;
  /** What of its file was not read. */
  readonly notes: readonly string[];
}

/** `null` where all of it was read, and its header is its first row. */
export const useTableSource = create<{ readonly source: TableSource | null }>()(() => ({ source: null }));
export const setTableSource = (source: TableSource | null): void => useTableSource.setState({ source });

/** `null` where nothing was guessed. */
export const useTableFile = create<{ readonly file: TableFile | null }>()(() => ({ file: null }));
export const setTableFile = (file: TableFile | null): void => useTableFile.setState({ file });
