/**
 * The prompt library; and presets: a model and settings under a name. The snapshot holds all presets, and
 * `preset.changed` reports each change.
 */
import { z } from 'zod';
import { resultKinds } from '../media/media';
import type { OpenedPreset } from '../run/presets';
import { presetContentSchema, presetNameSchema } from '../run/presets-schema';
import {
  type Prompt,
  type PromptOfFile,
  type PromptPage,
  type PromptVersion,
  promptLimits,
  type TagCount,
} from '../run/prompts';
import { answers, id, modality, nothing } from './spec';

const tag = z.string().trim().min(1).max(promptLimits.tagCharacters);

export const promptsCommands = {
  /** Every word of the query must begin a word of name, tags or text; `tag` narrows to one tag. */
  'prompts.page': answers<PromptPage>()(() =>
    z.strictObject({
      query: z.string().max(300),
      tag: tag.nullable(),
      cursor: z.string().max(400).nullable(),
      limit: z.int().min(1).max(200),
    }),
  ),
  'prompts.get': answers<Prompt>()(() => z.strictObject({ id })),
  /** Sorted by name, with the number of prompts for each. */
  'prompts.tags': answers<readonly TagCount[]>()(() => nothing),
  /**
   * A new prompt, or a new text for the one with this id; the window makes the id. Another text than before is a new
   * version, with its note, and the one in use from then on.
   */
  'prompts.save': answers<null>()(() =>
    z.strictObject({
      id: z.uuid(),
      name: z.string().trim().min(1).max(promptLimits.nameCharacters),
      text: z.string().min(1).max(promptLimits.textCharacters),
      tags: z.array(tag).max(promptLimits.tags),
      note: z.string().trim().max(promptLimits.noteCharacters).optional(),
    }),
  ),
  /** Newest first, with their whole texts. */
  'prompts.versions': answers<readonly PromptVersion[]>()(() => z.strictObject({ id })),
  /** Makes a version the one in use: its text is the prompt's. No version is added or lost. */
  'prompts.promote': answers<null>()(() => z.strictObject({ id, version: z.int().min(1) })),
  /** Another note for a version; its text, and which is in use, stay. */
  'prompts.setNote': answers<null>()(() =>
    z.strictObject({
      id,
      version: z.int().min(1),
      note: z.string().trim().max(promptLimits.noteCharacters),
    }),
  ),
  /** A version (the one in use where left out) as a `.prompt` file: YAML front matter and the template. */
  'prompts.toFile': answers<{ readonly name: string; readonly text: string }>()(() =>
    z.strictObject({ id, version: z.int().min(1).optional() }),
  ),
  /**
   * Adds the prompt of a `.prompt` file; where `id` is of one that exists, as its newest version. With `onlyNew` nothing is
   * added where the library has another prompt of its name: `known` says which.
   */
  'prompts.fromFile': answers<PromptOfFile>()(() =>
    z.strictObject({
      id: z.uuid(),
      /** Of the file: the prompt's name where the file has none. */
      fileName: z.string().trim().min(1).max(promptLimits.nameCharacters),
      text: z
        .string()
        .min(1)
        .max(2 * promptLimits.textCharacters),
      onlyNew: z.boolean().optional(),
    }),
  ),
  'prompts.duplicate': answers<null>()(() => z.strictObject({ id, newId: z.uuid() })),
  /** The prompt was inserted or run: stores the values for the next time, and moves it up. */
  'prompts.used': answers<null>()(() =>
    z.strictObject({
      id,
      values: z
        .record(z.string().max(100), z.string().max(promptLimits.textCharacters))
        .refine((values) => Object.keys(values).length <= promptLimits.values, 'has too many values'),
    }),
  ),
  /** Can be undone by `prompts.restore` until the app is closed. */
  'prompts.remove': answers<null>()(() => z.strictObject({ id })),
  'prompts.restore': answers<null>()(() => z.strictObject({ id })),
};

/**
 * A model and settings under a name. The snapshot holds all presets, and `preset.changed` reports each
 * change.
 */
export const presetsCommands = {
  /** The window makes `id`, once per intent: the same id a second time makes nothing. */
  'presets.create': answers<null>()(() =>
    z.strictObject({ id: z.uuid(), name: presetNameSchema, content: presetContentSchema }),
  ),
  /**
   * The same with messages of a chat, as they would be sent: those up to `toId`, from `fromId` or the beginning. What can't
   * be sent, such as calls without results, is left out.
   */
  'presets.createWithMessages': answers<null>()(() =>
    z.strictObject({
      id: z.uuid(),
      name: presetNameSchema,
      content: presetContentSchema,
      fromId: id.nullable(),
      toId: id,
    }),
  ),
  /**
   * A new chat with the messages, the model and the settings of a preset. Nothing is sent. With `asksFiles` nothing is opened
   * where the messages hold files that its model doesn't take: `notTaken` says which. Files of the kinds in `leaveOut`
   * become a line of text.
   */
  'presets.open': answers<OpenedPreset>()(() =>
    z.strictObject({
      id,
      newId: z.uuid(),
      asksFiles: z.boolean().optional(),
      leaveOut: z.array(z.enum(resultKinds)).max(resultKinds.length).optional(),
    }),
  ),
  'presets.rename': answers<null>()(() => z.strictObject({ id, name: presetNameSchema })),
  /** Stores another model and other settings under the same name; the tab stays. */
  'presets.update': answers<null>()(() => z.strictObject({ id, content: presetContentSchema })),
  /** Can be undone by `presets.restore` until the app is closed. */
  'presets.remove': answers<null>()(() => z.strictObject({ id })),
  'presets.restore': answers<null>()(() => z.strictObject({ id })),
  /** What a tab starts with; `id: null` means no preset. */
  'presets.setDefault': answers<null>()(() => z.strictObject({ tab: modality, id: id.nullable() })),
};
