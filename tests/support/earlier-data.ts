/**
 * What the last version with flat messages (25) wrote: a database, an archive and exported chats with every kind of
 * message, made by its own core with a scripted gateway, and what that version showed of them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A message as that version reported it; `jobs` are the ids of what came with the reply. */
export interface EarlierMessage {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly status: string;
  readonly text: string;
  readonly reasoning: string;
  readonly refusal: string | null;
  readonly toolCalls: readonly unknown[];
  readonly attachments: readonly unknown[];
  readonly jobs: readonly string[];
}

interface Shown {
  readonly chats: readonly string[];
  readonly messages: readonly EarlierMessage[];
  /** Chat files by the id of the chat. */
  readonly exported: Readonly<Record<string, unknown>>;
}

const read = (name: string): Buffer => readFileSync(join(import.meta.dirname, 'earlier-data', name));

export const earlierDatabase = (): Buffer => gunzipSync(read('v25.db.gz'));
export const earlierArchive = (): Buffer => read('v25.gatehouse');
export const earlierShown = (): Shown => JSON.parse(read('v25.json').toString());
