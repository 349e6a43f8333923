import { Download } from 'lucide-react';
import { updateLine } from '../lib/update-text';
import { useCoreState } from '../state/core/core-state';

/** One quiet line about a new version; it leads to the settings. */
export function UpdateLine() {
  const line = useCoreState(({ app }) => (app === null ? null : updateLine(app.updates)));
  if (line === null) return null;
  return (
    <a
      href="#/settings"
      className="flex h-7 flex-none items-center gap-1.5 rounded-control px-2 text-muted text-sm hover:bg-hover hover:text-text"
    >
      <Download className="icon" aria-hidden />
      {line}
    </a>
  );
}
