/** Faults of the database and of files. */
import type { Fault } from './fault';

export const storageFaults: readonly Fault[] = [
  {
    name: 'empty-copy-before-update',
    what: 'A full disk leaves an empty file that is taken for the copy made before an update',
    changes: [
      {
        file: 'electron/storage/db/open-database.ts',
        find: 'if (!isWholeCopy(copy, version)) copyDatabase(database, copy);',
        replace:
          "try { closeSync(openSync(copy, 'r')); } catch { database.run('VACUUM INTO ?', copy); chmodSync(copy, PRIVATE_FILE); }\n  void [isWholeCopy, copyDatabase, version];",
      },
    ],
  },
  {
    name: 'file-not-synced',
    what: 'The row of a result is written before its bytes are on the disk',
    changes: [
      {
        file: 'electron/storage/media/partial.ts',
        find: '    await file.sync();\n    return result;',
        replace: '    return result;',
      },
    ],
  },
  {
    name: 'name-not-synced',
    what: 'The row of a result is written before its name is on the disk',
    changes: [
      {
        file: 'electron/storage/media/partial.ts',
        find: '  await syncFolder(dirname(to));\n',
        replace: '  void [to, dirname];\n',
      },
    ],
  },
  {
    name: 'move-loses-the-file',
    what: 'A move between drives deletes the source before the copy is on the disk',
    changes: [
      {
        file: 'electron/storage/media/library-moves.ts',
        find: 'await copyDurably(from, to);\n',
        replace: 'await copyFile(from, to);\n',
      },
      {
        file: 'electron/storage/media/library-moves.ts',
        find: 'import { access, ',
        replace: 'import { access, copyFile, ',
      },
    ],
  },
  {
    name: 'removal-not-made-up',
    what: 'An end between putting a file aside and marking its row leaves a row without a file',
    needs: ['delete-media'],
    changes: [
      {
        file: 'electron/core/library/removal.ts',
        find: 'if (place !== undefined && !media.isRemoved(id)) await moveBack(ports, id, place);',
        replace: '',
      },
    ],
  },
  {
    name: 'rename-before-row',
    what: 'A file gets its new name although its row can’t be changed',
    needs: ['rename-media'],
    changes: [
      {
        file: 'electron/storage/media/library-moves.ts',
        find: 'const linked = await linkFreeName(from, folder, wanted, naming);',
        replace: "const linked = wanted === '' ? await linkFreeName(from, folder, wanted, naming) : null;",
      },
      {
        file: 'electron/storage/media/library-moves.ts',
        find: 'if (linked === null) await rename(to, from);\n    else await rm(',
        replace: 'if (linked !== null) await rm(',
      },
    ],
  },
  {
    name: 'readable-by-others',
    what: 'Files of the data folder can be read by other accounts',
    changes: [
      {
        file: 'electron/storage/durable.ts',
        find: 'export const PRIVATE_FILE = 0o600;',
        replace: 'export const PRIVATE_FILE = 0o644;',
      },
    ],
  },
];
