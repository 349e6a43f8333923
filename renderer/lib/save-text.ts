import { downloadBlob } from './download';

/** Downloads a text as a file. */
export const saveText = (text: string, fileName: string, type: string): void =>
  downloadBlob(new Blob([text], { type }), fileName);
