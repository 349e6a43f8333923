/** Notices as the build wrote them (`scripts/lib/third-party.mjs`), a file of the page. */
export interface Library {
  readonly name: string;
  readonly version: string;
  /** Its SPDX name. */
  readonly license: string;
  readonly note: string | null;
  /** The place of its license in `texts`. */
  readonly text: number;
}

export interface Notices {
  readonly libraries: readonly Library[];
  readonly texts: readonly string[];
}

/** Rejects where there is no such file, as on a page of the development server. */
export async function loadNotices(): Promise<Notices> {
  const reply = await fetch('third-party.json');
  if (!reply.ok) throw new Error(`The notices answered with status ${reply.status}.`);
  return (await reply.json()) as Notices;
}
