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
  {
    name: 'held-export-stops-the-start',
    what: 'A start fails where a file of an earlier export can’t be deleted, since another program reads it',
    about: { 'export-all': 5, 'held-files': 5, close: 4, time: 1 },
    changes: [
      {
        file: 'electron/storage/media/export-files.ts',
        find: "import { tidyAway } from './tidy-away';",
        replace: "import { rmSync } from 'node:fs';",
      },
      {
        file: 'electron/storage/media/export-files.ts',
        find: '  tidyAway(folder);',
        replace: '  rmSync(folder, { recursive: true, force: true });',
      },
    ],
  },
  {
    name: 'undone-import-forgets-files',
    what: 'An import that was undone forgets the files that can’t be deleted at once',
    about: { 'import-foreign': 7, 'held-files': 6, image: 2, time: 1 },
    changes: [
      {
        file: 'electron/storage/archive/restore-archive.ts',
        find: '    if (isSettled) await rm(',
        replace: '    void isSettled;\n    await rm(',
      },
    ],
  },
  {
    name: 'held-name-fails-a-job',
    what: 'A speech job fails for a reason nobody knows where the temporary name of a part can’t be deleted',
    about: {
      dialogue: 3,
      'long-speech': 4,
      'speak-line': 2,
      'held-files': 7,
      kill: 1,
      retry: 1,
      resume: 1,
      time: 3,
    },
    changes: [
      {
        file: 'electron/storage/media/free-name.ts',
        find: '  await rm(path, { force: true }).catch(() => undefined);',
        replace: '  await rm(path, { force: true });',
      },
      {
        file: 'electron/storage/media/job-parts.ts',
        find: '    throw diskError(cause, folder);',
        replace: '    throw diskError === undefined ? folder : cause;',
      },
    ],
  },
];
