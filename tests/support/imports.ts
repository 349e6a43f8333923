import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

const root = join(import.meta.dirname, '../..');

export interface Import {
  /** The importing file, from the project's root, with slashes. */
  readonly file: string;
  /** A path from the project's root for our own files, the package's name otherwise. */
  readonly target: string;
  readonly isType: boolean;
  /** Loaded when its place is reached, not with the file. */
  readonly isDynamic: boolean;
}

/** Every TypeScript source of a folder, from the project's root. */
export function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => posix.join(folder, file.replaceAll('\\', '/')))
    .filter((file) => /\.tsx?$/.test(file));
}

const STATEMENT = /^\s*(?:import|export)\s+(type\s)?[^'"`;]*?from\s+['"]([^'"]+)['"]/gm;
const BARE = /^\s*import\s+['"]([^'"]+)['"]/gm;
const DYNAMIC = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;
const REQUIRED = /\brequire\(\s*['"]([^'"]+)['"]\s*\)/g;

/** What a source imports, in whichever of the language's forms. */
export function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8').replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  const named = [...text.matchAll(STATEMENT)].map(([, type, from]) => ({
    from,
    isType: type !== undefined,
    isDynamic: false,
  }));
  const others = [BARE, DYNAMIC, REQUIRED].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, from]) => ({ from, isType: false, isDynamic: pattern === DYNAMIC })),
  );
  return [...named, ...others].map(({ from = '', ...kind }) => ({
    file,
    target: resolve(file, from),
    ...kind,
  }));
}

function resolve(file: string, from: string): string {
  return from.startsWith('.') ? posix.join(dirname(file), from) : from;
}
