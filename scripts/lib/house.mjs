// @ts-check
/** Reads the imports of the whole project, with the rules of `.dependency-cruiser.mjs`. */
import { cruise, format } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import config, { misplaced } from '../../.dependency-cruiser.mjs';
import { root } from './root.mjs';

const folders = ['shared', 'electron', 'renderer', 'tests', 'scripts'];
const { options: shared, forbidden } = config;

/**
 * Reads every import, which takes several seconds: once for the rules and the drawing.
 * @param {string} [baseDir] a folder with all of these in it
 */
export async function readImports(baseDir = root) {
  const { tsConfig, ...others } = shared ?? {};
  const options = { ...others, baseDir, ruleSet: { forbidden }, validate: true };
  const { output } = await cruise(folders, options, undefined, {
    tsConfig: extractTSConfig(`${root}/${tsConfig?.fileName}`),
  });
  if (typeof output === 'string') throw new Error(output);
  return output;
}

/** @typedef {Awaited<ReturnType<typeof readImports>>} Imports */

/**
 * What the rules refuse, as `rule: file → file`; type imports count.
 * @param {Imports} imports
 * @returns {string[]} empty where all is well
 */
export const brokenRules = ({ modules, summary }) => [
  ...summary.violations.map(
    ({ rule, from, to, cycle, via }) =>
      `${rule.name}: ${[from, ...((cycle ?? via)?.map(({ name }) => name) ?? [to])].join(' → ')}`,
  ),
  ...modules.flatMap(({ source }) =>
    misplaced.filter(({ path }) => path.test(source)).map(({ name }) => `${name}: ${source}`),
  ),
];

/**
 * The page of the docs that shows the folders of the project and their imports.
 * @param {Imports} imports
 */
export async function housePage(imports) {
  const { output } = await format(imports, {
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
