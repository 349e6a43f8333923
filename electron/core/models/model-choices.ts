import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { type ModelChoices, modelChoiceLimits, noModelChoices } from '../../../shared/models/model-choices';
import type { Profiles } from '../profiles/profiles';
import type { SettingsService } from '../settings/settings';

interface Services {
  readonly settings: SettingsService;
  readonly profiles: Pick<Profiles, 'all'>;
}

/**
 * Pinned, hidden and recent models of each profile. @throws AppError `not_found`, or `invalid_input` beyond the limits.
 */
export function createModelChoices({ settings, profiles }: Services) {
  const change = async (profileId: string, edit: (before: ModelChoices) => ModelChoices) => {
    if (!profiles.all().some(({ id }) => id === profileId)) {
      throw new AppError({ code: 'not_found', message: 'This profile no longer exists.' });
    }
    const { models } = settings.current();
    const before = models[profileId] ?? noModelChoices;
    const after = edit(before);
    if (after !== before) await settings.update({ models: { ...models, [profileId]: after } });
  };
  return {
    pin: ({ profileId, model, isPinned }: CheckedInput<'models.pin'>) =>
      change(profileId, (before) => {
        const pinned = withMember(before.pinned, model, isPinned);
        if (pinned.length > modelChoiceLimits.pinned) throw tooMany('pinned', modelChoiceLimits.pinned);
        return pinned === before.pinned ? before : { ...before, pinned };
      }),
    hide: ({ profileId, model, isHidden }: CheckedInput<'models.hide'>) =>
      change(profileId, (before) => {
        const hidden = withMember(before.hidden, model, isHidden);
        if (hidden.length > modelChoiceLimits.hidden) throw tooMany('hidden', modelChoiceLimits.hidden);
        return hidden === before.hidden ? before : { ...before, hidden };
      }),
    takes: ({ profileId, model, kinds, settings }: CheckedInput<'models.takes'>) =>
      change(profileId, (before) => {
        const { takes: saidKinds, takesSettings: saidSettings, ...rest } = before;
        const takes = withWord(saidKinds, model, kinds);
        const takesSettings = settings === undefined ? saidSettings : withWord(saidSettings, model, settings);
        if (takes === saidKinds && takesSettings === saidSettings) return before;
        return { ...rest, ...(takes && { takes }), ...(takesSettings && { takesSettings }) };
      }),
    noteChoice: ({ profileId, model, tab }: CheckedInput<'models.noteChoice'>) =>
      change(profileId, (before) => {
        const recent = before.recent[tab] ?? [];
        if (recent[0] === model) return before;
        const others = recent.filter((one) => one !== model);
        const next = [model, ...others].slice(0, modelChoiceLimits.recent);
        return { ...before, recent: { ...before.recent, [tab]: next } };
      }),
    /** For a profile that was deleted. */
    async forget(profileId: string): Promise<void> {
      const { [profileId]: gone, ...models } = settings.current().models;
      if (gone !== undefined) await settings.update({ models });
    },
  };
}

/** Returns the same list where nothing changes. */
function withMember(list: readonly string[], member: string, isIn: boolean): readonly string[] {
  if (list.includes(member) === isIn) return list;
  return isIn ? [...list, member] : list.filter((one) => one !== member);
}

type Words<Word extends string> = Readonly<Record<string, readonly Word[]>>;

/** What is said of all models, with what is said of one; the same where nothing changes, `undefined` where nothing is left. */
function withWord<Word extends string>(
  said: Words<Word> = {},
  model: string,
  words: readonly Word[],
): Words<Word> | undefined {
  const { [model]: known = [], ...others } = said;
  const all = known.join() === words.join() ? said : withOne(others, model, words);
  if (Object.keys(all).length > modelChoiceLimits.takes) throw tooManyWords();
  return Object.keys(all).length === 0 ? undefined : all;
}

const withOne = <Word extends string>(others: Words<Word>, model: string, words: readonly Word[]) =>
  words.length === 0 ? others : { ...others, [model]: words };

function tooManyWords(): AppError {
  const message = `What ${modelChoiceLimits.takes} models take is said already. Take it back for one of them first.`;
  return new AppError({ code: 'invalid_input', field: 'model', message });
}

function tooMany(what: 'pinned' | 'hidden', limit: number): AppError {
  const undo = what === 'pinned' ? 'Unpin' : 'Show';
  return new AppError({
    code: 'invalid_input',
    field: 'model',
    message: `${limit} models are ${what} already. ${undo} one of them first.`,
  });
}
