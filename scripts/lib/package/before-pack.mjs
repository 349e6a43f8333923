// @ts-check
import { root } from '../root.mjs';
import { fetchNatives } from './fetch-natives.mjs';
import { packVoices } from './pack-voices.mjs';
import { targetOf } from './target.mjs';

/**
 * Runs before electron-builder gathers files for a target.
 * @param {import('./target.mjs').PackContext} context
 */
export default async function beforePack(context) {
  await fetchNatives(root, targetOf(context));
  await packVoices(root);
}
