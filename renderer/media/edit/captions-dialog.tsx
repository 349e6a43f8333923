import { useState } from 'react';
import type { AppErrorData } from '../../../shared/errors';
import { type CaptionFormat, toSrt, toVtt } from '../../../shared/media/captions';
import type { MediaItem } from '../../../shared/media/media';
import { call } from '../../link/call';
import { announce } from '../../state/announce';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { useCues, useSpokenParts } from './use-spoken';

const formats: Readonly<Record<CaptionFormat, string>> = { srt: 'SubRip (.srt)', vtt: 'WebVTT (.vtt)' };

/** Shows the captions of a speech, and saves them beside it. */
export function CaptionsDialog({ item, onClose }: { item: MediaItem; onClose: () => void }) {
  const [format, setFormat] = useState<CaptionFormat>('srt');
  const [error, setError] = useState<AppErrorData | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const cues = useCues(useSpokenParts(item));
  const text = format === 'srt' ? toSrt(cues) : toVtt(cues);
  const save = async () => {
    const answer = await call('media.saveCaptions', { id: item.id, format });
    setError(answer.ok ? null : answer.error);
    setSaved(answer.ok ? answer.value.fileName : null);
    if (answer.ok) announce(`Saved ${answer.value.fileName}`);
  };
  return (
    <Dialog title="Save captions" size="form" onClose={onClose}>
      <fieldset className="mb-2 flex flex-wrap gap-4">
        <legend className="sr-only">Format</legend>
        {Object.entries(formats).map(([id, label]) => (
          <label key={id} className="flex items-center gap-2">
            <input
              type="radio"
              name="caption-format"
              checked={format === id}
              onChange={() => setFormat(id as CaptionFormat)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {cues.length === 0 ? (
        <p className="mb-2 text-muted">This sound has no captions: its text isn’t known.</p>
      ) : (
        <textarea
          readOnly
          aria-label="Captions"
          value={text}
          rows={12}
          className="field mb-2 h-auto min-h-0 flex-1 py-2 text-sm"
        />
      )}
      {error !== null && <ErrorCard error={error} />}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="min-w-40 flex-1 [overflow-wrap:anywhere] text-muted text-sm">
          {saved === null ? 'Saved beside the sound, under its name.' : `Saved as ${saved}.`}
        </p>
        <Button onClick={onClose}>Close</Button>
        <Button
          tone="primary"
          aria-disabled={cues.length === 0}
          onClick={() => cues.length > 0 && void save()}
        >
          Save captions
        </Button>
      </div>
    </Dialog>
  );
}
