import { downloadBlob } from './download';

/** Downloads a text as a file. Excel takes CSV without a mark of UTF-8 for one in the encoding of the computer. */
export const saveText = (text: string, fileName: string, type: string): void =>
  downloadBlob(new Blob([type === 'text/csv' ? `\ufeff${text}` : text], { type }), fileName);
