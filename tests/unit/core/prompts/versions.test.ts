/** Versions of saved prompts, and prompts as files. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestCore, type TestCore } from '../../../support/core';

let app: TestCore;
beforeEach(async () => {
  app = await openTestCore();
});
afterEach(() => app.close());

const versions = async (id: string) =>
  (await app.tell('prompts.versions', { id })).map(({ version, text, note }) => [version, text, note]);

test('each other text is a version with its note; another name alone is none, and an older one can be used again', async () => {
  const saved = { id: randomUUID(), name: 'Sum', tags: [] };
  await app.tell('prompts.save', { ...saved, text: 'Sum up' });
  await app.tell('prompts.save', { ...saved, name: 'Summary', text: 'Sum up' });
  await app.tell('prompts.save', { ...saved, text: 'Sum up {{text}}', note: ' with the text ' });
  expect(await versions(saved.id)).toEqual([
    [2, 'Sum up {{text}}', 'with the text'],
    [1, 'Sum up', ''],
  ]);
  await app.tell('prompts.promote', { id: saved.id, version: 1 });
  expect(await app.tell('prompts.get', { id: saved.id })).toMatchObject({ text: 'Sum up', version: 1 });
  await app.tell('prompts.save', { ...saved, text: 'Sum up in one line' });
  expect((await versions(saved.id)).map(([version]) => version)).toEqual([3, 2, 1]);
  expect(await app.refusal('prompts.promote', { id: saved.id, version: 9 })).toMatchObject({
    code: 'not_found',
  });
  const copy = randomUUID();
  await app.tell('prompts.duplicate', { id: saved.id, newId: copy });
  expect(await versions(copy)).toEqual([[1, 'Sum up in one line', '']]);
});

test('a prompt goes into a file and comes back the same, as a new prompt or as a version', async () => {
  const saved = {
    id: randomUUID(),
    name: 'Say: “it” #1',
    text: '---\nSay {{what}}\n---\n',
    tags: ['a b', 'c'],
  };
  await app.tell('prompts.save', saved);
  const file = await app.tell('prompts.toFile', { id: saved.id });
  expect(file.name).toMatch(/\.prompt$/);
  const id = randomUUID();
  expect(await app.tell('prompts.fromFile', { id, fileName: file.name, text: file.text })).toEqual({
    name: saved.name,
    notes: [],
  });
  const { name, text, tags } = await app.tell('prompts.get', { id });
  expect({ name, text, tags }).toEqual({ name: saved.name, text: saved.text, tags: saved.tags });
  const next = '---\nmodel: vendor/x\ninput:\n  schema:\n    what: string\n---\nShout {{what}}';
  await app.tell('prompts.fromFile', { id, fileName: 'other.prompt', text: next });
  expect(await app.tell('prompts.get', { id })).toMatchObject({
    name,
    tags,
    text: 'Shout {{what}}',
    version: 2,
  });
});

test('a file without front matter is a prompt with the name of the file; one that can’t be read says why', async () => {
  const id = randomUUID();
  await app.tell('prompts.fromFile', { id, fileName: 'plain.prompt', text: 'Say {{what}}' });
  expect(await app.tell('prompts.get', { id })).toMatchObject({ name: 'plain', text: 'Say {{what}}' });
  const refused = (text: string) => app.refusal('prompts.fromFile', { id, fileName: 'x.prompt', text });
  expect(await refused('---\nname: [\n---\nSay')).toMatchObject({ code: 'invalid_input', field: 'text' });
  expect(await refused('---\nname: x\n---\n  ')).toMatchObject({ message: 'The file has no prompt.' });
});

test('what a saved prompt has no place for is named, and defaults of variables are kept', async () => {
  const id = randomUUID();
  const text = [
    ...[
      '---',
      'name: Trip',
      'model: vendor/x',
      'config: { temperature: 1 }',
      'input:',
      '  schema: { city: string }',
    ],
    ...['  default: { city: Bern, days: 3, list: [1] }', 'ext: { other: { a: 1 } }', '---'],
    '{{role "system"}}Plan {{city}} for {{days}} days, {{city:text=Rom}} {{list}} {{#if x}}x{{/if}} {{media url=photo}}',
  ].join('\n');
  const { name, notes } = await app.tell('prompts.fromFile', { id, fileName: 'a.prompt', text });
  expect(name).toBe('Trip');
  expect(notes).toEqual([
    '“model”, “config”, “input.schema”, “ext.other” of the file is not read: choose the model and its settings where you use the prompt.',
    '“{{role "system"}}”, “{{#if x}}”, “{{/if}}”, “{{media url=photo}}” can’t be filled in here. Edit the prompt: it is one message with variables.',
  ]);
  const saved = await app.tell('prompts.get', { id });
  expect(saved.text).toContain('Plan {{city=Bern}} for {{days=3}} days, {{city:text=Rom}} {{list}}');
});

test('with onlyNew, a file whose name the library has is not added, and says which prompt that is', async () => {
  const [id, other] = [randomUUID(), randomUUID()];
  const file = (text: string) => ({ fileName: 'Twin.prompt', text });
  const open = (text: string) => app.tell('prompts.fromFile', { id: other, ...file(text), onlyNew: true });
  expect(await app.tell('prompts.fromFile', { id, ...file('One {{a}}'), onlyNew: true })).toEqual({
    name: 'Twin',
    notes: [],
  });
  expect(await open('One {{a}}')).toMatchObject({ known: { id, hasSameText: true } });
  expect(await open('Two')).toEqual({ name: 'Twin', notes: [], known: { id, hasSameText: false } });
  expect((await versions(id)).length).toBe(1);
  await app.refusal('prompts.get', { id: other });
  // Asked for by its id, it is a new version.
  expect(await app.tell('prompts.fromFile', { id, ...file('Two'), onlyNew: true })).toEqual({
    name: 'Twin',
    notes: [],
  });
  expect((await versions(id)).length).toBe(2);
});

test('the note of a version can be changed, and goes into its file and back', async () => {
  const saved = { id: randomUUID(), name: 'Sum', tags: ['t'] };
  await app.tell('prompts.save', { ...saved, text: 'Sum up' });
  await app.tell('prompts.save', { ...saved, text: 'Sum up {{text}}', note: 'has a text' });
  await app.tell('prompts.setNote', { id: saved.id, version: 1, note: ' “first”: it\n' });
  expect(app.events.at(-1)).toMatchObject({ type: 'prompt.changed', prompt: { id: saved.id, version: 2 } });
  expect(await versions(saved.id)).toEqual([
    [2, 'Sum up {{text}}', 'has a text'],
    [1, 'Sum up', '“first”: it'],
  ]);
  for (const [version, text, note] of await versions(saved.id)) {
    const file = await app.tell('prompts.toFile', { id: saved.id, version: Number(version) });
    const id = randomUUID();
    await app.tell('prompts.fromFile', { id, fileName: file.name, text: file.text });
    expect(await versions(id)).toEqual([[1, text, note]]);
    expect(await app.tell('prompts.get', { id })).toMatchObject({ tags: ['t'] });
  }
  expect(await app.refusal('prompts.setNote', { id: saved.id, version: 9, note: '' })).toMatchObject({
    code: 'not_found',
  });
});
