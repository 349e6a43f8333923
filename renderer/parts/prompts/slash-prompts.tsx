import { memo, type RefObject, useEffect, useState } from 'react';
import { untilLoaded } from '../../lib/until-loaded';
import { lazy, Suspense } from '../../ui/later';
import { type Slash, slashAt } from './slash';

const loadList = () => untilLoaded(() => import('./slash-list'));
const SlashList = lazy(loadList);

interface SlashPromptsProps {
  input: RefObject<HTMLTextAreaElement | null>;
  /** Prompts are inserted with their variables as they are written. */
  isVerbatim?: boolean;
}

/**
 * Watches a field for a slash that opens the prompts. It listens beside the field's owner and delays nothing: typed
 * text is read only after it is in the field.
 */
export const SlashPrompts = memo(function SlashPrompts({ input, isVerbatim = false }: SlashPromptsProps) {
  const [slash, setSlash] = useState<Slash | null>(null);
  /** The slash whose list was closed; it stays closed until another one is typed. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  useEffect(() => {
    const area = input.current;
    if (area === null) return;
    // Loaded in advance, so that no key press is missed.
    const idle = requestIdleCallback(() => void loadList());
    const look = () => {
      const found = area.selectionStart === area.selectionEnd ? slashAt(area.value, area.selectionEnd) : null;
      setSlash((before) => (isSame(before, found) ? before : found));
      if (found === null) setClosedAt(null);
    };
    const onInput = (event: Event) => {
      if (!(event as InputEvent).isComposing) look();
    };
    // What was typed before this code was there.
    if (document.activeElement === area) look();
    const leave = () => setSlash(null);
    area.addEventListener('input', onInput);
    area.addEventListener('compositionend', onInput);
    area.addEventListener('click', onInput);
    area.addEventListener('blur', leave);
    return () => {
      cancelIdleCallback(idle);
      area.removeEventListener('input', onInput);
      area.removeEventListener('compositionend', onInput);
      area.removeEventListener('click', onInput);
      area.removeEventListener('blur', leave);
    };
  }, [input]);
  if (slash === null || slash.start === closedAt || input.current === null) return null;
  return (
    <Suspense>
      <SlashList
        area={input.current}
        slash={slash}
        isVerbatim={isVerbatim}
        onClose={() => setClosedAt(slash.start)}
      />
    </Suspense>
  );
});

const isSame = (one: Slash | null, other: Slash | null) =>
  one === other || (one?.start === other?.start && one?.end === other?.end && one?.query === other?.query);
