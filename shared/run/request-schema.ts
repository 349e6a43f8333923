/**
 * One request: its modality, who pays, the model, the settings and the inputs. Every command that starts a request, counts
 * what it would cost or writes it as code takes these fields, within these bounds.
 */
import { z } from 'zod';
import { attachmentRefs } from '../commands/attachments-commands';
import { extra, id, mediaModality, model, modelOrNone } from '../commands/spec';
import { limits } from '../limits';
import { longestPrompt } from '../modalities/longest-prompt';
import { inputRefs } from './inputs-schema';
import { runSettingsSchema } from './settings-schema';

const bounds = { parameters: 50, nameCharacters: 100, valueCharacters: 4_000 } as const;

/** The parameters of media as a form holds them; the modality's own checks follow where a request is sent. */
const parameterValues = z
  .record(
    z.string().max(bounds.nameCharacters),
    z.union([z.string().max(bounds.valueCharacters), z.number()]),
  )
  .refine((values) => Object.keys(values).length <= bounds.parameters, 'has too many parameters');

/** The settings of a chat, and those of media: `Setup`. */
export const chatSetup = z.strictObject({ modality: z.literal('chat'), settings: runSettingsSchema });
export const mediaSetup = z.strictObject({ modality: mediaModality, parameters: parameterValues, extra });

/** With the model, and the profile that it is sent with and that pays; the one in use where left out. */
const asked = z.strictObject({ model, profileId: id.optional() });
export const chatPlan = chatSetup.extend(asked.shape);
export const mediaPlan = mediaSetup.extend(asked.shape);

/** The inputs: what a message says, and what media are made from. */
const messageInputs = z.strictObject({
  text: z.string().max(limits.messageCharacters),
  attachments: attachmentRefs.optional(),
});
const mediaInputs = z.strictObject({
  prompt: z.string().trim().max(longestPrompt),
  inputs: inputRefs.optional(),
});

/** The command says that it is a chat, so the modality may be left out. */
export const chatRequest = chatPlan
  .extend(messageInputs.shape)
  .extend({ modality: chatPlan.shape.modality.optional() });

/** The gateway may choose the model of some media. */
export const mediaRequest = mediaPlan.extend(mediaInputs.shape).extend({ model: modelOrNone });
