// @ts-check

/** @typedef {{ url?: string, publicKey?: string, releases?: string }} Updates */

/** Names reserved for examples (RFC 2606): nobody can own them, so no release may point there. */
const EXAMPLE = /[./@](?:[\w-]+\.)*example(?:[/"'>\s]|$)/;

/**
 * What keeps a tag from being released.
 * @param {string} tag such as `v1.2.3`
 * @param {{ version: string, homepage?: string, repository?: { url: string }, author?: { email?: string }, updates?: Updates }} manifest
 *   package.json
 * @param {string} changelog
 * @returns {readonly string[]} a sentence for each fault
 */
export function findReleaseFaults(tag, { version, homepage = '', repository, author, updates }, changelog) {
  const faults = [];
  if (tag !== `v${version}`) faults.push(`The tag ${tag} does not match version ${version} in package.json.`);
  if (releaseNotes(version, changelog) === null) faults.push(`CHANGELOG.md has no section "## ${version}".`);
  const addresses = { homepage, repository: repository?.url ?? '', author: author?.email ?? '' };
  for (const [name, address] of Object.entries(addresses)) {
    if (address === '' || EXAMPLE.test(address))
      faults.push(`"${name}" in package.json is "${address}": set the real one before a release.`);
  }
  return updates === undefined ? faults : [...faults, ...updateFaults(updates)];
}

/** @param {Updates} updates */
function updateFaults({ url = '', releases = '', publicKey = '' }) {
  const faults = [];
  for (const [name, address] of Object.entries({ url, releases })) {
    if (!address.startsWith('https://') || EXAMPLE.test(address))
      faults.push(
        `"updates.${name}" in package.json is "${address}": set the real one, or remove "updates" to release without updates.`,
      );
  }
  if (publicKey === '')
    faults.push('"updates.publicKey" in package.json is empty: make a key with make-update-key.mjs.');
  return faults;
}

/**
 * The section of a version in the changelog.
 * @param {string} version
 * @param {string} changelog
 * @returns {string | null} without its heading; `null` where there is none, or nothing in it
 */
export function releaseNotes(version, changelog) {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => new RegExp(`^\\[?${escaped(version)}\\]?(?:\\s|$)`).test(text));
  const text = section?.replace(/^.*\n/, '').trim() ?? '';
  return text === '' ? null : text;
}

/** @param {string} text */
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
