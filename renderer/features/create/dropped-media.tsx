import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { AppErrorData } from '../../../shared/errors';
import { limits } from '../../../shared/limits';
import { takesTyping } from '../../commands/keys';
import { base64Of } from '../../lib/base64';
import { focusSoon, noteFocus } from '../../lib/focus';
import { call } from '../../link/call';
import { takeOver } from '../../media/job-actions';
import { closeClaims, openClaims, useClaimsView } from '../../state/ui/claims-view';
import { goTo } from '../../state/ui/navigation';
import { ErrorCard } from '../../ui/alert';
import { IconButton } from '../../ui/button';
import { lazy, Suspense } from '../../ui/later';

const ClaimsDialog = lazy(() => import('./claims-dialog'));

const BASE64_BYTES = 3 / 4;

/** A result dropped on the window restores the form it was generated with; an alert says what is missing. */
export function DroppedMedia() {
  const [error, setError] = useState<AppErrorData | null>(null);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (event.defaultPrevented || isText(event)) return;
      // Else the browser would open what is dropped in place of the app.
      event.preventDefault();
      if (event.dataTransfer !== null && !holdsFiles(event)) event.dataTransfer.dropEffect = 'none';
    };
    const drop = (event: DragEvent) => {
      if (event.defaultPrevented || isText(event)) return;
      event.preventDefault();
      const file = fileOf(event);
      if (holdsFiles(event) && passOn(event, file)) setError(null);
      else if (file !== null) void restoreForm(file).then(setError);
      else if (holdsFiles(event)) setError(refusal(notTaken));
    };
    addEventListener('dragover', over);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('drop', drop);
    };
  }, []);
  const shown = useClaimsView(({ file }) => file);
  if (shown !== null)
    return (
      <Suspense>
        <ClaimsDialog file={shown} onClose={closeClaims} />
      </Suspense>
    );
  if (error === null) return null;
  return (
    <section
      aria-label="Dropped file"
      className="floating -translate-x-1/2 fixed top-14 left-1/2 flex max-w-lg items-start gap-2 p-2"
    >
      <ErrorCard error={error} title="Couldn’t use the dropped file" />
      <IconButton icon={X} label="Close" onClick={() => setError(null)} />
    </section>
  );
}

const notTaken =
  'Drop text files in the Chat tab, tables in a new batch, and images, audio or videos made here anywhere.';

const holdsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;

/** Text that is dragged into a field; the field takes it. */
const isText = (event: DragEvent): boolean => !holdsFiles(event) && takesTyping(event.target);

/**
 * Gives what was dropped beside it to the part of the visible tab that takes files: a message takes text and images.
 * @returns `false` where nothing takes it
 */
function passOn({ dataTransfer }: DragEvent, media: File | null): boolean {
  if (document.querySelector('dialog[open]') !== null || /^(audio|video)/.test(media?.type ?? ''))
    return false;
  // A drag may promise files and bring none: no part takes that, and the event would come back here without end.
  if (dataTransfer === null || dataTransfer.files.length === 0) return false;
  const takers = [...document.querySelectorAll('[data-takes-files]')];
  const taker = takers.find((one) => one.checkVisibility());
  return (
    taker?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })) === false
  );
}

/** During the drag only the type is known, not the file. */
function mediaOf({ dataTransfer }: DragEvent): DataTransferItem | null {
  const items = [...(dataTransfer?.items ?? [])];
  return items.find(({ kind, type }) => kind === 'file' && /^(image|audio|video)\//.test(type)) ?? null;
}

const fileOf = (event: DragEvent): File | null => mediaOf(event)?.getAsFile() ?? null;

async function restoreForm(file: File): Promise<AppErrorData | null> {
  if (file.size > limits.droppedFileCharacters * BASE64_BYTES)
    return refusal(`${file.name} is too large to read.`);
  const isElsewhere = noteFocus();
  const answer = await call('media.readOrigin', { base64: await base64Of(file) });
  if (!answer.ok) return answer.error;
  if (answer.value === null) return showClaims(file);
  takeOver(answer.value, 'all', { from: 'the dropped file', isHeld: true });
  goTo(`#/${answer.value.modality}`);
  if (!isElsewhere()) focusSoon('composer');
  return null;
}

/** What another program wrote into it is shown first, and nothing is filled in until the person says so. */
async function showClaims(file: File): Promise<AppErrorData | null> {
  const answer = await call('media.readClaims', { base64: await base64Of(file) });
  if (!answer.ok) return answer.error;
  if (answer.value.length === 0)
    return refusal(`${file.name} doesn’t contain the settings it was generated with.`);
  openClaims({ fileName: file.name, claims: answer.value });
  return null;
}

const refusal = (message: string): AppErrorData => ({ code: 'invalid_input', message });
