// @ts-check
/**
 * `node scripts/release/check.mjs v1.2.3`: whether a tag can be released. Says each fault, and ends with 1 where there
 * is one.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../lib/root.mjs';
import { findReleaseFaults } from './release-faults.mjs';

const [tag = ''] = process.argv.slice(2);
/** @param {string} name */
const read = (name) => readFile(path.join(root, name), 'utf8');
const faults = findReleaseFaults(tag, JSON.parse(await read('package.json')), await read('CHANGELOG.md'));
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
