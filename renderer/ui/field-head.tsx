import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './button';

interface FieldHeadProps {
  /** The id of the control. */
  htmlFor: string;
  label: string;
  help?: string;
  /** Left out where the field is at its default. */
  onReset?: (() => void) | undefined;
  /** At the end of the line. */
  children?: ReactNode;
}

/** The line above a field: its label, and a button that resets it. */
export function FieldHead({ htmlFor, label, help, onReset, children }: FieldHeadProps) {
  return (
    <div className="flex h-7 items-center gap-1">
      <label htmlFor={htmlFor} title={help} className="flex-1 text-muted">
        {label}
      </label>
      {onReset !== undefined && <ResetButton label={label} onReset={onReset} />}
      {children}
    </div>
  );
}

/** Resets a field to the model's default. */
export function ResetButton({ label, onReset }: { label: string; onReset: () => void }) {
  return <IconButton icon={Undo2} label={`Reset ${label}`} onClick={onReset} />;
}
