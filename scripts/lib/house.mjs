// @ts-check
/** Reads the imports of the whole project, with the rules of `.dependency-cruiser.mjs`. */
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import config from '../../.dependency-cruiser.mjs';
import { root } from './root.mjs';

const folders = ['shared', 'electron', 'renderer'];
const { options: shared, forbidden } = config;

/**
 * @param {import('dependency-cruiser').ICruiseOptions} [options]
 * @param {string} [baseDir] where the folders are, absolute
 */
function read(options = {}, baseDir = root) {
  const { tsConfig, ...others } = shared ?? {};
  const all = { ...others, ...options, baseDir };
  return cruise(folders, all, undefined, { tsConfig: extractTSConfig(`${root}/${tsConfig?.fileName}`) });
}

/**
 * What the rules refuse, as `rule: file → file`; type imports count.
 * @param {string} [baseDir] a folder with `shared`, `electron` and `renderer` in it
 * @returns {Promise<string[]>} empty where all is well
 */
export async function brokenRules(baseDir) {
  const { output } = await read({ ruleSet: { forbidden }, validate: true }, baseDir);
  if (typeof output === 'string') throw new Error(output);
  return output.summary.violations.map(
    ({ rule, from, to, cycle }) =>
      `${rule.name}: ${[from, ...(cycle?.map(({ name }) => name) ?? [to])].join(' → ')}`,
  );
}

/** The page of the docs that shows the folders of the project and their imports. */
export async function housePage() {
  const { output } = await read({
    includeOnly: '^((renderer|electron)/[^/]+/|shared/)',
    collapse: '^(renderer/[^/]+|electron/[^/]+|shared)',
    outputType: 'mermaid',
  });
  return `# Imports between folders

An arrow is at least one import, types included. Drawn from the source by \`npm run draw\`; a test compares it. The rules
are in \`.dependency-cruiser.mjs\` and \`tests/unit/house/layers.test.ts\`.

\`\`\`mermaid
${String(output).trim()}
\`\`\`
`;
}
