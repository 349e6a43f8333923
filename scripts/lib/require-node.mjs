// @ts-check

/** The oldest Node that runs it, as in `engines` of package.json. */
const oldestNode = [20, 19];

/**
 * npm says nothing of it (`loglevel` in `.npmrc`), and an older Node ends in the middle of a tool.
 * @param {string} version such as `process.versions.node`
 * @throws {Error} where it is older than what is supported
 */
export function requireNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldestNode;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new Error(
    `Gatehouse needs Node.js ${oldestNode.join('.')} or newer; this is ${version}. Install a newer one, then run npm install again.`,
  );
}
