/** The ids of the sections’ headings with their names, in the order of the page. */
const sections = [
  ['profiles', 'Profiles'],
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
export function SectionNav() {
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
