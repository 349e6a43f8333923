import { z } from 'zod';
import { extraSchema } from '../extra/extra-schema';
import { type ChatSetting, chatSettings, type RunSettings } from './chat-settings';

function schemaOf(setting: ChatSetting): z.ZodType {
  switch (setting.kind) {
    case 'number': {
      const number = z.number().min(setting.min).max(setting.max);
      return setting.isWhole ? number.int() : number;
    }
    case 'text':
      return z.string().max(setting.maxCharacters);
    case 'texts':
      return z.array(z.string().min(1).max(setting.maxCharacters)).max(setting.most);
    case 'choice':
      return z.enum(setting.options);
    case 'switch':
      return z.boolean();
  }
}

const fields = Object.entries(chatSettings).map(([id, setting]) => [id, schemaOf(setting).optional()]);

/** Checks the settings of a chat request: each may be left out, and no other is taken. */
export const runSettingsSchema = z.strictObject({
  ...Object.fromEntries(fields),
  extra: extraSchema.optional(),
}) as unknown as z.ZodType<RunSettings, RunSettings>;
