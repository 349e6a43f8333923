/** Checks files with other programs, if they are installed. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'playwright/test';
import { originText } from '../../electron/storage/media/formats/origin-text';
import type { MediaItem } from '../../shared/media/media';

const run = promisify(execFile);

interface OutsideTool {
  readonly name: string;
  /** Runs the program's version command to see whether it is installed. */
  readonly version: readonly string[];
  readonly kinds: readonly MediaItem['kind'][];
  /** Expects the program to report the same content as the app. */
  check(path: string, item: MediaItem): Promise<void>;
}

const everyKind = ['image', 'audio', 'video'] as const;

const tools: readonly OutsideTool[] = [
  { name: 'file', version: ['--version'], kinds: everyKind, check: checkType },
  { name: 'exiftool', version: ['-ver'], kinds: everyKind, check: checkMetadata },
  { name: 'ffprobe', version: ['-version'], kinds: ['audio', 'video'], check: checkStreams },
  { name: 'ffmpeg', version: ['-version'], kinds: everyKind, check: checkDecoding },
  { name: 'sox', version: ['--version'], kinds: ['audio'], check: checkSound },
];

/**
 * Checks every file with every installed program for its type.
 * @param files full path → what the app knows of it
 * @returns what was left out, such as `sox (not installed)`
 */
export async function checkWithTools(files: ReadonlyMap<string, MediaItem>): Promise<readonly string[]> {
  const leftOut: string[] = [];
  for (const tool of tools) {
    if (!(await isInstalled(tool))) leftOut.push(`${tool.name} (not installed)`);
    else for (const [path, item] of files) if (tool.kinds.includes(item.kind)) await tool.check(path, item);
  }
  return leftOut;
}

const isInstalled = ({ name, version }: OutsideTool): Promise<boolean> =>
  run(name, [...version]).then(
    () => true,
    () => false,
  );

/** Where the program has another word for the type. */
const otherWords: Readonly<Record<string, string>> = { 'audio/wav': 'audio/x-wav' };

async function checkType(path: string, { contentType }: MediaItem): Promise<void> {
  const { stdout } = await run('file', ['--brief', '--mime-type', path]);
  expect(stdout.trim(), path).toBe(otherWords[contentType] ?? contentType);
}

/** The whole origin as we write it, and a description where every program looks for one. */
async function checkMetadata(path: string, { origin }: MediaItem): Promise<void> {
  const { stdout } = await run('exiftool', ['-json', '-a', '-G1', '-charset', 'filename=utf8', path]);
  const [found = {}] = JSON.parse(stdout) as Record<string, unknown>[];
  const values = Object.values(found).map(String);
  expect(
    Object.keys(found).filter((name) => /warning|error/i.test(name)),
    path,
  ).toEqual([]);
  expect(values, path).toContain(origin.prompt);
  const ours = values.find((value) => value.includes(origin.jobId)) ?? '';
  expect(JSON.parse(ours.slice(ours.indexOf('{'))), path).toEqual(JSON.parse(originText(origin)));
}

interface Probed {
  readonly format: { readonly duration: string };
  readonly streams: readonly { readonly width?: number; readonly height?: number }[];
}

async function checkStreams(path: string, item: MediaItem): Promise<void> {
  const wanted = ['-show_format', '-show_streams', '-of', 'json'];
  const { stdout, stderr } = await run('ffprobe', ['-v', 'error', ...wanted, path]);
  expect(stderr, path).toBe('');
  const { format, streams } = JSON.parse(stdout) as Probed;
  expect(streams, path).toHaveLength(1);
  expectLength(Number(format.duration) * 1_000, path, item);
  const { width = null, height = null } = streams[0] ?? {};
  expect({ width, height }, path).toEqual({ width: item.width, height: item.height });
}

/** MP3 has silence around its sound, of two frames or three, which its tag says to leave out; these tools count it. */
const MOST_PADDING_MS = 150;

function expectLength(ms: number, path: string, { durationMs }: Pick<MediaItem, 'durationMs'>): void {
  const own = durationMs ?? Number.NaN;
  const padding = path.endsWith('.mp3') ? MOST_PADDING_MS : 50;
  expect(ms, path).toBeGreaterThan(own - 50);
  expect(ms, path).toBeLessThan(own + padding);
}

async function checkDecoding(path: string): Promise<void> {
  const { stderr } = await run('ffmpeg', ['-v', 'error', '-i', path, '-f', 'null', '-']);
  expect(stderr, path).toBe('');
}

/** As long as the app says, and heard; a program that was built without a format says nothing of it. */
async function checkSound(path: string, { durationMs }: MediaItem): Promise<void> {
  const { stderr } = await run('sox', [path, '-n', 'stat']).catch((error: { stderr: string }) => {
    if (error.stderr.includes('no handler for detected file type')) return { stderr: null };
    throw error;
  });
  if (stderr === null) return;
  const numberOf = (name: string) => Number(stderr.match(new RegExp(`${name}[^:]*:\\s*(\\S+)`))?.[1]);
  expectLength(numberOf('Length') * 1_000, path, { durationMs });
  expect(numberOf('Maximum amplitude'), path).toBeGreaterThan(0.05);
}
