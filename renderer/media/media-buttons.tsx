import { Check, Copy, Download, FolderOpen, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { MediaItem } from '../../shared/media/media';
import { copyImageAt } from '../lib/clipboard';
import { call } from '../link/call';
import { ViewCodeButton } from '../parts/code/view-code';
import { saveFile } from '../parts/save-file';
import { announce } from '../state/announce';
import { mediaUrl } from '../state/core/media-url';
import { useIsDesktop } from '../state/core/selectors';
import { showProblem } from '../state/ui/problem';
import { ActionButton } from '../ui/action-button';
import { canShow } from './can-show';
import { isNotDecoded } from './is-decoded';

interface ItemButtonProps {
  item: MediaItem;
  /** Shows labels beside the icons. */
  inWords?: boolean;
  /** -1 where other keys lead to it. */
  tabIndex?: number;
}

/** Save as, copy and show in folder. */
export function MediaButtons({ item, inWords }: ItemButtonProps) {
  return (
    <>
      <SaveAsButton {...{ item, inWords }} />
      {item.kind === 'image' && canShow(item) && !isNotDecoded(item) && (
        <CopyImageButton inWords={inWords} picture={() => copyImageAt(mediaUrl(item.id))} />
      )}
      <RevealButton {...{ item, inWords }} />
      <ViewCodeButton
        look={inWords ? 'action' : 'icon'}
        input={() => ({ of: 'job', jobId: item.origin.jobId })}
      />
    </>
  );
}

export function SaveAsButton({ item, inWords, tabIndex }: ItemButtonProps) {
  const save = async () => {
    const error = await saveFile({ part: 'item', id: item.id, fileName: item.fileName });
    if (error === null) return;
    showProblem('Couldn’t save the file', error);
    await call('media.check', { ids: [item.id] });
  };
  return <ActionButton icon={Download} label="Save as" {...{ inWords, tabIndex }} onClick={save} />;
}

interface CopyImageButtonProps {
  /** Copies, and answers whether it did. */
  picture: () => Promise<boolean>;
  label?: string;
  inWords?: boolean;
}

const shownMs = 1_500;

/** Copies the image itself to the clipboard, and announces it. */
export function CopyImageButton({ picture, label = 'Copy', inWords }: CopyImageButtonProps) {
  const [outcome, setOutcome] = useState<boolean | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), shownMs);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    const copied = await picture();
    setOutcome(copied);
    announce(copied ? 'Image copied' : 'Couldn’t copy the image');
  };
  const icon = outcome === null ? Copy : outcome ? Check : X;
  return <ActionButton icon={icon} label={label} inWords={inWords} onClick={copy} />;
}

function RevealButton({ item, inWords }: ItemButtonProps) {
  const reveal = async () => {
    const answer = await call('media.reveal', { id: item.id });
    if (!answer.ok) showProblem('Couldn’t show the folder', answer.error);
  };
  if (!useIsDesktop()) return null;
  return <ActionButton icon={FolderOpen} label="Show in folder" inWords={inWords} onClick={reveal} />;
}
