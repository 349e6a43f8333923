/** Attached images, from the core to a gateway that decodes them. */

import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { filesOf } from '../../../../shared/chat/parts';
import { snippet } from '../../../../shared/code/snippet';
import { limits } from '../../../../shared/limits';
import type { StoredFile } from '../../../../shared/media/files';
import { openTestCore, type TestCore } from '../../../support/core';
import { gif, gifOf, picture, wav } from '../../../support/media-files';
import { jpegPhoto, profile, secrets } from '../../../support/photos';
import { hasCurl, hasPythonLibrary, runSnippet } from '../../../support/run-snippet';
import { startTestSandbox, type TestSandbox } from '../../../support/sandbox';
import { tempFolder } from '../../../support/temp-folder';

let sandbox: TestSandbox;
let app: TestCore;
let home: string;

beforeEach(async () => {
  sandbox = await startTestSandbox();
  home = tempFolder();
  app = await openTestCore({ home, sandbox });
  await app.until(() =>
    app.events.some((one) => one.type === 'models.changed' && one.catalogue.models.length > 0),
  );
});
afterEach(async () => {
  await app.close();
  await sandbox.close();
});

const reopen = async () => {
  await app.close();
  app = await openTestCore({ home, sandbox });
};

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const fingerprint = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 12);
const attach = (bytes: Uint8Array, name = 'cat.png') =>
  app.tell('attachments.add', { name, base64: base64(bytes) });
const refs = (...attachments: readonly StoredFile[]) => attachments.map(({ id, name }) => ({ id, name }));

interface Saying {
  readonly model?: string;
  readonly text?: string;
  readonly conversationId?: string | null;
}

const sendInput = (attachments: readonly StoredFile[], options: Saying = {}) => ({
  conversationId: options.conversationId ?? null,
  messageId: randomUUID(),
  text: options.text ?? 'What is it?',
  attachments: refs(...attachments),
  model: options.model ?? 'sandbox/vision',
  settings: { extra: { tokens_per_second: 0 } },
});

async function say(attachments: readonly StoredFile[], options: Saying = {}) {
  const input = sendInput(attachments, options);
  const sent = await app.tell('chat.send', input);
  const reply = await ended(sent.replyId);
  return { ...sent, messageId: input.messageId, reply };
}

const ended = (id: string) =>
  app.until(() => {
    const known = app.message(id);
    return known && known.status !== 'streaming' && known;
  });

const imageFiles = () =>
  existsSync(join(home, 'attachments')) ? readdirSync(join(home, 'attachments')) : [];
const requests = async () => (await sandbox.account()).requests['POST /api/v1/chat/completions'] ?? 0;

describe('an attached image', () => {
  test('reaches the model with its exact bytes, and is shown with the message', async () => {
    const bytes = await picture('jpeg', { width: 50, height: 40 });
    const image = await attach(bytes, 'cat.png');
    expect(image).toMatchObject({ contentType: 'image/jpeg', width: 50, height: 40, hasThumbnail: true });
    const { reply, messageId } = await say([image]);
    expect(reply.text).toContain(
      `JPEG, 50 × 40 pixels, ${bytes.length} bytes, fingerprint \`${fingerprint(bytes)}\``,
    );
    expect(filesOf(app.message(messageId)?.parts ?? [])).toEqual([image]);
  });

  test('can be sent without text, and gives the chat its title', async () => {
    const image = await attach(gif, 'spacer.gif');
    const { reply, conversationId } = await say([image], { text: '' });
    expect(reply.text).toContain('GIF, 1 × 1');
    expect((await app.tell('conversations.get', { id: conversationId })).title).toBe('spacer.gif');
    expect(await app.refusal('chat.send', sendInput([], { text: '' }))).toMatchObject({
      code: 'invalid_input',
      field: 'text',
    });
  });

  test('is one file, however often and under whatever name it is added', async () => {
    const bytes = await picture('png');
    const [one, other] = [await attach(bytes, 'a.png'), await attach(bytes, 'b.png')];
    expect(other.id).toBe(one.id);
    expect(imageFiles()).toEqual([one.id]);
    const { reply } = await say([one, other]);
    expect(reply.text).toContain('I see 2 pictures');
  });

  test('is served by its id, full size and as a thumbnail', async () => {
    const image = await attach(await picture('webp'));
    expect(app.core.locate(image.id, 'file')).toMatchObject({
      path: join(home, 'attachments', image.id),
      contentType: 'image/webp',
    });
    expect(existsSync(app.core.locate(image.id, 'thumbnail')?.path ?? '')).toBe(true);
  });

  test('can come from the library', async () => {
    const jobId = randomUUID();
    await app.tell('jobs.create', {
      id: jobId,
      modality: 'image',
      model: 'sandbox/aurora',
      prompt: 'A quiet harbour',
      parameters: { size: '512x512' },
      extra: {},
    });
    const item = await app.until(() => {
      const event = app.events.findLast((one) => one.type === 'job.changed' && one.job.id === jobId);
      return event?.type === 'job.changed' && event.job.status === 'completed' && event.job.media[0];
    });
    const image = await app.tell('attachments.addFromLibrary', { mediaId: item.id });
    expect(image).toMatchObject({ name: item.fileName, width: 512, height: 512 });
    // What it was made from is written in the file, and is not sent.
    const path = app.core.locate(item.id, 'file')?.path;
    expect(readFileSync(path ?? '', 'latin1')).toContain('A quiet harbour');
    expect(image.removed).toBe('text');
    const { reply } = await say([image]);
    expect(reply.text).toContain('PNG, 512 × 512');
    expect(reply.text).not.toContain('harbour');
  });

  test('is sent upright and without position, camera and owner', async () => {
    const photo = await jpegPhoto(6);
    const { removed, ...image } = await attach(photo);
    expect({ removed, ...image }).toMatchObject({ removed: 'photo', width: 32, height: 64 });
    const stored = readFileSync(join(home, 'attachments', image.id));
    const { reply, messageId } = await say([image]);
    expect(reply.text).toContain(
      `JPEG, 32 × 64 pixels, ${stored.length} bytes, fingerprint \`${fingerprint(stored)}\``,
    );
    for (const secret of secrets) expect(stored.toString('latin1')).not.toContain(secret);
    expect(stored.toString('latin1')).toContain(profile.toString('latin1'));
    expect(filesOf(app.message(messageId)?.parts ?? [])).toEqual([image]);
    expect(await attach(new Uint8Array(stored))).toEqual({ ...image, name: 'cat.png' });
  });

  test('that an earlier version stored as it came loses them when it is sent', async () => {
    const image = await attach(await jpegPhoto());
    const clean = readFileSync(join(home, 'attachments', image.id));
    writeFileSync(join(home, 'attachments', image.id), await jpegPhoto());
    expect((await say([image])).reply.text).toContain(fingerprint(clean));
  });

  test.each([
    ['of too many pixels', 'has 65535 × 65535 pixels', async () => gifOf(65_535, 65_535)],
    ['no image', 'is not a PNG', () => wav(0.1)],
    ['an image of another kind', 'is not a PNG', () => picture('avif')],
    [
      'a document that can run scripts',
      'is not a PNG',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ],
    ['cut in its head', 'damaged', async () => (await picture('png')).slice(0, 12)],
    [
      'too large',
      'the limit for an image is 5 MB',
      async () => Buffer.concat([await picture('png'), Buffer.alloc(limits.attachmentBytes)]),
    ],
  ])('is refused with the reason if it is %s', async (_, reason, make) => {
    const error = await app.refusal('attachments.add', { name: 'x.png', base64: base64(await make()) });
    expect(error).toMatchObject({ code: 'invalid_input', field: 'attachments' });
    expect(error.message).toContain(reason);
    expect(imageFiles()).toEqual([]);
  });
});

describe('a model without images', () => {
  test('is refused before anything is stored or sent', async () => {
    const image = await attach(gif);
    const error = await app.refusal('chat.send', sendInput([image], { model: 'sandbox/echo' }));
    expect(error).toMatchObject({ code: 'invalid_input', field: 'attachments' });
    expect(error.message).toContain('sandbox/echo doesn’t accept images');
    expect((await app.tell('conversations.list', { cursor: null, limit: 10 })).conversations).toEqual([]);
    expect(await requests()).toBe(0);
  });

  test('gets a line of text for each earlier image', async () => {
    const { conversationId } = await say([await attach(gif, 'cat.gif')]);
    const { reply, messageId } = await say([], { conversationId, model: 'sandbox/echo', text: 'And now?' });
    expect(reply.text).toBe('And now?');
    const code = await app.tell('code.request', { of: 'message', messageId: reply.id });
    expect(JSON.stringify(code.bodies)).toContain('What is it?\\n\\n[An image was here: cat.gif]');
    expect(code.files).toEqual([]);
    expect(messageId).not.toBe(reply.id);
  });

  test('can’t regenerate a reply to an image', async () => {
    const { conversationId, reply } = await say([await attach(gif)]);
    await app.tell('conversations.configure', { id: conversationId, model: 'sandbox/echo' });
    const error = await app.refusal('chat.regenerate', { messageId: reply.id, replyId: randomUUID() });
    expect(error).toMatchObject({ code: 'invalid_input', field: 'attachments' });
  });
});

describe('images stay with their message', () => {
  test('when a reply is regenerated, a message is edited, or a chat is forked', async () => {
    const bytes = await picture('png', { width: 33 });
    const image = await attach(bytes);
    const { conversationId, reply, messageId } = await say([image]);
    const again = await app.tell('chat.regenerate', { messageId: reply.id, replyId: randomUUID() });
    expect((await ended(again.replyId)).text).toContain(fingerprint(bytes));
    const edited = await app.tell('chat.send', {
      ...sendInput([image], { conversationId, text: 'Look again.' }),
      parentId: null,
    });
    expect((await ended(edited.replyId)).text).toContain('You said: Look again.');
    const newId = randomUUID();
    await app.tell('conversations.fork', { messageId, newId });
    const fork = await app.tell('messages.page', { conversationId: newId, beforeId: null, limit: 10 });
    expect(filesOf(fork.messages[0]?.parts ?? [])).toEqual([image]);
    expect(imageFiles()).toHaveLength(1);
  });

  test('while they are queued, also across a restart', async () => {
    const image = await attach(gif);
    const { conversationId } = await app.chat('go', { model: 'sandbox/flaky', extra: { fail: 'none' } });
    const long = await app.tell('chat.send', {
      conversationId,
      messageId: randomUUID(),
      text: 'Write on.',
      model: 'sandbox/firehose',
      settings: { extra: { tokens: 4_000, tokens_per_second: 50 } },
    });
    const messageId = randomUUID();
    await app.tell('chat.enqueue', { ...sendInput([image], { text: 'queued' }), conversationId, messageId });
    const queued = (await app.tell('conversations.get', { id: conversationId })).queued;
    expect(queued).toMatchObject([{ id: messageId, attachments: [image] }]);
    await app.tell('chat.stop', { messageId: long.replyId });
    const reply = await app.until(() => {
      const last = app.events.findLast(
        (one) => one.type === 'message.changed' && one.message.parentId === messageId,
      );
      return last?.type === 'message.changed' && last.message.status === 'complete' && last.message;
    });
    expect(reply.text).toContain('GIF, 1 × 1');
    expect(filesOf(app.message(messageId)?.parts ?? [])).toEqual([image]);
  });

  test('while they are only in a draft, of a chat or of a new one', async () => {
    const image = await attach(gif);
    const { conversationId } = await app.chat('hello');
    await app.tell('conversations.saveDraft', { id: conversationId, text: '', attachments: refs(image) });
    await app.tell('conversations.saveDraft', { id: null, text: 'typed', attachments: refs(image, image) });
    await reopen();
    expect((await app.tell('conversations.get', { id: conversationId })).draftAttachments).toEqual([image]);
    expect((await app.tell('app.snapshot', {})).newChatAttachments).toEqual([image, image]);
  });
});

test('the file is deleted with the last message that uses it, once undo has ended', async () => {
  const image = await attach(gif);
  const [one, other] = [await say([image]), await say([image])];
  await app.tell('conversations.remove', { id: one.conversationId });
  await reopen();
  expect(imageFiles()).toEqual([image.id]);
  await app.tell('messages.remove', { id: other.messageId });
  expect(imageFiles()).toEqual([image.id]);
  await reopen();
  await app.until(() => imageFiles().length === 0);
  expect(app.core.locate(image.id, 'file')).toBeNull();
  const error = await app.refusal('chat.send', sendInput([image]));
  expect(error).toMatchObject({ code: 'not_found', field: 'attachments' });
});

/** Bytes in the scan that decoders skip: anything behind the end would be removed. */
const withLongScan = (jpeg: Uint8Array, bytes: number, fill: number) =>
  Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(bytes, fill), jpeg.subarray(-2)]);

test('more than one request can carry is refused with the figures, before anything is sent', async () => {
  const big = await Promise.all(
    Array.from({ length: 5 }, async (_, index) =>
      attach(withLongScan(await picture('jpeg'), limits.attachmentBytes - 10_000, index + 1)),
    ),
  );
  const error = await app.refusal('chat.send', sendInput(big));
  expect(error.message).toContain('25 MB in total; the limit for one request is 24 MB');
  expect(await requests()).toBe(0);
});

describe.each([
  ...(hasCurl ? (['curl'] as const) : []),
  'typescript' as const,
  ...(hasPythonLibrary ? (['python'] as const) : []),
])('the code of a chat with images in %s', (language) => {
  test.each([true, false])('reads them from files and gets the same reply (streamed: %s)', async (stream) => {
    const [one, two] = [await picture('png', { width: 21 }), await picture('jpeg', { width: 22 })];
    const images = [await attach(one, "it's $(one).png"), await attach(two)];
    const text = `"url": "attachment:${images[0]?.id}" isn't one`;
    const { reply } = await say(images, { text });
    const request = await app.tell('code.request', { of: 'message', messageId: reply.id });
    const { bodies, files, ...rest } = request;
    expect(files.map(({ fileName }) => fileName)).toEqual(['image-1.png', 'image-2.jpg']);
    const code = snippet({ ...rest, language, stream, body: bodies[0] ?? {}, files });
    expect(code.length).toBeLessThan(3_000);
    const beside = { 'image-1.png': one, 'image-2.jpg': two };
    await runSnippet(
      language,
      code,
      sandbox.apiKey,
      ({ stdout }) => {
        for (const bytes of [one, two])
          expect(stdout.replace(/"}.*?"content":"/gs, '')).toContain(fingerprint(bytes));
      },
      beside,
    );
  });
});
