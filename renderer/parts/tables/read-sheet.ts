import type { Envelope } from '../../../shared/errors';
import { base64Of } from '../../lib/base64';
import { call } from '../../link/call';

/** The endings of workbooks whose sheets can be read. */
export const workbookEndings = '.xlsx,.xlsm,.ods';
export const isWorkbookFile = ({ name }: File): boolean => /\.(?:xlsx|xlsm|ods)$/i.test(name);

interface SheetText {
  /** A table with tabs between its values. */
  readonly text: string;
  readonly notes: readonly string[];
}

/** A workbook’s first sheet that is shown and has rows. */
export async function readSheet(file: File): Promise<Envelope<SheetText>> {
  const given = { name: file.name, base64: await base64Of(file) };
  return call('experiments.readSheet', { file: given });
}
