import { ImagePlus } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useRef, useState } from 'react';
import { takesFiles } from '../../../../shared/media/file-inputs';
import { focusLater } from '../../../lib/focus-later';
import { attachFromLibrary } from '../../../parts/composer/attachments';
import { useModel } from '../../../state/ui/selectors';
import { classes } from '../../../ui/classes';
import { FileInput } from '../../../ui/file-input';
import { lazy, Suspense } from '../../../ui/later';
import { mainLandmark } from '../../../ui/main-landmark';
import { MenuTrigger } from '../../../ui/menu-trigger';
import { attachAsFiles } from './add-files';
import { useKnownModel } from './known-model';

const LibraryDialog = lazy(() => import('../../../media/library-dialog'));

const itemClass = 'flex h-8 items-center rounded-control px-3 outline-none data-[highlighted]:bg-hover';

interface AttachImagesProps {
  chatKey: string;
  onFiles: (files: readonly File[]) => Promise<void>;
  onRefusal: (refusal: string | null) => void;
}

/**
 * Images from this computer or from the library, and other files; a model that takes none is named here, not only when
 * sending.
 */
export function AttachImages({ chatKey, onFiles, onRefusal }: AttachImagesProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const fileChooser = useRef<HTMLInputElement>(null);
  const [choosing, setChoosing] = useState(false);
  const choose = async (mediaId: string) => {
    setChoosing(false);
    const focusComposer = focusLater('composer');
    const refusal = await attachFromLibrary(chatKey, mediaId);
    if (refusal !== null) onRefusal(refusal);
    focusComposer();
  };
  return (
    <>
      <AttachMenu
        chatKey={chatKey}
        onComputer={() => chooser.current?.click()}
        onLibrary={() => setChoosing(true)}
        onFiles={() => fileChooser.current?.click()}
      />
      <FileInput
        input={chooser}
        label="Images"
        accept="image/png,image/jpeg,image/webp,image/gif,image/avif,image/bmp,image/heic,image/tiff"
        multiple
        onFiles={(files) => void onFiles(files).then(focusLater('composer'))}
      />
      <FileInput
        input={fileChooser}
        label="Files"
        multiple
        onFiles={async (files) => {
          const focusComposer = focusLater('composer');
          onRefusal(await attachAsFiles(chatKey, files));
          focusComposer();
        }}
      />
      {choosing && (
        <Suspense>
          <LibraryDialog onChoose={choose} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </>
  );
}

interface AttachMenuProps {
  chatKey: string;
  onComputer: () => void;
  onLibrary: () => void;
  onFiles: () => void;
}

function AttachMenu({ chatKey, onComputer, onLibrary, onFiles }: AttachMenuProps) {
  const model = useModel(chatKey);
  const known = useKnownModel(chatKey);
  const taken = takesFiles(known, 'image');
  const takesOthers = (['audio', 'video', 'file'] as const).some((kind) => takesFiles(known, kind));
  return (
    <DropdownMenu.Root modal={false}>
      <MenuTrigger
        title={taken ? 'Attach images' : `${model} doesn’t accept images`}
        className={classes(
          'inline-flex size-7 flex-none items-center justify-center rounded-control text-muted hover:bg-hover hover:text-text',
          !taken && !takesOthers && 'opacity-55',
        )}
      >
        <ImagePlus className="icon" aria-hidden />
        <span className="sr-only">Attach images</span>
      </MenuTrigger>
      <DropdownMenu.Portal container={mainLandmark()}>
        <DropdownMenu.Content
          tabIndex={0}
          align="start"
          sideOffset={4}
          className="floating min-w-52 max-w-80 p-1"
        >
          {taken ? (
            <>
              <DropdownMenu.Item className={itemClass} onSelect={onComputer}>
                From this computer…
              </DropdownMenu.Item>
              <DropdownMenu.Item className={itemClass} onSelect={onLibrary}>
                From the library…
              </DropdownMenu.Item>
            </>
          ) : (
            <DropdownMenu.Item disabled className="px-3 py-1.5 text-muted">
              {model} doesn’t accept images. Choose a model with image input to attach some, or say in Models
              that this one takes them.
            </DropdownMenu.Item>
          )}
          {takesOthers && (
            <DropdownMenu.Item className={itemClass} onSelect={onFiles}>
              Attach audio, video or documents…
            </DropdownMenu.Item>
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
