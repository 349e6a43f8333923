import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { AppErrorData } from '../../../shared/errors';
import { limits } from '../../../shared/limits';
import { base64Of } from '../../lib/base64';
import { focusName } from '../../lib/focus';
import { call } from '../../link/call';
import { takeOver } from '../../media/job-actions';
import { goTo } from '../../state/ui/navigation';
import { ErrorCard } from '../../ui/alert';
import { IconButton } from '../../ui/icon-button';

const BASE64_BYTES = 3 / 4;

/** A result dropped on the window restores the form it was generated with; an alert says what is missing. */
export function DroppedMedia() {
  const [error, setError] = useState<AppErrorData | null>(null);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (mediaOf(event) !== null) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      const file = fileOf(event);
      if (file === null || event.defaultPrevented) return;
      event.preventDefault();
      void restoreForm(file).then(setError);
    };
    addEventListener('dragover', over);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('drop', drop);
    };
  }, []);
  if (error === null) return null;
  return (
    <section
      aria-label="Dropped file"
      className="floating -translate-x-1/2 fixed top-14 left-1/2 flex max-w-lg items-start gap-2 p-2"
    >
      <ErrorCard error={error} title="Couldn’t restore the settings" />
      <IconButton icon={X} label="Close" onClick={() => setError(null)} />
    </section>
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
  const answer = await call('media.readOrigin', { base64: await base64Of(file) });
  if (!answer.ok) return answer.error;
  if (answer.value === null)
    return refusal(`${file.name} doesn’t contain the settings it was generated with.`);
  takeOver(answer.value, 'all', { from: 'the dropped file', isHeld: true });
  goTo(`#/${answer.value.modality}`);
  requestAnimationFrame(() => focusName('composer'));
  return null;
}

const refusal = (message: string): AppErrorData => ({ code: 'invalid_input', message });
