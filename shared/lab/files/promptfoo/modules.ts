/**
 * JavaScript in files as one text: what a file imports from files beside it is part of it. Code that is called in the
 * sandbox isn’t a module, so `import` and `export` become what CommonJS has. Packages can't be imported there.
 */
import { isBelow, plainName } from '../name-pattern';
import { ExperimentFileError, type FileReading } from '../reading';
import { readNamed } from './parts';

type Source = Pick<FileReading, 'readOther'>;

/** Files that import files, each of which is part of the code. */
const mostFiles = 40;
const mostCharacters = 500_000;

/** From another file: `import … from './a'`, `export … from './a'`, `import './a'`, `require('./a')`. */
const from = String.raw`^\s*(?:import\s*(?:[^'"\`;]*?\bfrom\s*)?|export\s*(?:\*[^'"\`;]*?|\{[^}]*\}\s*)from\s*)`;
const imported = new RegExp(String.raw`(?:${from}|\brequire\s*\(\s*)(['"])(\.{1,2}\/[^'"\n]+)\1`, 'gm');
/** From elsewhere: what a package has isn’t here. */
const fromElsewhere = new RegExp(String.raw`${from}(['"])(?!\.{1,2}\/)[^'"\n]+\1`, 'm');

/**
 * The body of a function that returns what a file exports; `null` where it imports what isn’t here.
 * @throws ExperimentFileError where it, or a file that it imports, is missing
 */
export function moduleCode(file: string, source: Source): string | null {
  const files = new Map<string, string>();
  if (!collect(plainName(file), source, files)) return null;
  const entries = [...files].map(
    ([name, code]) => `${JSON.stringify(name)}: (module, exports, require) => {\n${code}\n}`,
  );
  return `const files = { ${entries.join(',\n')} };
const loaded = {};
const load = (name) => {
  if (loaded[name]) return loaded[name].exports;
  const module = (loaded[name] = { exports: {} });
  files[name](module, module.exports, (wanted) => load(nameFor(name, wanted)));
  return module.exports;
};
const nameFor = (from, wanted) => {
  if (!wanted.startsWith('.')) throw new ReferenceError('require of ' + wanted);
  const parts = from.split('/').slice(0, -1);
  for (const part of wanted.split('/')) part === '..' ? parts.pop() : part === '.' || parts.push(part);
  const path = parts.join('/');
  const found = ['', '.js', '.cjs', '.mjs', '.json', '/index.js'].map((end) => path + end).find((one) => files[one]);
  if (!found) throw new ReferenceError('require of ' + wanted);
  return found;
};
return load(${JSON.stringify(plainName(file))});`;
}

/** Gathers a file and what it imports; `false` where one of them imports what isn’t here. */
function collect(name: string, source: Source, files: Map<string, string>): boolean {
  if (files.has(name)) return true;
  const text = readNamed(name, source.readOther);
  files.set(
    name,
    /\.json$/i.test(name) ? `module.exports = ${JSON.stringify(JSON.parse(text))};` : asCommon(text),
  );
  const length = [...files.values()].reduce((sum, one) => sum + one.length, 0);
  if (files.size > mostFiles || length > mostCharacters)
    throw new ExperimentFileError(`“${name}” is one of too many files that import each other.`);
  if (/\.json$/i.test(name)) return true;
  if (fromElsewhere.test(text)) return false;
  return [...text.matchAll(imported)].every(([, , wanted = '']) => {
    const found = foundName(name, wanted, source);
    if (found === null) throw new ExperimentFileError(`Couldn’t read “${wanted}”, which “${name}” imports.`);
    return collect(found, source, files);
  });
}

const ends = ['', '.js', '.cjs', '.mjs', '.json', '/index.js'];

function foundName(from: string, wanted: string, { readOther }: Source): string | null {
  const parts = from.split('/').slice(0, -1);
  for (const part of wanted.split('/'))
    if (part === '..') {
      if (parts.pop() === undefined) return null;
    } else if (part !== '.') parts.push(part);
  const path = parts.join('/');
  return ends.map((end) => path + end).find((name) => isBelow(name) && readOther(name) !== null) ?? null;
}

const names = (list: string): string => list.replaceAll(/\bas\b/g, ':').replaceAll(/\s*:\s*/g, ': ');

/** `import` and `export` at the begin of a line as what CommonJS has for them. */
const asCommon = (source: string): string =>
  source
    .replace(/^#!.*/, '')
    .replace(/^import\s+(['"][^'"]+['"])\s*;?/gm, 'require($1);')
    .replace(/^import\s+\*\s+as\s+([\w$]+)\s+from\s+(['"][^'"]+['"])\s*;?/gm, 'const $1 = require($2);')
    .replace(
      /^import\s+([\w$]+)\s*,\s*\{([^}]*)\}\s*from\s+(['"][^'"]+['"])\s*;?/gm,
      (_, own: string, list: string, file: string) =>
        `${defaultOf(own, file)} const {${names(list)}} = require(${file});`,
    )
    .replace(
      /^import\s+\{([^}]*)\}\s*from\s+(['"][^'"]+['"])\s*;?/gm,
      (_, list: string, file: string) => `const {${names(list)}} = require(${file});`,
    )
    .replace(
      /^import\s+([\w$]+)\s+from\s+(['"][^'"]+['"])(?:\s+with\s+\{[^}]*\})?\s*;?/gm,
      (_, own: string, file: string) => defaultOf(own, file),
    )
    .replace(/^export\s+\*\s+from\s+(['"][^'"]+['"])\s*;?/gm, 'Object.assign(exports, require($1));')
    .replace(
      /^export\s*\{([^}]*)\}\s*from\s+(['"][^'"]+['"])\s*;?/gm,
      (_, list: string, file: string) => `{ const all = require(${file}); ${assignedAll(list, 'all')} }`,
    )
    .replace(/^export\s+default\s+/gm, 'exports.default = ')
    .replace(/^export\s+((?:async\s+)?function\s*\*?\s*([\w$]+))/gm, 'exports.$2 = $2; $1')
    .replace(/^export\s+(class\s+([\w$]+))/gm, 'const $2 = exports.$2 = $1')
    .replace(/^export\s+(?:const|let|var)\s+([\w$]+)\s*=/gm, 'const $1 = exports.$1 =')
    .replace(/^export\s*\{([^}]*)\}\s*;?/gm, (_, list: string) => assignedAll(list, null));

/** The default of a module of this kind, or all that one of CommonJS has. */
const defaultOf = (own: string, file: string): string =>
  `const ${own} = ((all) => all && 'default' in Object(all) ? all.default : all)(require(${file}));`;

/** `a` and `a as b`, of another file or of this one. */
const assignedAll = (list: string, from: string | null): string =>
  list
    .split(',')
    .map((entry) => entry.trim().split(/\s+as\s+/))
    .filter(([own = '']) => own !== '')
    .map(([own = '', other = own]) => {
      const value = from === null ? own : `${from}[${JSON.stringify(own)}]`;
      return `exports[${JSON.stringify(other)}] = ${value};`;
    })
    .join(' ');
