import { memo, useEffect, useState } from 'react';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';

type State = Notices | 'loading' | 'failed';

/** Everything in this app that others wrote, with the full text of its license. */
export default function LicensesDialog({ onClose }: { onClose: () => void }) {
  const [state, setState] = useState<State>('loading');
  useEffect(() => {
    loadNotices().then(setState, () => setState('failed'));
  }, []);
  return (
    <Dialog title="Third-party licenses" size="text" onClose={onClose}>
      <div className="min-h-0 flex-1 overflow-y-auto px-1">
        <Content state={state} />
      </div>
      <div className="mt-4 flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}

function Content({ state }: { state: State }) {
  if (state === 'loading') return <p className="text-muted">Loading…</p>;
  if (state === 'failed') {
    return (
      <p role="alert">
        Couldn’t read the licenses. They are also in THIRD-PARTY-NOTICES.txt beside the app. The development
        build has no list.
      </p>
    );
  }
  return (
    <>
      <p className="mb-3 text-muted">
        {state.libraries.length} libraries. Electron, with Chromium and Node.js, brings its own notices in
        LICENSES.chromium.html beside the program.
      </p>
      <ul aria-label="Libraries">
        {state.libraries.map((library) => (
          <LibraryRow
            key={`${library.name} ${library.version}`}
            library={library}
            text={state.texts[library.text] ?? ''}
          />
        ))}
      </ul>
    </>
  );
}

/** Its text is drawn once it is opened: all of them are a third of a megabyte. */
const LibraryRow = memo(function LibraryRow({ library, text }: { library: Library; text: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const { name, version, license, note } = library;
  return (
    <li className="border-line border-b">
      <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className="cursor-pointer rounded-control px-1 py-1.5 hover:bg-hover">
          <span className="font-medium">{name}</span> <span className="text-muted">{version}</span>
          <span className="float-right ml-3 text-muted">{license}</span>
        </summary>
        {isOpen && (
          <div className="select-text px-1 pb-3">
            {note !== null && <p className="mt-1 break-words">{note}</p>}
            <pre className="mt-2 whitespace-pre-wrap break-words font-mono text-muted text-sm">{text}</pre>
          </div>
        )}
      </details>
    </li>
  );
});

/** Notices as the build wrote them (`scripts/lib/third-party.mjs`), a file of the page. */
interface Library {
  readonly name: string;
  readonly version: string;
  /** Its SPDX name. */
  readonly license: string;
  readonly note: string | null;
  /** The place of its license in `texts`. */
  readonly text: number;
}

interface Notices {
  readonly libraries: readonly Library[];
  readonly texts: readonly string[];
}

/** Rejects where there is no such file, as on a page of the development server. */
async function loadNotices(): Promise<Notices> {
  const reply = await fetch('third-party.json');
  if (!reply.ok) throw new Error(`The notices answered with status ${reply.status}.`);
  return (await reply.json()) as Notices;
}
