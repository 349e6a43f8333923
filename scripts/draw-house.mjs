// @ts-check
/** Writes `docs/house.md`: the folders of the project and the imports between them, read from the source. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { housePage, readImports } from './lib/house.mjs';
import { root } from './lib/root.mjs';

writeFileSync(join(root, 'docs/house.md'), await housePage(await readImports()));
