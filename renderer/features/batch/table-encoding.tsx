import { decodeAs } from '../../../shared/text/decode-text';
import type { TextEncoding } from '../../../shared/text/text-encodings';
import { EncodingChoice } from '../../parts/composer/encoding-choice';
import { readTable } from '../../parts/tables/read-table';
import { setBatchDraft } from './batch-draft';
import { setTableFile, useTableFile } from './table-file';

/** How the file of the table was read, where that was a guess; another choice reads it again. */
export function TableEncoding() {
  const file = useTableFile((state) => state.file);
  if (file === null) return null;
  const change = (encoding: TextEncoding) => {
    const text = decodeAs(file.bytes, encoding);
    const reading = readTable(text);
    setTableFile({ ...file, encoding });
    setBatchDraft(
      reading.ok ? { ...reading.table, tableText: '' } : { columns: [], rows: [], tableText: text },
    );
  };
  return <EncodingChoice name={file.name} encoding={file.encoding} onChange={change} />;
}
