/** Documents from the core to a gateway, over real HTTP: as files, as text, and as images of their pages. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filesOf } from '../../../../shared/chat/parts';
import type { FileWay } from '../../../../shared/media/documents';
import { type AddedFile, toRefs } from '../../../../shared/media/files';
import { exportAll, importAll } from '../../../support/archives';
import { openTestCore, type TestCore } from '../../../support/core';
import { docxOf, paragraph, pdfOf } from '../../../support/documents';
import { startTestSandbox, type TestSandbox } from '../../../support/sandbox';
import { tempFolder } from '../../../support/temp-folder';

let sandbox: TestSandbox;
let app: TestCore;
const home = mkdtempSync(join(tmpdir(), 'gatehouse-ways-'));

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

const attach = (bytes: Uint8Array, name: string): Promise<AddedFile> =>
  app.tell('attachments.add', { name, base64: Buffer.from(bytes).toString('base64') });

const inputOf = (file: AddedFile, model: string, way?: FileWay) => ({
  conversationId: null as string | null,
  text: 'What is this?',
  attachments: toRefs([{ ...file, ...(way && { way }) }]),
  model,
  settings: { extra: { tokens_per_second: 0 } },
});

async function say(file: AddedFile, model: string, way?: FileWay) {
  const messageId = randomUUID();
  const input = { ...inputOf(file, model, way), messageId };
  const sent = await app.tell('chat.send', input);
  const reply = await app.until(() => {
    const known = app.message(sent.replyId);
    return known && known.status !== 'streaming' && known;
  });
  return { ...sent, messageId, reply, file: filesOf(app.message(messageId)?.parts ?? [])[0] };
}

const forecast = (file: AddedFile, model: string, way?: FileWay) =>
  app.tell('credits.forecast', { intent: { kind: 'message', ...inputOf(file, model, way) } });

const report = pdfOf(['Rent is 900 a month', 'Heating is 120']);

describe('a document', () => {
  test('is read: its pages, its text, and its first page alone', async () => {
    const file = await attach(report, 'report.pdf');
    const first = await app.tell('attachments.read', { id: file.id, isFirst: true });
    expect(first).toMatchObject({ pages: 2, sample: 'Rent is 900 a month' });
    const text = '[Page 1]\nRent is 900 a month\n\n[Page 2]\nHeating is 120';
    expect(await app.tell('attachments.read', { id: file.id })).toEqual({
      pages: 2,
      characters: text.length,
      isDrawable: true,
      sample: text,
    });
    const bare = await attach(new Uint8Array([0x1f, 0x8b, 8, 0, 1, 2, 3]), 'data.gz');
    expect(await app.tell('attachments.read', { id: bare.id })).toBeNull();
  });

  test('goes as a file to a model that takes files, and as text to one that takes none', async () => {
    const file = await attach(report, 'report.pdf');
    const asFile = await say(file, 'sandbox/files');
    expect(asFile.file?.way).toBe('file');
    expect(asFile.reply.text).toContain('file, report.pdf, application/pdf');
    const asText = await say(file, 'sandbox/echo');
    expect(asText.file?.way).toBe('text');
    expect(asText.reply.text).toContain('[Document: report.pdf, 2 pages]');
    expect(asText.reply.text).toContain('[Page 2]\nHeating is 120');
  });

  test('goes as images of its pages where that is chosen', async () => {
    const { reply } = await say(await attach(report, 'report.pdf'), 'sandbox/vision', 'images');
    expect(reply).toMatchObject({ status: 'complete', error: null });
    expect(reply.text).toContain('I see 2 pictures');
    expect(reply.text).toContain('JPEG, 1109 × 1568');
  });

  test('is refused before anything is sent where the model does not take the chosen way', async () => {
    const file = await attach(report, 'report.pdf');
    for (const way of ['file', 'images'] as const) {
      const input = { ...inputOf(file, 'sandbox/echo', way), messageId: randomUUID() };
      const refused = await app.refusal('chat.send', input);
      expect(refused).toMatchObject({ code: 'invalid_input', field: 'attachments' });
    }
  });

  test('is counted as it goes: text with its most, images about, a file not', async () => {
    const file = await attach(docxOf(paragraph('word '.repeat(4_000))), 'long.docx');
    const text = await forecast(file, 'sandbox/echo');
    expect(text.promptTokens).toBeGreaterThan(5_000);
    expect(text.uncountedFiles).toBeUndefined();
    const pdf = await attach(report, 'report.pdf');
    const [images, bytes] = [
      await forecast(pdf, 'sandbox/vision', 'images'),
      await forecast(pdf, 'sandbox/files', 'file'),
    ];
    expect(images.promptTokens).toBeGreaterThan(2_000);
    expect([images.uncountedFiles, bytes.uncountedFiles]).toEqual([1, 1]);
    expect(bytes.promptTokens).toBeLessThan(20);
  });

  test('keeps its way in a draft, a fork, a file of the chat, the code and an archive', async () => {
    const file = await attach(report, 'report.pdf');
    const { conversationId, messageId } = await say(file, 'sandbox/files', 'text');
    await app.tell('conversations.saveDraft', {
      id: conversationId,
      text: '',
      attachments: toRefs([{ ...file, way: 'images' }]),
    });
    expect((await app.tell('conversations.get', { id: conversationId })).draftAttachments).toMatchObject([
      { way: 'images', document: { pages: 2 } },
    ]);
    const code = await app.tell('code.request', {
      of: 'message',
      messageId: (await app.tell('conversations.get', { id: conversationId })).leafId ?? messageId,
    });
    expect(JSON.stringify(code.bodies)).toContain('[Page 2]');
    expect(code.files).toEqual([]);
    const { text: json } = await app.tell('conversations.export', { id: conversationId, format: 'json' });
    expect(json).toContain('"way": "text"');
    const again = await app.tell('conversations.import', { json });
    const copy = await app.tell('messages.page', {
      conversationId: again.conversationId,
      beforeId: null,
      limit: 20,
    });
    expect(copy.messages.flatMap(({ parts }) => filesOf(parts))).toMatchObject([{ way: 'text' }]);
    const archive = await exportAll(app);
    const other = await open(tempFolder());
    try {
      await importAll(other, archive);
      const taken = await other.tell('messages.get', { ids: [messageId] });
      expect(filesOf(taken[0]?.parts ?? [])).toMatchObject([{ way: 'text', document: { pages: 2 } }]);
    } finally {
      await other.close();
    }
  });
});
