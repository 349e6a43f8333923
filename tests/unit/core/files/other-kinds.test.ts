/** Sound, video and documents of a message: from the core to a gateway that says what it got. */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filesOf } from '../../../../shared/chat/parts';
import { snippet } from '../../../../shared/code/snippet';
import { limits } from '../../../../shared/limits';
import { type AddedFile, type StoredFile, toRefs } from '../../../../shared/media/files';
import { exportAll, importAll } from '../../../support/archives';
import { openTestCore, type TestCore } from '../../../support/core';
import { gif, mp3, video, wav } from '../../../support/media-files';
import { hasCurl, hasPythonLibrary, runSnippet } from '../../../support/run-snippet';
import { startTestSandbox, type TestSandbox } from '../../../support/sandbox';
import { tempFolder } from '../../../support/temp-folder';

let sandbox: TestSandbox;
let app: TestCore;
const home = mkdtempSync(join(tmpdir(), 'gatehouse-files-'));

const open = async (folder: string): Promise<TestCore> => {
  const opened = await openTestCore({ home: folder, sandbox });
  await opened.until(() =>
    opened.events.some((one) => one.type === 'models.changed' && one.catalogue.models.length > 0),
  );
  return opened;
};

beforeAll(async () => {
  sandbox = await startTestSandbox();
  app = await open(home);
});
afterAll(async () => {
  await app.close();
  await sandbox.close();
  rmSync(home, { recursive: true, force: true });
});

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const text = (value: string) => new TextEncoder().encode(value);
const pdf = text('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n');
const docx = zipSync({ '[Content_Types].xml': text('<Types/>'), 'word/document.xml': text('<w:document/>') });
const odt = zipSync({ mimetype: [text('application/vnd.oasis.opendocument.text'), { level: 0 }] });

const attach = (bytes: Uint8Array, name: string): Promise<AddedFile> =>
  app.tell('attachments.add', { name, base64: Buffer.from(bytes).toString('base64') });

const inputOf = (files: readonly StoredFile[], more: object = {}) => ({
  conversationId: null as string | null,
  messageId: randomUUID(),
  text: 'What is this?',
  attachments: toRefs(files),
  model: 'sandbox/files',
  settings: { extra: { tokens_per_second: 0 } },
  ...more,
});

async function say(files: readonly StoredFile[], more: object = {}) {
  const input = inputOf(files, more);
  const sent = await app.tell('chat.send', input);
  const reply = await app.until(() => {
    const known = app.message(sent.replyId);
    return known && known.status !== 'streaming' && known;
  });
  return { ...sent, messageId: input.messageId, reply };
}

/** Of a file that is used: what it was when it was added, without how it goes to the model (`documents.test.ts`). */
const withoutReading = ({ way: _way, document: _document, ...added }: StoredFile): StoredFile => added;

const requests = async () => (await sandbox.account()).requests['POST /api/v1/chat/completions'] ?? 0;
const storedFiles = () =>
  existsSync(join(home, 'attachments')) ? readdirSync(join(home, 'attachments')) : [];

describe('a file of any kind', () => {
  test.each([
    ['voice.wav', () => wav(0.5), 'audio', 'audio/wav', 'audio, wav'],
    ['song.mp3', () => mp3(0.5), 'audio', 'audio/mpeg', 'audio, mp3'],
    ['clip.mp4', () => video('mp4'), 'video', 'video/mp4', 'video, video/mp4'],
    ['report.pdf', () => pdf, 'file', 'application/pdf', 'file, report.pdf, application/pdf'],
    [
      'letter.docx',
      () => docx,
      'file',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'file, letter.docx, application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    [
      'letter.odt',
      () => odt,
      'file',
      'application/vnd.oasis.opendocument.text',
      'file, letter.odt, application/vnd.oasis.opendocument.text',
    ],
    ['data.bin', () => new Uint8Array([0, 1, 2, 255]), 'file', 'application/octet-stream', 'file, data.bin'],
    ['notes', () => text('Grüße'), 'file', 'text/plain', 'file, notes, text/plain'],
  ])('%s reaches the model with its exact bytes', async (name, make, kind, contentType, told) => {
    const bytes = await make();
    const file = await attach(bytes, name);
    expect(file).toMatchObject({
      id: sha(bytes),
      kind,
      contentType,
      bytes: bytes.length,
      hasThumbnail: false,
    });
    const { reply, messageId } = await say([file]);
    expect(reply.text).toContain(told);
    expect(reply.text).toContain(`${bytes.length} bytes, SHA-256 \`${sha(bytes).slice(0, 12)}\``);
    const [said, part] = app.message(messageId)?.parts ?? [];
    expect([said?.type, part?.type]).toEqual(['text', kind]);
    expect(filesOf(part ? [part] : []).map(withoutReading)).toEqual([file]);
    expect(readFileSync(app.core.locate(file.id, 'file')?.path ?? '')).toEqual(Buffer.from(bytes));
  });

  test('has the facts that its bytes state', async () => {
    expect(await attach(wav(1.5), 'a.wav')).toMatchObject({
      durationMs: 1_500,
      sampleRate: 16_000,
      width: null,
    });
    expect(await attach(await video('mp4'), 'a.mp4')).toMatchObject({
      width: expect.any(Number),
      durationMs: expect.any(Number),
    });
    expect(await attach(pdf, 'a.pdf')).toMatchObject({ width: null, height: null, durationMs: null });
  });

  test('stands in the message in its place, with others and with images', async () => {
    const files = [
      await attach(pdf, 'one.pdf'),
      await attach(gif, 'dot.gif'),
      await attach(wav(0.2), 'b.wav'),
    ];
    const { reply, messageId } = await say(files, { text: '' });
    expect(app.message(messageId)?.parts.map(({ type }) => type)).toEqual(['file', 'image', 'audio']);
    const order = [...reply.text.matchAll(/File \d\*\*: (\w+)/g)].map(([, kind]) => kind);
    expect(order).toEqual(['file', 'image', 'audio']);
  });

  test('is refused where it is empty or too large', async () => {
    const before = storedFiles();
    const big = new Uint8Array(limits.attachmentBytes + 1).fill(1);
    for (const [bytes, reason] of [
      [new Uint8Array(), '“a.pdf” is empty'],
      [big, 'the limit for a file is 5 MB'],
    ] as const) {
      const input = { name: 'a.pdf', base64: Buffer.from(bytes).toString('base64') };
      const error = await app.refusal('attachments.add', input);
      expect(error).toMatchObject({ code: 'invalid_input', field: 'attachments' });
      expect(error.message).toContain(reason);
    }
    expect(storedFiles()).toEqual(before);
  });
});

describe('a model that does not take a kind', () => {
  test.each([
    ['sandbox/echo', 'audio', () => wav(0.2)],
    ['sandbox/vision', 'files', () => pdf],
    ['sandbox/vision', 'video', () => video('mp4')],
  ])('%s is refused %s before anything is stored or sent', async (model, what, make) => {
    const file = await attach(await make(), 'x');
    const before = [await requests(), (await chats()).length];
    const error = await app.refusal('chat.send', inputOf([file], { model }));
    expect(error).toMatchObject({ code: 'invalid_input', field: 'attachments' });
    expect(error.message).toBe(
      `${model} doesn’t accept ${what}. Choose a model that does, or remove the ${what} from the message.`,
    );
    expect([await requests(), (await chats()).length]).toEqual(before);
  });

  test('gets a line of text for each earlier file, and the files that it takes', async () => {
    const { conversationId } = await say([await attach(pdf, 'one.pdf'), await attach(gif, 'dot.gif')]);
    const { reply } = await say([], { conversationId, model: 'sandbox/vision', text: 'And now?' });
    expect(reply.text).toContain('GIF, 1 × 1');
    const { bodies } = await app.tell('code.request', { of: 'message', messageId: reply.id });
    expect(JSON.stringify(bodies)).toContain('[A file was here: one.pdf]');
  });

  test('that no catalogue knows is asked: its gateway decides', async () => {
    const before = await requests();
    const { reply } = await say([await attach(pdf, 'x')], { model: 'sandbox/none' });
    expect([reply.status, reply.error?.code]).toEqual(['failed', 'model_not_found']);
    expect(await requests()).toBe(before + 1);
  });
});

const chats = async () => (await app.tell('conversations.list', { cursor: null, limit: 200 })).conversations;

test('what it costs at most is unknown, as only the gateway counts it', async () => {
  const request = { conversationId: null, text: 'one', model: 'no/such', settings: {} };
  const intent = { kind: 'message' as const, ...request, attachments: toRefs([await attach(pdf, 'x.pdf')]) };
  const foreseen = await app.tell('credits.forecast', { intent: { ...intent, model: 'sandbox/files' } });
  const blind = { ...intent, model: 'sandbox/files', attachments: [] };
  const without = await app.tell('credits.forecast', { intent: blind });
  const mostOf = ({ costs }: typeof foreseen) => costs[0]?.most ?? 0;
  expect(mostOf(foreseen)).toBeGreaterThan(mostOf(without));
});

test('files stay with drafts, forks, chat files and archives', async () => {
  const files = [await attach(wav(0.3), 'a.wav'), await attach(pdf, 'b.pdf')];
  const { conversationId, messageId } = await say(files);
  await app.tell('conversations.saveDraft', { id: conversationId, text: 'and', attachments: toRefs(files) });
  const newId = randomUUID();
  await app.tell('conversations.fork', { messageId, newId });
  const filesIn = async (core: TestCore, id: string) => {
    const page = await core.tell('messages.page', { conversationId: id, beforeId: null, limit: 9 });
    return filesOf(page.messages.flatMap(({ parts }) => parts));
  };
  expect((await filesIn(app, newId)).map(withoutReading)).toEqual(files);

  const { text: json } = await app.tell('conversations.export', { id: conversationId, format: 'json' });
  const again = await app.tell('conversations.import', { json });
  expect((await filesIn(app, again.conversationId)).map(withoutReading)).toEqual(files);
  const gone = json.replaceAll(files[0]?.id ?? '', 'f'.repeat(64));
  const partly = await app.tell('conversations.import', { json: gone });
  const page = await app.tell('messages.page', { ...partly, beforeId: null, limit: 9 });
  expect(page.messages[0]?.text).toContain('[An audio file was here: a.wav]');
  const markdown = await app.tell('conversations.export', { id: conversationId, format: 'markdown' });
  expect(markdown.text).toContain(`\n[b.pdf](attachment:${files[1]?.id} "application/pdf")`);

  const archive = await exportAll(app, true);
  const there = await open(tempFolder());
  try {
    expect(await importAll(there, archive)).toMatchObject({ state: 'completed', error: null });
    expect((await filesIn(there, conversationId)).map(withoutReading)).toEqual(files);
    const { draftAttachments } = await there.tell('conversations.get', { id: conversationId });
    expect(draftAttachments?.map(withoutReading)).toEqual(files);
    for (const { id } of files) expect(sha(readFileSync(there.core.locate(id, 'file')?.path ?? ''))).toBe(id);
  } finally {
    await there.close();
  }
});

describe.each([
  ...(hasCurl ? (['curl'] as const) : []),
  'typescript' as const,
  ...(hasPythonLibrary ? (['python'] as const) : []),
])('the code of a chat with sound and a document in %s', (language) => {
  test('reads them from files and gets the same reply', async () => {
    const sound = wav(0.2);
    const { reply } = await say([await attach(sound, 'a.wav'), await attach(pdf, 'b "1".pdf')]);
    const request = await app.tell('code.request', { of: 'message', messageId: reply.id });
    const { bodies, files, ...rest } = request;
    expect(files.map(({ fileName }) => fileName)).toEqual(['audio-1.wav', 'file-2.pdf']);
    const code = snippet({ ...rest, language, stream: false, body: bodies[0] ?? {}, files });
    const beside = { 'audio-1.wav': sound, 'file-2.pdf': pdf };
    const isRight = ({ stdout }: { stdout: string }) => {
      for (const bytes of [sound, pdf]) expect(stdout).toContain(sha(bytes).slice(0, 12));
    };
    await runSnippet(language, code, sandbox.apiKey, isRight, beside);
  });
});
