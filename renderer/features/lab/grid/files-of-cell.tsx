import type { CaseFile } from '../../../../shared/lab/case-file';
import { inputSlots } from '../../../../shared/run/inputs';
import { ImageStrip } from '../../../parts/chat/images/image-strip';

/** The files that went with the prompt: images open large, and of others a copy is saved. */
export function FilesOfCell({ files }: { files: readonly CaseFile[] }) {
  const isNamed = ({ role, file }: CaseFile) => role === undefined && file != null && file.kind !== 'image';
  const others = files.filter((one) => !isNamed(one));
  return (
    <div className="mt-2 flex flex-col gap-1">
      <ImageStrip label="Files of the case" files={files.flatMap(({ file }) => file ?? [])} />
      {others.length > 0 && (
        <ul aria-label="Names of the files" className="text-muted text-sm">
          {others.map(({ name, role, file }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one file may be there twice.
            <li key={at} className="[overflow-wrap:anywhere]">
              {role !== undefined && `${inputSlots[role].label}: `}
              <bdi>{name}</bdi>
              {file === null && <span className="text-warn"> · no longer stored</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
