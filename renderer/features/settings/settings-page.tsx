import type { ReactNode } from 'react';
import { AboutSection } from './about-section';
import { Appearance } from './appearance';
import { BackupsSection } from './backups-section';
import { FilesAndNotices } from './files-and-notices';
import { NetworkSection } from './network-section';
import { ProfileList } from './profile-list';
import { SectionNav } from './section-nav';
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
