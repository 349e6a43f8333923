import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDiagnostics } from '../../../electron/diagnostics/diagnostics';
import { type LogLevel, logUnheardFailures, openLog, scrub } from '../../../electron/diagnostics/log-file';
import { tempFolder } from '../../support/temp-folder';

const home = '/home/ada';
const NOW = Date.UTC(2026, 0, 5, 9);

function open(folder: string, level: LogLevel = 'info') {
  const echoed: string[] = [];
  const log = openLog({ folder, home, now: () => NOW, level, echo: (line) => echoed.push(line) });
  return { log, echoed };
}

describe('the log', () => {
  it('keeps lines with time and level, and drops those below its level', () => {
    const folder = tempFolder();
    const { log, echoed } = open(folder);
    log.write('debug', 'an event');
    log.write('warn', 'a timer failed: storage_full');
    expect(log.last(10)).toEqual(['2026-01-05T09:00:00.000Z warn a timer failed: storage_full']);
    expect(echoed).toEqual(log.last(10));
    const verbose = open(folder, 'debug');
    verbose.log.write('debug', 'an event');
    expect(verbose.log.last(1)[0]).toContain('debug an event');
  });

  it('keeps what failed where nobody waited for it', () => {
    const { log } = open(tempFolder());
    const program = new EventEmitter();
    logUnheardFailures(log, program);
    program.emit('unhandledRejection', new TypeError('nobody waits'));
    program.emit('unhandledRejection', 'what it said');
    expect(log.last(50).join('\n')).toMatch(/warn unhandled: TypeError \| at /);
    expect(log.last(1)).toEqual(['2026-01-05T09:00:00.000Z warn unhandled: string']);
  });

  it('is readable by its owner only', () => {
    const folder = tempFolder();
    open(folder).log.write('info', 'started');
    expect(statSync(path.join(folder, 'logs')).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(folder, 'logs', 'gatehouse.log')).mode & 0o777).toBe(0o600);
  });

  it('uses five files of two megabytes at most, and keeps the newest lines', () => {
    const folder = tempFolder();
    const filler = `${'x'.repeat(1023)}\n`.repeat(2 * 1024 - 1);
    for (let round = 0; round < 7; round += 1) {
      mkdirSync(path.join(folder, 'logs'), { recursive: true });
      writeFileSync(path.join(folder, 'logs', 'gatehouse.log'), filler);
      const { log } = open(folder);
      for (let line = 0; line < 30; line += 1) log.write('info', `${round}.${line} ${'y'.repeat(500)}`);
    }
    const { log } = open(folder);
    const files = readdirSync(path.join(folder, 'logs'));
    expect(files.sort()).toEqual(['', '.1', '.2', '.3', '.4'].map((suffix) => `gatehouse.log${suffix}`));
    for (const file of files)
      expect(statSync(path.join(folder, 'logs', file)).size).toBeLessThanOrEqual(2 * 1024 * 1024);
    expect(log.last(1)[0]).toContain(' 6.29 ');
    expect(log.last(2_000)).toHaveLength(2_000);
  });

  it('does not throw if it can’t be written', () => {
    const folder = path.join(tempFolder(), 'file');
    writeFileSync(folder, '');
    const { log, echoed } = open(folder);
    log.write('error', 'no room');
    expect(log.last(5)).toEqual([]);
    expect(echoed).toHaveLength(1);
  });
});

describe('a line of the log', () => {
  it.each([
    ['Unexpected token, "my secret diary" is not valid JSON', 'my secret'],
    ['sent with Bearer sk-abcdef0123456789', 'abcdef'],
    ['key sk-live-0123456789abcdef was refused', '0123456789'],
    ['GET https://ada:pass@gateway.example/v1?key=abc failed', 'abc'],
    ['GET https://ada:pass@gateway.example/v1 failed', 'pass'],
    ['ENOENT: /home/ada/.local/share/gatehouse/x', 'ada'],
    ['a title “What I told my doctor” could not be stored', 'doctor'],
    ['TypeError: cannot read tell me a secret\nof two lines\n    at run (file.js:1:2)', 'secret'],
    ['TypeError: cannot read tell me\nof two lines\n    at run (file.js:1:2)', 'two lines'],
  ])('of %j contains nothing personal', (line, secret) => {
    expect(scrub(line, home)).not.toContain(secret);
  });

  it('still states what failed, and where', () => {
    const line =
      'jobs.create failed: TypeError: x is undefined\n    at run (/app/jobs.js:1:2)\n    at go (/app/a.js:3:4)';
    expect(scrub(line, home)).toBe(
      'jobs.create failed: TypeError | at run (/app/jobs.js:1:2) | at go (/app/a.js:3:4)',
    );
    expect(scrub('a job’s end was not stored: storage_full', home)).toBe(
      'a job’s end was not stored: storage_full',
    );
  });
});

describe('the report', () => {
  it('has version, system and the last 200 lines', () => {
    const folder = tempFolder();
    const { log } = open(folder);
    for (let line = 0; line < 300; line += 1) log.write('info', `line ${line}`);
    const { report } = createDiagnostics({ folder, version: '1.2.3', host: 'desktop', log }).read();
    expect(report).toMatch(/^Gatehouse 1\.2\.3 \(desktop\)\n.* (x64|arm64)\n.*Node\.js /);
    expect(report).toContain('line 299\n');
    expect(report).toContain('line 100\n');
    expect(report).not.toContain('line 99\n');
  });

  it('lists crash dumps, newest first, and gives access to those only', () => {
    const folder = tempFolder();
    const { log } = open(folder);
    const diagnostics = createDiagnostics({ folder, version: '1.2.3', host: 'desktop', log });
    expect(diagnostics.read().crashes).toEqual([]);
    mkdirSync(path.join(folder, 'crashes', 'pending'), { recursive: true });
    writeFileSync(path.join(folder, 'crashes', 'pending', 'a.dmp'), 'dump');
    writeFileSync(path.join(folder, 'crashes', 'pending', 'a.meta'), '');
    expect(diagnostics.read().crashes).toMatchObject([{ id: path.join('pending', 'a.dmp'), bytes: 4 }]);
    const place = diagnostics.pathOf(path.join('pending', 'a.dmp')) ?? '';
    expect(readFileSync(place, 'utf8')).toBe('dump');
    expect(diagnostics.pathOf('../gatehouse.db')).toBeNull();
    expect(existsSync(diagnostics.pathOf(null) ?? '')).toBe(true);
  });
});
