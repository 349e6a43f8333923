/** Checks changed keys before they are stored. Ids of commands this version does not know are stored too. */
import { z } from 'zod';
import { isChord, shortcutLimits } from './shortcuts';

const { commands, idCharacters, keysEach, chordCharacters } = shortcutLimits;

const chord = z.string().max(chordCharacters).refine(isChord, 'is not a valid shortcut, such as Mod+Shift+M');

export const shortcutsSchema = z.strictObject({
  isOn: z.boolean(),
  keys: z
    .record(z.string().min(1).max(idCharacters), z.array(chord).max(keysEach).readonly())
    .refine((keys) => Object.keys(keys).length <= commands, `names more than ${commands} commands`),
});
