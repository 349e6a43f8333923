import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../scripts/lib/root.mjs';

const pageFolder = path.join(root, 'dist', 'renderer');
const scriptTag = /<(?:script|link)[^>]+(?:src|href)="\.\/(assets\/[^"]+\.js)"/g;
/** As the build writes it: `import{a as b}from"./x.js"`, `import"./x.js"`, `export*from"./x.js"`; not `import("./x.js")`. */
const staticImport = /(?:^|[;}\s])(?:import|export)(?:[\w$*{}\s,]+?from)?\s*["']\.\/([^"']+\.js)["']/g;

/** The built scripts that run before the page shows anything, with their sizes in bytes. */
export async function firstCode(): Promise<ReadonlyMap<string, number>> {
  const html = await readFile(path.join(pageFolder, 'index.html'), 'utf8');
  const found = new Map<string, number>();
  const walk = async (file: string): Promise<void> => {
    if (found.has(file)) return;
    const full = path.join(pageFolder, file);
    found.set(file, (await stat(full)).size);
    for (const [, name = ''] of (await readFile(full, 'utf8')).matchAll(staticImport))
      await walk(path.posix.join(path.posix.dirname(file), name));
  };
  for (const [, file = ''] of html.matchAll(scriptTag)) await walk(file);
  return found;
}
