/** The library of tools: what is the same tool, what replaces it, and what becomes of it in archives and at a start. */
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { savedToolLimits } from '../../../../shared/run/saved-tools';
import type { Tool } from '../../../../shared/run/tools';
import { exportAll, importAll, readTable, unzipped, withRow } from '../../../support/archives';
import { openTestCore, type TestCore } from '../../../support/core';
import { tempFolder } from '../../../support/temp-folder';

let app: TestCore;
let home: string;
beforeEach(async () => {
  home = tempFolder();
  app = await openTestCore({ home });
});
afterEach(() => app.close());

const weather: Tool = {
  name: 'weather',
  description: 'The weather in a city.',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string' }, unit: { enum: ['C', 'F'] } },
    required: ['city'],
  },
  strict: true,
  answer: '{"city": "{{city}}"}',
  mocks: [{ name: 'Cold', content: '-20' }],
  automatic: [{ when: { argument: 'city', is: 'Rome' }, kind: 'function', content: 'return 21' }],
};
const clock: Tool = { name: 'Clock', parameters: { type: 'object', properties: {} } };

const list = (of = app) => of.tell('tools.list', {});
const names = async (of = app) => (await list(of)).map(({ name }) => name);
const save = async (tool: Tool) => await app.tell('tools.save', { tool });

test('a tool is kept whole, with what answers it, and listed by its name', async () => {
  const { key, replaced } = await save(weather);
  expect(replaced).toBeNull();
  expect(app.events.at(-1)).toEqual({ type: 'tools.changed' });
  await save(clock);
  expect(await list()).toEqual([
    expect.objectContaining({ name: 'Clock', description: '', argumentNames: '', hasAnswers: false }),
    {
      ...key,
      description: 'The weather in a city.',
      argumentNames: 'city, unit',
      hasAnswers: true,
    },
  ]);
  expect(await app.tell('tools.get', key)).toEqual(weather);
});

test('the same name and schema is the same tool, whatever the order of fields; another schema or server is another', async () => {
  const { key } = await save(weather);
  const { required, properties, type } = weather.parameters;
  const again = { ...clock, name: 'weather', parameters: { required, properties, type } };
  expect(await save(again)).toEqual({ key, replaced: weather });
  expect(await app.tell('tools.get', key)).toEqual(again);
  expect((await save({ ...weather, parameters: clock.parameters })).replaced).toBeNull();
  const far = await app.tell('tools.save', { tool: weather, server: 'https://tools.example' });
  expect(far.key).toEqual({ ...key, server: 'https://tools.example' });
  expect(await names()).toEqual(['weather', 'weather', 'weather']);
});

test('a tool that is deleted can be restored until the app is closed', async () => {
  const [{ key }, other] = [await save(weather), await save(clock)];
  await app.tell('tools.remove', key);
  expect(await names()).toEqual(['Clock']);
  expect((await app.refusal('tools.get', key)).code).toBe('not_found');
  await app.tell('tools.restore', key);
  await app.tell('tools.remove', other.key);
  await app.close();
  app = await openTestCore({ home });
  expect(await names()).toEqual(['weather']);
  expect((await app.refusal('tools.restore', other.key)).code).toBe('not_found');
});

test('what no request could hold is refused, and so is one more than the library holds', async () => {
  const nested = JSON.parse(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`);
  for (const wrong of [
    { ...weather, name: 'has blanks' },
    { ...weather, parameters: nested },
    { ...weather, parameters: { title: 'x'.repeat(100_000) } },
  ])
    expect((await app.refusal('tools.save', { tool: wrong })).code).toBe('invalid_input');
  for (let index = 0; index < savedToolLimits.tools; index += 1)
    await save({ ...clock, name: `tool_${index}` });
  expect((await app.refusal('tools.save', { tool: clock })).message).toContain('Delete some first');
  // One that is there can still be replaced.
  await save({ ...weather, parameters: clock.parameters, name: 'tool_7' });
});

test('tools go along in an archive, and the ones here stay as they are', async () => {
  const { key } = await save(weather);
  await save(clock);
  const archive = await exportAll(app);
  const there = await openTestCore();
  onTestFinished(() => there.close());
  await there.tell('tools.save', { tool: { ...weather, description: 'Of this computer.' } });
  await importAll(there, archive);
  expect(await names(there)).toEqual(['Clock', 'weather']);
  expect((await there.tell('tools.get', key)).description).toBe('Of this computer.');
  const entries = unzipped(archive);
  expect(readTable(entries, 'saved_tools')).toHaveLength(2);
  const bad = withRow(entries, 'saved_tools', (row) => ({ ...row, tool: '{"name":"x","evil":1}' }));
  const fresh = await openTestCore();
  onTestFinished(() => fresh.close());
  const task = await importAll(fresh, bad);
  expect([task.error?.code, await names(fresh)]).toEqual(['invalid_input', []]);
});
