/** A batch that is being prepared. Stored in the browser's own storage too, so that a reload loses nothing. */

import { create } from 'zustand';
import type { AppErrorData } from '../../../shared/errors';
import type { ModalityId } from '../../../shared/modalities/modalities';
import type { Table } from '../../parts/tables/read-table';

export interface BatchDraft extends Table {
  readonly modality: ModalityId;
  readonly template: string;
  /** The profile that it is sent with, if not the one in use. */
  readonly profileId?: string;
  /** The model that was chosen here, and the profile it was chosen with; by default the tab's. */
  readonly model?: string;
  readonly modelOf?: string;
  /** Typed or pasted text that is not (yet) a valid table. */
  readonly tableText: string;
  /** The id made for exactly this batch; kept until the core accepted it, so that a retry runs nothing twice. */
  readonly attempt?: { readonly id: string; readonly request: string };
  readonly sending?: boolean;
  /** Why the last attempt was refused. */
  readonly error?: AppErrorData;
}

const storageName = 'gatehouse.batch';
const saveDelayMs = 400;
const keptCharacters = 1_000_000;

const empty: BatchDraft = { modality: 'chat', template: '', tableText: '', columns: [], rows: [] };

export const useBatchDraft = create<BatchDraft>()(() => ({ ...empty, ...readPersisted() }));

export const setBatchDraft = (change: Partial<BatchDraft>): void => {
  useBatchDraft.setState({ error: undefined, ...change });
};

/** The table was used; the prompt stays, to be run over another one. */
export const batchAccepted = (): void =>
  setBatchDraft({ rows: [], columns: [], tableText: '', attempt: undefined });

let timer: ReturnType<typeof setTimeout> | undefined;

function keep(): void {
  clearTimeout(timer);
  timer = undefined;
  const { sending: _sending, error: _error, ...kept } = useBatchDraft.getState();
  try {
    const text = JSON.stringify(kept);
    if (text.length < keptCharacters) localStorage.setItem(storageName, text);
  } catch {
    // Storage is full or forbidden: the draft is still in the page.
  }
}

useBatchDraft.subscribe(() => {
  timer ??= setTimeout(keep, saveDelayMs);
});
addEventListener('pagehide', keep);

function readPersisted(): Partial<BatchDraft> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageName) ?? 'null');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
