import { useEffect, useState } from 'react';

interface Tip {
  readonly text: string;
  readonly style: Readonly<Partial<Record<'left' | 'right' | 'top' | 'bottom' | 'maxWidth', number>>>;
}

/** Room that a tip of one line takes, in pixels. */
const heightPx = 34;
const gapPx = 6;
const widestPx = 320;

/**
 * The tool-tip of the control that the keyboard has reached: browsers show it to the mouse alone. It says nothing that
 * the control's name does not, so screen readers pass over it.
 */
export function FocusTip() {
  const [tip, setTip] = useState<Tip | null>(null);
  useEffect(() => {
    const show = ({ target }: FocusEvent) => setTip(tipOf(target));
    const hide = () => setTip(null);
    addEventListener('focusin', show);
    addEventListener('focusout', hide);
    addEventListener('pointerdown', hide);
    addEventListener('resize', hide);
    addEventListener('scroll', hide, { capture: true, passive: true });
    return () => {
      removeEventListener('focusin', show);
      removeEventListener('focusout', hide);
      removeEventListener('pointerdown', hide);
      removeEventListener('resize', hide);
      removeEventListener('scroll', hide, { capture: true });
    };
  }, []);
  if (tip === null) return null;
  return (
    <div
      aria-hidden
      data-focus-tip
      style={tip.style}
      className="floating pointer-events-none fixed z-50 px-2 py-1 text-sm"
    >
      <span className="line-clamp-3 [overflow-wrap:anywhere]">{tip.text}</span>
    </div>
  );
}

/** Only where a title adds to what is seen: a text that is shown whole needs no tip. */
function tipOf(target: EventTarget | null): Tip | null {
  if (!(target instanceof HTMLElement) || !target.matches(':focus-visible')) return null;
  const text = target.title.trim();
  if (text === '' || target.matches('input, textarea, select')) return null;
  return { text, style: placeOf(target.getBoundingClientRect()) };
}

/**
 * Below the control, above it at the lower edge of the window. It begins where the control does, or ends where that ends
 * if there is more room to its left.
 */
function placeOf({ left, right, top, bottom }: DOMRect): Tip['style'] {
  const edge =
    left < innerWidth / 2 ? { left: Math.max(gapPx, left) } : { right: Math.max(gapPx, innerWidth - right) };
  const maxWidth = Math.min(widestPx, innerWidth - (edge.left ?? edge.right ?? 0) - gapPx);
  if (bottom + heightPx * 2 < innerHeight) return { ...edge, maxWidth, top: bottom + gapPx };
  return { ...edge, maxWidth, bottom: innerHeight - top + gapPx };
}
