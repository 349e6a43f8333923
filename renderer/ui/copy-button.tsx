import { Check, Copy, type LucideIcon, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copyText } from '../lib/clipboard';
import { useAnnounce } from './announce-context';
import { IconButton } from './button';

const shownMs = 1_500;

interface CopyButtonProps {
  label: string;
  /** Called when pressed, so that a long text is not held. */
  text: () => string | Promise<string>;
  icon?: LucideIcon;
}

/** Copies, and confirms it. */
export function CopyButton({ label, text, icon: usual = Copy }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<boolean | null>(null);
  const announce = useAnnounce();
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), shownMs);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    const copied = await copyText(await text());
    setOutcome(copied);
    announce(copied ? 'Copied' : 'Couldn’t copy');
  };
  const icon = outcome === null ? usual : outcome ? Check : X;
  return <IconButton icon={icon} label={label} onClick={copy} />;
}
