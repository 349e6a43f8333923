/** Results as ordinary files, and what the app knows about each. */

import type { MediaModality, ParameterValues } from '../modalities/modalities';
import type { Cost } from '../money/cost';
import type { DocumentFacts } from './documents';
import type { MediaOrder } from './order';

/** What a result was made from; stored in the database and, where the format has a place for it, inside the file. */
export interface MediaOrigin {
  readonly modality: MediaModality;
  readonly model: string;
  readonly prompt: string;
  /** The prompt that the model used, where the gateway says that it changed it. */
  readonly revisedPrompt?: string;
  /** Which part of a long text this is, where its parts couldn’t be joined; the prompt is then the text of the part. */
  readonly part?: MediaPart;
  /** This result's own seed, where the gateway names it: by it the result can be requested again alone. */
  readonly seed?: number;
  readonly parameters: ParameterValues;
  readonly extra: Readonly<Record<string, unknown>>;
  readonly jobId: string;
  /** Its share of what the job cost; `null` where that is unknown. */
  readonly cost: Cost | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** What a result really is; `file` is anything that is neither an image nor sound nor video, such as a 3D model or SVG. */
export const resultKinds = ['image', 'audio', 'video', 'file'] as const;
export type ResultKind = (typeof resultKinds)[number];

/** One of several files of a text. */
export interface MediaPart {
  /** Counted from 1. */
  readonly number: number;
  readonly count: number;
}

/** Why an image is not decoded: what tried to took too much memory or too long, or crashed. */
export const undecodedReasons = ['memory', 'time', 'crash'] as const;
export type Undecoded = (typeof undecodedReasons)[number];

/** What is known of a file's sound and video, and whether it is whole; each absent where it is not known. */
export interface MediaFacts {
  /** Samples per second of each channel. */
  readonly sampleRate?: number;
  readonly channels?: number;
  /** Frames per second of a video, or of an image that moves. */
  readonly frameRate?: number;
  /** Of an image that moves. */
  readonly frames?: number;
  /** As people know them, such as `HEVC`; the four letters of the file for one that has no such name here. */
  readonly videoCodec?: string;
  readonly audioCodec?: string;
  /** The file ends before its content does. */
  readonly isCut?: boolean;
  /** Absent for an image that was decoded, or never was to be. */
  readonly undecoded?: Undecoded;
  /** Of a document that was read. */
  readonly document?: DocumentFacts;
}

/** A file as the app knows it: a result of the library, or one that goes with messages. */
export interface FileRecord extends MediaFacts {
  readonly id: string;
  readonly kind: ResultKind;
  /** Detected from the bytes, never from a name or a header. */
  readonly contentType: string;
  readonly bytes: number;
  /** Pixels; `null` for audio or where the file does not state it. */
  readonly width: number | null;
  readonly height: number | null;
  readonly durationMs: number | null;
  readonly hasThumbnail: boolean;
  /** Of a stored file: the result of the library that it is a copy of. */
  readonly from?: { readonly jobId: string; readonly mediaId: string };
}

export interface MediaItem extends FileRecord, MediaOrder {
  readonly fileName: string;
  readonly origin: MediaOrigin;
  readonly isStarred: boolean;
  /** The file is no longer where it was saved. */
  readonly isMissing: boolean;
}

export interface MediaPage {
  readonly items: readonly MediaItem[];
  readonly nextCursor: string | null;
  /** Of the whole selection. */
  readonly total: number;
  /** Of duplicates: for each item what the others of its group have in common with it, a name without meaning. */
  readonly groups?: readonly string[];
}

/** A deleted result that can still be restored. */
export interface TrashedMedia {
  readonly item: MediaItem;
  /** Milliseconds since the epoch. */
  readonly removedAt: number;
}

/** The trash, what was deleted last first. */
export interface TrashPage {
  readonly trashed: readonly TrashedMedia[];
  readonly nextCursor: string | null;
  /** Of the whole trash. */
  readonly total: number;
  /** Of all its files together. */
  readonly bytes: number;
}

/** Placeholders of a file name's template, with their values at submit. */
export const templatePlaces = ['date', 'time', 'model', 'prompt', 'seed', 'id'] as const;
export const defaultFileNameTemplate = '{date}-{model}-{prompt}';
