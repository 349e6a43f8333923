import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { comparisonColumns } from '../../../../electron/storage/archive/rows/table-rows';
import { commands } from '../../../../shared/contract';
import { readSetup } from '../../../../shared/run/earlier-shapes';
import { presetContentSchema } from '../../../../shared/run/presets-schema';

const run = { temperature: 0.5 };
const parameters = { size: '512x512' };
const extra = { user: 'me' };

describe('what an earlier version sent', () => {
  const table = { id: randomUUID(), name: 'B', model: 'm', template: 'x', columns: [], rows: [[]] };
  const ofBoth = { settings: run, parameters, extra };

  it('as a batch with the settings of both kinds is read as one of them', () => {
    const { input } = commands['batches.create'];
    expect(input.parse({ ...table, modality: 'chat', ...ofBoth })).toEqual({
      ...table,
      modality: 'chat',
      settings: run,
    });
    expect(input.parse({ ...table, modality: 'image', ...ofBoth })).toEqual({
      ...{ ...table, modality: 'image', parameters, extra },
    });
  });

  it('as columns with the settings of both kinds, also to be foreseen', () => {
    const ids = { id: randomUUID(), callId: randomUUID() };
    const column = { ...ids, model: 'm', prompt: 'x' };
    const columns = [1, 2].map(() => ({ ...column, settings: { run, parameters, extra } }));
    const round = { id: ids.id, roundId: ids.id, isTied: true, isSamePrompt: true, columns };
    const { input } = commands['compare.send'];
    expect(input.parse({ ...round, modality: 'chat' }).columns[0]).toEqual({ ...column, settings: run });
    expect(input.parse({ ...round, modality: 'image' }).columns[0]).toEqual({ ...column, parameters, extra });
    const forecast = commands['credits.forecast'].input;
    const intent = { kind: 'compare', modality: 'chat', ...round };
    expect(forecast.safeParse({ intent }).success).toBe(true);
  });

  it('as a preset of a tab, with or without extra parameters', () => {
    const image = { tab: 'image', model: null, parameters };
    expect(presetContentSchema.parse(image)).toEqual({
      modality: 'image',
      model: null,
      parameters,
      extra: {},
    });
    expect(presetContentSchema.parse({ ...image, extra })).toMatchObject({ extra });
    const chat = { tab: 'chat', model: 'm', settings: run };
    expect(presetContentSchema.parse(chat)).toEqual({ modality: 'chat', model: 'm', settings: run });
  });
});

describe('what an earlier version stored of a column', () => {
  it('is read as the settings of its modality', () => {
    const stored = { run, parameters, extra };
    expect(readSetup('chat', stored)).toEqual({ modality: 'chat', settings: run });
    expect(readSetup('image', stored)).toEqual({ modality: 'image', parameters, extra });
    expect(readSetup('video', { parameters, extra })).toEqual({ modality: 'video', parameters, extra });
  });

  it.each([null, 7, 'x', [], {}, { run: null }, { settings: 'x' }])('is nothing where it is %j', (stored) => {
    expect(readSetup('chat', stored)).toEqual({ modality: 'chat', settings: {} });
    expect(readSetup('speech', stored)).toEqual({ modality: 'speech', parameters: {}, extra: {} });
  });

  it.each([{ run, parameters, extra }, { settings: run }, { parameters, extra }])(
    'imports as %j',
    (stored) => {
      const { settings } = comparisonColumns
        .pick({ settings: true })
        .parse({ settings: JSON.stringify(stored) });
      expect(JSON.parse(settings)).toEqual(stored);
    },
  );
});
