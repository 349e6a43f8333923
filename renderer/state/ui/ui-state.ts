/**
 * The store of this window's own state: the open places, typed and unsent text, settings.
 *
 * It starts empty; `persistence.ts` restores what was typed before a reload or a crash of the page.
 */

import { create } from 'zustand';
import type { AppErrorData } from '../../../shared/errors';
import type { MediaModality } from '../../../shared/modalities/modalities';
import type { RunSettings } from '../../../shared/run/chat-settings';
import type { Connection } from '../../link/bridge';
import type { CompareDraft } from './compare-draft';
import type { Draft } from './draft-state';
import type { Form } from './form';
import { firstRoute, type Route } from './route';

/** Chosen and not yet reported back by the core. */
export interface PendingConfig {
  readonly model?: string;
  /** The profile the model was chosen with: another gateway may not have it. */
  readonly profileId?: string;
  readonly settings?: RunSettings;
  readonly error?: AppErrorData;
}

/** Where extra parameters came from that nobody typed here. */
export interface FilledExtra {
  /** Such as `the dropped file`. */
  readonly from: string;
  /** Names that were left out, since they belong to the form. */
  readonly left: readonly string[];
  /** Nothing is sent with them before the person has agreed. */
  readonly isHeld?: boolean;
}

export interface PersonState {
  readonly route: Route;
  readonly connection: Connection | 'connecting';
  /** Why the first snapshot failed. */
  readonly startError: AppErrorData | null;
  readonly drafts: Readonly<Record<string, Draft>>;
  readonly configs: Readonly<Record<string, PendingConfig>>;
  /** "Extra parameters" as typed, where that is not (yet) a valid object. */
  readonly extraTexts: Readonly<Record<string, string>>;
  /** Extra parameters that something else than the person's typing filled in, by the same keys. */
  readonly filledExtras: Readonly<Record<string, FilledExtra>>;
  readonly lastModel: string | null;
  /** The forms of all modalities. */
  readonly forms: Readonly<Partial<Record<MediaModality, Form>>>;
  /** The drafts of comparisons. */
  readonly compares: Readonly<Record<string, CompareDraft>>;
  /** Counts actions that are answered at the end of the transcript, so that it scrolls there. */
  readonly turns: number;
  /** The message to scroll to. */
  readonly scrollTarget: {
    readonly conversationId: string;
    readonly messageId: string;
    /** The focus stays where it is. */
    readonly keepsFocus?: boolean;
  } | null;
  /** The side column that is open above the content where the window is too narrow for both. */
  readonly overlay: 'history' | 'side' | null;
}

export const useUiState = create<PersonState>()(() => ({
  route: firstRoute,
  connection: 'connecting',
  startError: null,
  drafts: {},
  configs: {},
  extraTexts: {},
  filledExtras: {},
  lastModel: null,
  forms: {},
  compares: {},
  turns: 0,
  scrollTarget: null,
  overlay: null,
}));

export function setConfig(key: string, change: PendingConfig): void {
  useUiState.setState(({ configs }) => ({ configs: { ...configs, [key]: { ...configs[key], ...change } } }));
}

export function dropConfig(key: string): void {
  useUiState.setState(({ configs: { [key]: _dropped, ...configs } }) => ({ configs }));
}

/** `null` where the typed text has become the value of the settings. What is typed was not filled in. */
export function setExtraText(key: string, text: string | null): void {
  useUiState.setState(({ extraTexts: { [key]: _old, ...others } }) => ({
    extraTexts: text === null ? others : { ...others, [key]: text },
  }));
  setFilledExtra(key, null);
}

/** `null` where the person has agreed to what was filled in, or it is gone. */
export function setFilledExtra(key: string, filled: FilledExtra | null): void {
  useUiState.setState((state) => {
    const { [key]: old, ...others } = state.filledExtras;
    if (filled === null && old === undefined) return state;
    return { filledExtras: filled === null ? others : { ...others, [key]: filled } };
  });
}
