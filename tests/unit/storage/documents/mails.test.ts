/** Mails, mailboxes and saved pages, as a person reads them. */
import { describe, expect, test } from 'vitest';
import { readBytes } from '../../../support/read-bytes';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const lines = (...all: readonly string[]) => bytes(all.join('\r\n'));
const head = [
  'From: Ann <ann@example.org>',
  'To: Bob <bob@example.org>',
  'Subject: Rent',
  'MIME-Version: 1.0',
];

describe('a mail', () => {
  test('is who wrote what when, with words in other encodings', async () => {
    const mail = lines(
      'Received: from mx.example.org by mail.example.org; Mon, 2 Mar 2026 10:00:00 +0000',
      'From: =?utf-8?Q?J=C3=BCrgen_M=C3=BCller?= <jm@example.org>',
      'To: =?iso-2022-jp?B?GyRCRWw1fhsoQg==?= <t@example.org>',
      'Subject: =?utf-8?B?w4Rw?=',
      ' =?utf-8?B?ZmVs?= im Angebot',
      'Date: Mon, 2 Mar 2026 10:00:00 +0000',
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset="windows-1252"',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Gr=FC=DFe, =80 5=',
      '0 sofort.   ',
      'Ende',
    );
    expect(await readBytes(mail)).toEqual([
      'From: Jürgen Müller <jm@example.org>\nTo: 東京 <t@example.org>\nDate: Mon, 2 Mar 2026 10:00:00 +0000\nSubject: Äpfel im Angebot\n\nGrüße, € 50 sofort.\nEnde',
    ]);
  });

  test('says its text once, in the plain form, and names what is attached', async () => {
    const mail = lines(
      ...head,
      'Content-Type: multipart/mixed; boundary=out',
      '',
      'A reader that knows no parts shows this.',
      '--out',
      'Content-Type: multipart/alternative; boundary="out-in"',
      '',
      '--out-in',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from('Wie geht’s?\r\n').toString('base64'),
      '--out-in',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<p>Wie <b>geht</b>?</p>',
      '--out-in--',
      '',
      '--out',
      'Content-Type: application/pdf; name="x.pdf"',
      "Content-Disposition: attachment; filename*0*=utf-8''K%C3%BCndi; filename*1*=gung.pdf",
      'Content-Transfer-Encoding: base64',
      '',
      'A'.repeat(4_000),
      '--out--',
    );
    expect(await readBytes(mail)).toEqual([
      'From: Ann <ann@example.org>\nTo: Bob <bob@example.org>\nSubject: Rent\n\nWie geht’s?\n\nAttachments: Kündigung.pdf (application/pdf, 3 KB)',
    ]);
  });

  test('in HTML alone is its text, without what is hidden or draws it', async () => {
    const mail = lines(
      ...head,
      'Content-Type: text/html; charset=utf-8',
      'Content-Transfer-Encoding: 8bit',
      '',
      '<html><head><style>p{}</style></head><body><div style="display:none">preview</div><table><tr><td><p>Dear Bob,<p>the rent</td></tr></table>',
      '<table><tr><td>March</td><td>500&nbsp;&euro;</td></tr><tr><td>April</td><td></td><td>510</td></tr></table><ul><li>One<li>Two</ul><img alt="Our logo" src="http://127.0.0.1:9/a.png"><script>alert(1)</script></body></html>',
    );
    expect(await readBytes(mail)).toEqual([
      'From: Ann <ann@example.org>\nTo: Bob <bob@example.org>\nSubject: Rent\n\nDear Bob,\nthe rent\nMarch\t500 €\nApril\t\t510\n- One\n- Two\n[Image: Our logo]',
    ]);
  });

  test('has the mails that are attached to it', async () => {
    const mail = lines(
      ...head,
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      '',
      'See below.',
      '--b',
      'Content-Type: message/rfc822',
      '',
      'From: Cid <cid@example.org>',
      'Subject: First',
      '',
      'Hello',
      '--b--',
    );
    expect(await readBytes(mail)).toEqual([
      'From: Ann <ann@example.org>\nTo: Bob <bob@example.org>\nSubject: Rent\n\nSee below.\n\n\n[Attached message]\nFrom: Cid <cid@example.org>\nSubject: First\n\nHello\n[End of attached message]'.replace(
        /\n{3,}/g,
        '\n\n',
      ),
    ]);
  });

  test('without a stated charset is read by its bytes', async () => {
    const mail = Buffer.concat([lines(...head, 'Content-Type: text/plain', '', ''), Buffer.from('Größe')]);
    expect(await readBytes(mail)).toEqual([
      'From: Ann <ann@example.org>\nTo: Bob <bob@example.org>\nSubject: Rent\n\nGröße',
    ]);
  });
});

test('a mailbox has a page for each mail', async () => {
  const box = bytes(
    'From ann@example.org Mon Mar  2 10:00:00 2026\nFrom: Ann <a@example.org>\nSubject: One\nDate: today\n\n>From here on\n\nFrom bob@example.org Tue Mar  3 10:00:00 2026\nFrom: Bob <b@example.org>\nSubject: Two\nDate: today\n\nFrom what I know, yes.\n',
  );
  expect(await readBytes(box)).toEqual([
    'From: Ann <a@example.org>\nDate: today\nSubject: One\n\nFrom here on',
    'From: Bob <b@example.org>\nDate: today\nSubject: Two\n\nFrom what I know, yes.',
  ]);
});

test('a page that a browser saved as one file is its text', async () => {
  const page = lines(
    'From: <Saved by Blink>',
    'Snapshot-Content-Location: https://example.org/rent',
    'Subject: Rents of 2026',
    'Date: Mon, 2 Mar 2026 10:00:00 -0000',
    'MIME-Version: 1.0',
    'Content-Type: multipart/related; type="text/html"; boundary="----x----"',
    '',
    '------x----',
    'Content-Type: text/html',
    'Content-Transfer-Encoding: quoted-printable',
    'Content-Location: https://example.org/rent',
    '',
    '<!DOCTYPE html><title>T</title><h1>Rents</h1><pre>a  b=0Ac</pre>',
    '------x----',
    'Content-Type: text/css',
    'Content-Location: https://example.org/a.css',
    '',
    'p { color: red }',
    '------x------',
  );
  expect(await readBytes(page)).toEqual(['Rents of 2026\nhttps://example.org/rent\n\nRents\na  b\nc']);
});

describe('a text that only looks like a mail stays as it is', () => {
  test.each([
    [
      'a patch of git',
      'From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001\nFrom: Ann <a@example.org>\nDate: Mon, 2 Mar 2026 10:00:00 +0000\nSubject: [PATCH] x\n\n---\n+a\n \n+b',
    ],
    ['the head of a page', 'title: One\ndate: 2026\nfrom: here\n\nText'],
    ['a dialogue', 'From: here\nTo: there we go\nNext line is prose, no field\n\nText'],
    ['code with blank lines and indented ends', '    a = 1\n\n\n\nb = 2   \n\tc'],
    ['a page of HTML', '<!doctype html>\n<p class="a">One &amp; two</p>'],
  ])('%s', async (_, text) => {
    expect(await readBytes(bytes(text))).toEqual([text]);
  });
});
