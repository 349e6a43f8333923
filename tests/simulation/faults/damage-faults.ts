/** Faults of what is done about a damaged database, a second start, and answers that never end. */
import type { Fault } from './fault';

export const damageFaults: readonly Fault[] = [
  {
    name: 'damage-not-looked-for',
    what: 'A database is not checked after an end that did not close it',
    needs: ['damage'],
    changes: [
      {
        file: 'electron/core/backups/database-check.ts',
        find: 'if (!storage.upkeep.isCheckDue) return () => undefined;',
        replace: 'if (storage !== null) return () => undefined;',
      },
    ],
  },
  {
    name: 'damage-not-repaired',
    what: 'A database that is known to be damaged is opened as it is',
    needs: ['damage'],
    changes: [
      {
        file: 'electron/storage/storage.ts',
        find: "const known = lastEndOf(folder) === 'damaged' ? await repair(folder, now) : null;",
        replace: 'const known = null;\n  void lastEndOf;',
      },
    ],
  },
  {
    name: 'log-left-behind',
    what: 'A damaged database is set aside without its log, which the new one then takes for its own',
    needs: ['damage'],
    changes: [
      {
        file: 'electron/storage/repair/swap.ts',
        find: "const PARTS = ['-wal', '-shm', ''];",
        replace: "const PARTS = [''];",
      },
    ],
  },
  {
    name: 'damaged-file-not-kept',
    what: 'A damaged database is replaced instead of kept',
    needs: ['damage'],
    changes: [
      {
        file: 'electron/storage/repair/swap.ts',
        find: '    moveAside(join(folder, DATABASE_FILE), join(folder, swap.aside));\n',
        replace: '',
      },
    ],
  },
  {
    name: 'half-start-goes-on',
    what: 'A start that meets damage leaves work behind that ends the process later',
    needs: ['damage'],
    changes: [
      {
        file: 'electron/core/models/models.ts',
        find: '    started.catch(() => undefined);\n',
        replace: '',
      },
    ],
  },
  {
    name: 'folder-not-locked',
    what: 'A second start opens the data folder of an app that runs',
    needs: ['second-start'],
    changes: [
      {
        file: 'electron/storage/folder-lock.ts',
        find: "database.exec('BEGIN EXCLUSIVE');",
        replace: "database.exec('BEGIN');",
      },
    ],
  },
  {
    name: 'answer-of-any-depth',
    what: 'JSON of an answer may be nested as deep as it likes',
    about: { fault: 6, send: 4, image: 4, speech: 2, video: 4, models: 1, time: 2 },
    changes: [
      {
        file: 'electron/gateway/parse/json.ts',
        find: 'const MAX_DEPTH = 200;',
        replace: 'const MAX_DEPTH = 2e9;',
      },
      {
        file: 'electron/gateway/http/body.ts',
        find: 'return mapStrings(JSON.parse(text), clean);\n  } catch {',
        replace:
          'return mapStrings(JSON.parse(text), clean);\n  } catch (error) {\n    if (error instanceof RangeError) throw error;',
      },
    ],
  },
  {
    name: 'answer-without-end',
    what: 'An answer is read to its end, however long it is',
    needs: ['fault'],
    changes: [
      {
        file: 'electron/gateway/http/body.ts',
        find: 'if (size > maxBytes) {',
        replace: 'if (size > maxBytes * 1e9) {',
      },
      {
        file: 'electron/gateway/parse/sse.ts',
        find: 'if (size > maxCharacters)',
        replace: 'if (size > maxCharacters * 1e9)',
      },
    ],
  },
  {
    name: 'rows-of-what-was-lost-stay',
    what: 'Cases and cells of an experiment that damage took stay, and the next experiment takes them for its own',
    about: { experiment: 4, 'start-experiment': 2, damage: 4, time: 2, close: 2 },
    changes: [
      {
        file: 'electron/storage/repair/salvage.ts',
        find: '    removeOrphans(database);\n',
        replace: '    void removeOrphans;\n',
      },
    ],
  },
  {
    name: 'asks-without-question',
    what: 'A row whose question was lost with a damaged page is asked again without it, and paid',
    about: { batch: 5, 'limit-for-hours': 3, busy: 3, 'damage-messages': 5, 'resume-batch': 3 },
    changes: [
      {
        file: 'electron/core/modalities/sent-history.ts',
        find: "if (turnsOf(history, () => '').length > 0) return;",
        replace: 'if (history.length >= 0) return;',
      },
    ],
  },
  {
    name: 'check-goes-on-after-damage',
    what: 'A check goes on by itself after requests of it were lost with a damaged page, and sends them again',
    from: 31_037,
    changes: [
      {
        file: 'electron/storage/repair/salvage.ts',
        find: '    endOpenWork(found, now);\n',
        replace: '',
      },
    ],
  },
];
