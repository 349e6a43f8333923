import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { ModalityId } from '../../../shared/modalities/modalities';
import { type Preset, presetLimits } from '../../../shared/run/presets';
import { type Handlers, nothing } from '../dispatch';
import type { EventBus } from '../events';
import type { Ports } from '../ports/ports';
import { createPresetChats, type PresetServices } from './preset-chats';

export function presetHandlers(ports: Ports, services: PresetServices) {
  const presets = createPresets(ports, services.events);
  const chats = createPresetChats(ports, services);
  return {
    'presets.create': (input) => nothing(presets.create(input)),
    'presets.createWithMessages': async (input) =>
      nothing(presets.has(input.id) || presets.create(input, await chats.read(input))),
    'presets.open': chats.open,
    'presets.rename': (input) => nothing(presets.rename(input)),
    'presets.update': (input) => nothing(presets.update(input)),
    'presets.remove': ({ id }) => nothing(presets.remove(id)),
    'presets.restore': ({ id }) => nothing(presets.restore(id)),
    'presets.setDefault': (input) => nothing(presets.setDefault(input)),
  } satisfies Partial<Handlers>;
}

/** The user's commands for presets. @throws AppError `not_found`, or `invalid_input` with what to do instead. */
function createPresets({ storage, clock }: Pick<Ports, 'storage' | 'clock'>, events: EventBus) {
  const { presets } = storage;
  const find = (id: string): Preset => {
    const preset = presets.get(id);
    if (preset) return preset;
    throw new AppError({ code: 'not_found', message: 'This preset no longer exists.' });
  };
  const changed = (id: string) => events.emit({ type: 'preset.changed', preset: find(id) });
  const ofTab = (tab: ModalityId) => presets.all().filter(({ content }) => content.modality === tab);
  const refuseTaken = (tab: ModalityId, name: string, ownId: string) => {
    const taken = ofTab(tab).find((one) => one.id !== ownId && isSameName(one.name, name));
    if (taken) throw nameTaken(taken.name);
  };
  const dropDefault = (tab: ModalityId) => {
    const before = presets.clearDefault(tab);
    if (before !== null) changed(before);
  };
  return {
    has: (id: string) => presets.has(id),
    /** @param messages that a chat begins with, as JSON */
    create({ id, name, content }: CheckedInput<'presets.create'>, messages?: string) {
      if (presets.has(id)) return;
      if (ofTab(content.modality).length >= presetLimits.eachTab) throw tooMany();
      refuseTaken(content.modality, name, id);
      const now = clock.now();
      storage.transaction(() => {
        presets.put({ id, name, content, isDefault: false, createdAt: now, updatedAt: now });
        if (messages !== undefined) presets.setMessages(id, messages);
      });
      changed(id);
    },
    rename({ id, name }: CheckedInput<'presets.rename'>) {
      const before = find(id);
      refuseTaken(before.content.modality, name, id);
      presets.put({ ...before, name, updatedAt: clock.now() });
      changed(id);
    },
    update({ id, content }: CheckedInput<'presets.update'>) {
      const before = find(id);
      if (before.content.modality !== content.modality) throw otherTab();
      presets.put({ ...before, content, updatedAt: clock.now() });
      changed(id);
    },
    /** Hidden until the app is opened again, then deleted. */
    remove(id: string) {
      find(id);
      presets.setRemoved(id, clock.now());
      events.emit({ type: 'preset.removed', presetId: id });
    },
    /** It becomes the default again unless another preset has become the default meanwhile. */
    restore(id: string) {
      storage.transaction(() => {
        presets.setRemoved(id, null);
        const restored = find(id);
        const others = ofTab(restored.content.modality).filter((one) => one.id !== id);
        if (others.some(({ isDefault }) => isDefault)) presets.put({ ...restored, isDefault: false });
      });
      changed(id);
    },
    setDefault({ tab, id }: CheckedInput<'presets.setDefault'>) {
      if (id === null) return dropDefault(tab);
      const next = find(id);
      if (next.content.modality !== tab) throw otherTab();
      if (next.messages !== undefined) throw opensChat();
      if (next.isDefault) return;
      const before = storage.transaction(() => {
        const last = presets.clearDefault(tab);
        presets.put({ ...next, isDefault: true });
        return last;
      });
      if (before !== null) changed(before);
      changed(id);
    },
  };
}

const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

function nameTaken(name: string): AppError {
  return new AppError({
    code: 'invalid_input',
    field: 'name',
    message: `There is a preset “${name}” already. Choose another name, or update that one.`,
  });
}

function tooMany(): AppError {
  return new AppError({
    code: 'invalid_input',
    message: `A tab can have at most ${presetLimits.eachTab} presets. Delete one of them first.`,
  });
}

function opensChat(): AppError {
  return new AppError({
    code: 'invalid_input',
    message: 'A preset with messages opens a new chat, so no tab can start with it.',
  });
}

function otherTab(): AppError {
  return new AppError({
    code: 'invalid_input',
    field: 'tab',
    message: 'This preset belongs to another tab.',
  });
}
