import type { HeldFields } from '../../../../shared/run/written-fields';
import { counted } from '../../../lib/counted';
import { focusSoon } from '../../../lib/focus';
import { openColumn } from '../../../state/ui/columns';
import { useSettingsOf } from '../../../state/ui/selectors';
import { Button } from '../../../ui/button';

/** What an imported chat would send beside the form is not sent yet: said where one sends, also with the settings closed. */
export function HeldLine({ chatKey }: { chatKey: string }) {
  const { held } = useSettingsOf(chatKey);
  if (held === undefined) return null;
  const check = () => {
    openColumn('chat', 'side');
    focusSoon('held-fields');
  };
  return (
    <p className="flex flex-wrap items-center gap-2 px-1 text-sm text-warn">
      <span className="min-w-0 flex-1 basis-60">
        Not sent yet: {counted(countOf(held), 'extra parameter')} of the imported chat
      </span>
      <Button onClick={check}>Check…</Button>
    </p>
  );
}

function countOf({ extra, written: { fields, without = [] } = {} }: HeldFields): number {
  return new Set([...Object.keys({ ...extra, ...fields }), ...without]).size;
}
