/** Leads from the settings page to where files are set, beside the files themselves. */
export function FilesAndNotices() {
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
