import type { MediaOrigin } from '../../shared/media';
import { focusName } from '../lib/focus';
import { Button } from '../ui/button';
import { takeOver } from './job-actions';

interface UseAgainProps {
  origin: MediaOrigin;
  onUsed: () => void;
}

/** Brings the prompt, or everything a result was made with, back into the form. */
export function UseAgain({ origin, onUsed }: UseAgainProps) {
  const use = (what: 'text' | 'all') => {
    takeOver(origin, what);
    location.hash = `#/${origin.modality}`;
    onUsed();
    requestAnimationFrame(() => focusName('composer'));
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => use('text')}>Use prompt</Button>
      <Button onClick={() => use('all')}>Use all settings</Button>
    </div>
  );
}
