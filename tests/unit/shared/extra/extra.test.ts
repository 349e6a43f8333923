import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { requestBody } from '../../../../electron/core/modalities/modality';
import { type CommandName, commands } from '../../../../shared/contract';
import { formFieldsIn } from '../../../../shared/extra/form-fields';
import { liftMedia, liftRunSettings, liftSetup } from '../../../../shared/extra/lift-extra';
import { limits } from '../../../../shared/limits';
import { mediaModalities, modalities } from '../../../../shared/modalities/modalities';

describe('what an earlier version stored as extra parameters', () => {
  test('is moved to the fields of the form, and replaces what they said, as it did when it was sent', () => {
    const extra = {
      n: '2',
      temperature: 0.5,
      stop: 'END',
      mirostat: 2,
      response_format: { type: 'json_schema' },
    };
    expect(liftRunSettings({ temperature: 1, seed: 4, extra: extra as never })).toEqual({
      ...{ temperature: 0.5, seed: 4, choices: 2, stop: ['END'] },
      extra: { mirostat: 2, response_format: { type: 'json_schema' } },
    });
    const film = { parameters: { duration: 3 }, extra: { seconds: '12', fps: 24 } };
    expect(liftMedia('video', film)).toEqual({ parameters: { duration: 12 }, extra: { fps: 24 } });
  });

  test('stays where the form does not take it, or two names say different things', () => {
    const extra = { n: 10, width: 512, messages: [], num_images: 2, batch_size: 3, seed: -1 };
    expect(liftMedia('image', { parameters: {}, extra })).toEqual({
      parameters: { count: 2 },
      extra: { n: 10, width: 512, messages: [], batch_size: 3, seed: -1 },
    });
  });

  test('is moved in presets and columns too, and left alone where it is damaged', () => {
    const image = { modality: 'image' as const, model: null, parameters: {}, extra: { n: 2 } };
    expect(liftSetup(image)).toEqual({ ...image, parameters: { count: 2 }, extra: {} });
    const chat = { modality: 'chat' as const, model: null };
    expect(liftSetup({ ...chat, settings: { extra: { seed: 1 } } })).toEqual({
      ...chat,
      settings: { seed: 1 },
    });
    for (const extra of [null, 'x', 7] as never[]) expect(liftRunSettings({ extra })).toEqual({ extra });
  });

  test.each(mediaModalities)('is moved so that the body of %s stays the same', (modality) => {
    const values = { image: { n: 2, size: '1x1' }, speech: { voice: 'a', speed: 2 }, video: { duration: 4 } };
    const extra = { ...values[modality], other: [1] };
    const sent = { model: 'm', text: 'x', parameters: {}, extra };
    expect(requestBody(modality, liftMedia(modality, sent))).toEqual(requestBody(modality, sent));
  });
});

test.each(mediaModalities)('every field of the form of %s belongs to it', (modality) => {
  const { text, parameters } = modalities[modality];
  const wires = [
    'model',
    text.wire,
    'n',
    'stream',
    ...parameters.filter((one) => !('isAlsoExtra' in one)).flatMap(({ wire }) => wire ?? []),
  ];
  expect(formFieldsIn(modality, Object.fromEntries(wires.map((name) => [name, 1])))).toEqual([
    ...new Set(wires),
  ]);
});

test('every command takes extra parameters up to the same bound', () => {
  const id = randomUUID();
  const media = { modality: 'image', model: 'm', parameters: {} };
  const inputs: Partial<Record<CommandName, (extra: object) => object>> = {
    'jobs.create': (extra) => ({ id, ...media, prompt: 'x', extra }),
    'chat.send': (extra) => ({
      conversationId: null,
      messageId: id,
      text: 'x',
      model: 'm',
      settings: { extra },
    }),
    'batches.create': (extra) => ({
      ...{ id, ...media, name: 'B', template: 'x', columns: [], rows: [[]], extra },
    }),
    'compare.send': (extra) => ({
      ...{ id, roundId: id, modality: 'image', isTied: false, isSamePrompt: true },
      columns: [1, 2].map(() => ({
        ...{ id, model: 'm', prompt: 'x', callId: id, parameters: {}, extra },
      })),
    }),
    'presets.create': (extra) => ({
      id,
      name: 'P',
      content: { modality: 'image', model: null, parameters: {}, extra },
    }),
    'code.request': (extra) => ({ of: 'form', ...media, prompt: 'x', extra }),
    'credits.forecast': (extra) => ({ intent: { kind: 'job', ...media, prompt: 'x', extra } }),
  };
  for (const [name, inputWith] of Object.entries(inputs)) {
    const { input } = commands[name as CommandName];
    const taken = (length: number) => input.safeParse(inputWith({ a: 'x'.repeat(length - 8) })).success;
    const most = limits.extraParametersCharacters;
    expect([name, taken(most), taken(most + 1)]).toEqual([name, true, false]);
  }
});
