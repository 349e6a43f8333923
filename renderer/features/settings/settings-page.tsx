import type { ReactNode } from 'react';
import { AboutSection } from './about-section';
import { Appearance } from './appearance';
import { BackupsSection } from './backups-section';
import { LowBalance } from './low-credits-field';
import { NetworkForm } from './network-form';
import { ProfileList } from './profile-list';
import { UpdatesSection } from './updates-section';
import { WindowSection } from './window-section';

/**
 * Everything a person sets for the app itself.
 *
 * @param data what can be done with everything that is kept
 */
export function SettingsPage({ data }: { data: ReactNode }) {
  return (
    <main className="@container min-w-0 flex-1 scroll-pt-6 overflow-y-auto">
      <div className="mx-auto flex max-w-[960px] gap-8 px-6 py-8">
        <SectionNav />
        <div className="mx-auto flex min-w-0 max-w-[720px] flex-1 flex-col gap-8">
          <h2 className="font-semibold text-xl">Settings</h2>
          <ProfileList />
          <LowBalance />
          <NetworkSection />
          <Appearance />
          <WindowSection />
          <FilesAndNotices />
          <BackupsSection />
          {data}
          <UpdatesSection />
          <AboutSection />
        </div>
      </div>
    </main>
  );
}

/** The ids of the sections’ headings with their names, in the order of the page. */
const sections = [
  ['profiles', 'Profiles'],
  ['low-balance', 'Low balance'],
  ['settings-network', 'Network'],
  ['appearance', 'Appearance and keys'],
  ['window', 'Window'],
  ['files', 'Files and notifications'],
  ['backups', 'Backups'],
  ['data', 'Data'],
  ['updates', 'Updates'],
  ['about', 'About'],
] as const;

/** The sections of the settings, where the page is wide enough for a list beside them. */
function SectionNav() {
  return (
    <nav aria-label="Sections" className="sticky top-8 hidden w-40 flex-none self-start @min-[960px]:block">
      <ul className="flex flex-col gap-0.5">
        {sections.map(([id, name]) => (
          <li key={id}>
            <button
              type="button"
              aria-label={`Go to ${name}`}
              className="w-full rounded-control px-2 py-1 text-left text-muted hover:bg-hover hover:text-text"
              onClick={() => goTo(id)}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The next Tab goes to the first field of the section. */
function goTo(id: string): void {
  const heading = document.getElementById(id);
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.scrollIntoView({ block: 'start' });
  heading.focus({ preventScroll: true });
}

/** Leads from the settings page to where files are set, beside the files themselves. */
function FilesAndNotices() {
  return (
    <section aria-labelledby="files" className="flex flex-col gap-2">
      <h3 id="files" className="font-semibold text-lg">
        Files and notifications
      </h3>
      <p className="text-muted">
        The folder, file names and notifications for results are set in the{' '}
        <a href="#/library" className="text-accent underline">
          Library
        </a>
        .
      </p>
    </section>
  );
}

/** How requests leave this computer, for every profile that sets nothing of its own. */
function NetworkSection() {
  return (
    <section aria-labelledby="settings-network" className="flex flex-col gap-4">
      <div className="flex flex-col gap-2">
        <h3 id="settings-network" className="font-semibold text-lg">
          Network
        </h3>
        <p className="text-muted">
          For all profiles that don’t have their own network settings. Addresses on this computer are always
          reached directly.
        </p>
      </div>
      <NetworkForm profileId={null} />
    </section>
  );
}
