import { SavingFields } from './saving-fields';

/** The section of the settings page about results. */
export function FilesAndNotices() {
  return (
    <section aria-labelledby="files" className="flex flex-col gap-4">
      <h3 id="files" className="font-semibold text-lg">
        Files and notices
      </h3>
      <div className="flex max-w-[520px] flex-col gap-3">
        <SavingFields />
      </div>
    </section>
  );
}
