// @ts-check
/** `node scripts/release/notes.mjs v1.2.3`: the changelog's section of that version, to standard output. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../lib/root.mjs';
import { releaseNotes } from './release-faults.mjs';

const [tag = ''] = process.argv.slice(2);
const notes = releaseNotes(tag.replace(/^v/, ''), await readFile(path.join(root, 'CHANGELOG.md'), 'utf8'));
if (notes === null) {
  process.stderr.write(`CHANGELOG.md has nothing about ${tag}.\n`);
  process.exitCode = 1;
} else process.stdout.write(`${notes}\n`);
