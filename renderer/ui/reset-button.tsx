import { Undo2 } from 'lucide-react';
import { IconButton } from './icon-button';

/** Resets a field to the model's default. */
export function ResetButton({ label, onReset }: { label: string; onReset: () => void }) {
  return <IconButton icon={Undo2} label={`Reset ${label}`} className="size-6" onClick={onReset} />;
}
