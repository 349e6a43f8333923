import type { MediaOrigin } from '../../shared/media/media';
import { focusSoon } from '../lib/focus';
import { goTo } from '../state/ui/navigation';
import { Button } from '../ui/button';
import { takeOver } from './job-actions';

interface UseAgainProps {
  origin: MediaOrigin;
  onUsed: () => void;
}

/** Copies the prompt, or all settings of a result, to the form. */
export function UseAgain({ origin, onUsed }: UseAgainProps) {
  const use = (what: 'text' | 'all') => {
    takeOver(origin, what);
    goTo(`#/${origin.modality}`);
    onUsed();
    focusSoon('composer');
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => use('text')}>Use prompt</Button>
      <Button onClick={() => use('all')}>Use all settings</Button>
    </div>
  );
}
