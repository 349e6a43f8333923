// @ts-check
/** `node scripts/release/checksums.mjs FOLDER`: writes `SHA256SUMS` beside the files, in the form of `sha256sum -c`. */
import { writeChecksums } from './write-checksums.mjs';

const [folder = 'release'] = process.argv.slice(2);
await writeChecksums(folder);
