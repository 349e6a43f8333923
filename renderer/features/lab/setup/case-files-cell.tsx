import { X } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ReactNode, useRef, useState } from 'react';
import type { ModalityId } from '../../../../shared/modalities/modalities';
import type { InputRole } from '../../../../shared/run/input-roles';
import { inputSlots } from '../../../../shared/run/inputs';
import { FileInput } from '../../../ui/file-input';
import { lazy, Suspense } from '../../../ui/later';
import {
  addFilesTo,
  addLibraryFile,
  type ChangeLater,
  isSentWith,
  listedFiles,
  openRoles,
  removeFile,
} from './case-files';
import { CaseMenu } from './case-menu';
import type { CaseDraft } from './lab-draft';

const LibraryDialog = lazy(() => import('../../../media/library-dialog'));

interface CaseFilesCellProps {
  label: string;
  of: CaseDraft;
  modality: ModalityId;
  onLater: ChangeLater;
}

/** The files of a case, and where further ones come from; they can be dropped on its row and pasted too. */
export function CaseFilesCell({ label, of, modality, onLater }: CaseFilesCellProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const wanted = useRef<InputRole | null>(null);
  const [library, setLibrary] = useState<{ readonly role: InputRole | null } | null>(null);
  const files = listedFiles(of);
  const names = files.map(({ name }) => name).join(', ');
  const unsent = files.filter((file) => !isSentWith(modality, file)).length;
  const kind = library?.role == null ? 'image' : inputSlots[library.role].kind;
  return (
    <div data-case-files className="contents">
      <CaseMenu
        label={label}
        value={`${names === '' ? 'none' : names}${unsent > 0 ? `; ${unsent} not sent` : ''}`}
        short={shortText(files.length, unsent, names)}
        title={names === '' ? 'Add files: choose, drop or paste them' : names}
        tone={unsent > 0 ? 'text-warn' : files.length === 0 && 'text-muted'}
      >
        {files.map((file, position) => (
          <Item
            // biome-ignore lint/suspicious/noArrayIndexKey: one file may be there twice.
            key={position}
            onSelect={() => onLater((now) => removeFile(now, position))}
          >
            <X className="icon flex-none" aria-hidden />
            <span className="truncate">
              Remove <bdi>{file.name}</bdi>
              {file.role !== null && <span className="text-muted"> · {inputSlots[file.role].label}</span>}
              {!isSentWith(modality, file) && <span className="text-warn"> · not sent</span>}
            </span>
          </Item>
        ))}
        {openRoles(modality, of).map((role) => (
          <Ways
            key={role}
            of={role}
            onComputer={() => {
              wanted.current = role;
              chooser.current?.click();
            }}
            onLibrary={() => setLibrary({ role })}
          />
        ))}
      </CaseMenu>
      <FileInput
        input={chooser}
        label={`${label}: choose`}
        multiple
        onFiles={(chosen) => void addFilesTo(modality, chosen, onLater, wanted.current)}
      />
      {library !== null && kind !== 'file' && (
        <Suspense>
          <LibraryDialog
            title="Add from the library"
            kind={kind}
            onChoose={(mediaId) => {
              setLibrary(null);
              void addLibraryFile(mediaId, library.role, onLater);
            }}
            onClose={() => setLibrary(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

function shortText(count: number, unsent: number, names: string): string {
  if (unsent > 0) return `${unsent} not sent`;
  return count === 0 ? 'Add…' : count === 1 ? names : `${count} files`;
}

interface WaysProps {
  of: InputRole | null;
  onComputer: () => void;
  onLibrary: () => void;
}

function Ways({ of, onComputer, onLibrary }: WaysProps) {
  const slot = of === null ? null : inputSlots[of];
  return (
    <>
      <Item onSelect={onComputer}>{slot === null ? 'Choose files…' : `${slot.label}: choose a file…`}</Item>
      <Item onSelect={onLibrary}>
        {slot === null ? 'Image from the library…' : `${slot.label}: from the library…`}
      </Item>
    </>
  );
}

const Item = ({ onSelect, children }: { onSelect: () => void; children: ReactNode }) => (
  <DropdownMenu.Item
    className="flex h-8 items-center gap-2 rounded-control px-3 outline-none data-[highlighted]:bg-hover"
    onSelect={onSelect}
  >
    {children}
  </DropdownMenu.Item>
);
