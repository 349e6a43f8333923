import { Download } from 'lucide-react';
import { CreditMeter } from '../features/credits/credit-meter';
import { updateLine } from '../lib/update-text';
import { useCoreState } from '../state/core/core-state';
import { ProfileSwitcher } from './profile-switcher';

/** The right end of the title bar: a new version, the profile and its credits. */
export function TitleTools() {
  return (
    <>
      <UpdateLine />
      <ProfileSwitcher />
      <CreditMeter />
    </>
  );
}

/** One quiet line about a new version; it leads to the settings. */
function UpdateLine() {
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
