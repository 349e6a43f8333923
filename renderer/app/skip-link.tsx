import { mainLandmark } from '../ui/main-landmark';

/** The first Tab stop of the window: past the title bar, the rail and the history. Seen while it has the focus. */
export function SkipLink() {
  return (
    <button
      type="button"
      onClick={skip}
      className="sr-only focus:not-sr-only focus:absolute! focus:top-1.5 focus:left-3 focus:z-50 focus:rounded-control focus:border focus:border-line focus:bg-raised focus:px-3 focus:py-1"
    >
      Skip to the content
    </button>
  );
}

function skip(): void {
  const main = mainLandmark();
  if (main === null) return;
  main.tabIndex = -1;
  main.focus({ preventScroll: true });
}
