import type { CaseFile } from '../../../shared/lab/case-file';
import type { CasePlan, CellDetail } from '../../../shared/lab/experiment';
import type { Ports } from '../ports/ports';

/** What is sent with a case: attachments of chats first, then inputs of media with their roles. */
export function filesOfCase(
  { storage }: Pick<Ports, 'storage'>,
  { attachments, inputs }: Pick<CasePlan, 'attachments' | 'inputs'> = { attachments: [], inputs: [] },
): Pick<CellDetail, 'files'> {
  const stored = ({ id, name }: { readonly id: string; readonly name: string }): CaseFile => {
    const record = storage.files.get(id);
    return { name, file: record === undefined ? null : { ...record, name } };
  };
  const files = [
    ...attachments.map(stored),
    ...inputs.map((input) => ({ ...stored(input), role: input.role })),
  ];
  return files.length === 0 ? {} : { files };
}
