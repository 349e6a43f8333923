/** Presets: a model and the settings of a run under a name, for each tab that generates something. */

import type { ResultKind } from '../media/media';
import type { Setup } from './setup';

/**
 * What is stored of a run: as chosen in the tab, so that a setting that one model does not take is there for another.
 */
export type PresetContent = Setup & { readonly model: string | null };

/** The chat that a preset with messages opened. */
export interface OpenedPreset {
  readonly conversationId: string;
  /** Files in its messages that its model doesn't take: nothing was opened, and a person is asked first. */
  readonly notTaken?: { readonly model: string; readonly kinds: readonly ResultKind[] };
}

export interface Preset {
  readonly id: string;
  readonly name: string;
  readonly content: PresetContent;
  /** What a new chat, or an empty form, of its tab starts with. */
  readonly isDefault: boolean;
  /** How many messages a chat that is opened from it begins with: examples. Left out where it only sets settings. */
  readonly messages?: number | undefined;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export const presetLimits = {
  eachTab: 100,
  nameCharacters: 200,
  /** Those that a chat begins with. */
  messages: 200,
  /** Of these as JSON, their files included. */
  messagesCharacters: 2_000_000,
} as const;

/** Made at its first use: the rules of a language take some 9 ms to read. */
let compare: Intl.Collator['compare'] | undefined;

/** In list order: by name. */
export const byPresetName = (one: Preset, other: Preset): number => {
  compare ??= new Intl.Collator('en', { numeric: true }).compare;
  return compare(one.name, other.name) || compare(one.id, other.id);
};
