import { NetworkForm } from './network-form';

/** How requests leave this computer, for every profile that sets nothing of its own. */
export function NetworkSection() {
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
