// @ts-check
/**
 * The notices of everything a package carries, with full license texts: read from the installed packages while the app
 * is built, so that they are those of the very versions inside. A library without a license text fails the build.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * @typedef {{ name: string, version: string, license: string, note: string | null, text: number }} Library
 * @typedef {{ libraries: readonly Library[], texts: readonly string[] }} Notices
 *   `text` is a place in `texts`: many libraries share one text
 * @typedef {{ name: string, version: string, license: string, note: string | null, files: readonly string[] }} Inside
 *   bundled software without its own license file
 * @typedef {{ parentPackages: Record<string, string>, substituteTexts: Record<string, string> }} Kept
 *   for packages without a text: the parent of one system's part, by how the name of the part begins; or the
 *   text of the license that they name
 */

const inNodeModules = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)/;

/**
 * The folder of the package that a module belongs to; `null` for our own.
 * @param {string} id as the bundler names it, with or without a query
 */
export function packageFolder(id) {
  const file = id.replace(/^\0/, '').replace(/[?#].*$/, '');
  return inNodeModules.exec(file)?.[1] ?? null;
}

/**
 * Notes every package that a bundle takes something from: modules, style sheets, fonts.
 * @param {Set<string>} folders
 * @param {string} root the folder that file names of assets begin in
 * @returns {import('vite').Plugin}
 */
export function notePackages(folders, root) {
  return {
    name: 'gatehouse:note-packages',
    async generateBundle(_, bundle) {
      const styles = [...this.getModuleIds()].filter((id) => /\.css(?:\?|$)/.test(id));
      const parts = Object.values(bundle).flatMap((part) =>
        part.type === 'chunk'
          ? part.moduleIds
          : part.originalFileNames.map((name) => path.resolve(root, name)),
      );
      for (const id of [...styles, ...parts]) {
        const folder = packageFolder(id);
        if (folder !== null) folders.add(folder);
        else for (const imported of await importedStyles(id)) folders.add(imported);
      }
    },
  };
}

/**
 * The packages whose style sheets one of ours imports: they become part of it before the bundler knows of them.
 * @param {string} id
 */
async function importedStyles(id) {
  const file = id.replace(/\?.*$/, '');
  if (!file.endsWith('.css')) return [];
  const names = (await readFile(file, 'utf8').catch(() => '')).matchAll(
    /@(?:import|plugin)\s+['"]((?:@[^/'"]+\/)?[\w-][^/'"]*)/g,
  );
  const found = await Promise.all([...names].map(([, name = '']) => findInstalled(path.dirname(file), name)));
  return found.filter((folder) => folder !== null);
}

/**
 * The packages that are shipped as they are, with all they need.
 * @param {string} root the project's folder
 * @returns {Promise<readonly string[]>} their folders
 */
export async function shippedPackages(root) {
  /** @type {Set<string>} */
  const found = new Set();
  /** @param {string} folder */
  const walk = async (folder) => {
    const { dependencies = {}, optionalDependencies = {} } = await readPackage(folder);
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const installed = await findInstalled(folder, name);
      if (installed === null || found.has(installed)) continue;
      found.add(installed);
      await walk(installed);
    }
  };
  await walk(root);
  return [...found];
}

/**
 * As Node looks for it: beside, then further up. `null` where it is not for this system.
 * @param {string} from
 * @param {string} name
 * @returns {Promise<string | null>}
 */
async function findInstalled(from, name) {
  const folder = path.join(from, 'node_modules', name);
  if (await readPackage(folder).catch(() => null)) return folder;
  const above = path.dirname(from);
  return above === from ? null : findInstalled(above, name);
}

/** @param {string} folder */
const readPackage = async (folder) => JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));

/**
 * @param {string} root the project's folder
 * @param {Iterable<string>} folders of packages
 * @returns {Promise<Notices>} in the order of their names
 * @throws {Error} naming every package without a license text
 */
export async function readNotices(root, folders) {
  const kept = path.join(root, 'build', 'licenses');
  /** @type {Kept & { inside: readonly Inside[] }} */
  const { inside, ...stand } = JSON.parse(await readFile(path.join(kept, 'index.json'), 'utf8'));
  const packages = await Promise.all([...new Set(folders)].map((folder) => describe(folder, kept, stand)));
  const others = await Promise.all(
    inside.map(async ({ files, ...facts }) => ({
      ...facts,
      text: await joinTexts(files.map((file) => path.join(kept, file))),
    })),
  );
  const all = [
    ...new Map([...packages, ...others].map((one) => [`${one.name} ${one.version}`, one])).values(),
  ];
  const without = all.filter(({ text }) => text === '').map(({ name, version }) => `${name} ${version}`);
  if (without.length > 0)
    throw new Error(`No license text for: ${without.join(', ')}. Add one to build/licenses.`);
  const texts = [...new Set(all.map(({ text }) => text))];
  const libraries = all.map((one) => ({ ...one, text: texts.indexOf(one.text) }));
  return { libraries: libraries.sort((a, b) => a.name.localeCompare(b.name, 'en')), texts };
}

/**
 * @param {string} folder
 * @param {string} kept the folder of the texts that no package brings
 * @param {Kept} stand
 */
async function describe(folder, kept, { parentPackages, substituteTexts }) {
  const { name, version, license: stated, licenses, author } = await readPackage(folder);
  const prefix = Object.keys(parentPackages).find((one) => name.startsWith(one));
  const parent = prefix === undefined ? null : await findInstalled(folder, parentPackages[prefix] ?? '');
  const license = stated?.type ?? stated ?? licenses?.map((/** @type {any} */ one) => one.type).join(' or ');
  const substitute = substituteTexts[name] ? await joinTexts([path.join(kept, substituteTexts[name])]) : '';
  const holder = (typeof author === 'string' ? author : author?.name) ?? `the authors of ${name}`;
  const text =
    (await textOf(folder)) ||
    (parent === null ? substitute.replaceAll('{holder}', holder) : await textOf(parent));
  return { name, version, license: license ?? 'see text', note: null, text };
}

/** Names under which packages keep their licenses and notices. */
const LICENSE_FILE = /^(?:licen[cs]es?|copying|notice|ofl)(?:[._-].*)?$/i;

/** @param {string} folder of a package */
async function textOf(folder) {
  const files = (await readdir(folder)).filter((file) => LICENSE_FILE.test(file)).sort();
  return joinTexts(files.map((file) => path.join(folder, file)));
}

/** @param {readonly string[]} files */
async function joinTexts(files) {
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
  return texts
    .map((text) => text.replaceAll('\r\n', '\n').replace(/^\s*\n|\s+$/g, ''))
    .filter((text) => text !== '')
    .join('\n\n');
}

/**
 * Writes the notices where the page reads them, and as a text for people.
 * @param {string} root the project's folder
 * @param {Iterable<string>} folders of packages
 */
export async function writeNotices(root, folders) {
  const notices = await readNotices(root, folders);
  await writeFile(path.join(root, 'dist', 'renderer', 'third-party.json'), JSON.stringify(notices));
  await writeFile(path.join(root, 'dist', 'THIRD-PARTY-NOTICES.txt'), asText(notices));
}

/** @param {Notices} notices */
function asText({ libraries, texts }) {
  const line = '='.repeat(80);
  const head =
    'Software in Gatehouse that others wrote, each under its own license. Electron, with Chromium and Node.js, brings its\nown notices in LICENSES.chromium.html beside the program.';
  const parts = libraries.map(({ name, version, license, note, text }) =>
    [line, `${name} ${version}`.trim(), license, note, '', texts[text]]
      .filter((one) => one !== null)
      .join('\n'),
  );
  return `${[head, ...parts].join('\n\n')}\n`;
}
