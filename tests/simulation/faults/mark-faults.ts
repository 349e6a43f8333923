/** Faults of cache points, which change nothing that is said, and of tools that are saved by their name. */
import type { Fault } from './fault';

export const markFaults: readonly Fault[] = [
  {
    name: 'point-instead-of-text',
    what: 'A cache point takes the place of what its message says',
    needs: ['cache-point'],
    changes: [
      {
        file: 'electron/core/chat/marked-parts.ts',
        find: "return [...parts, { number, type: 'fields', raw: put() }];",
        replace: "return [{ number, type: 'fields', raw: put() }];",
      },
    ],
  },
  {
    name: 'tool-kept-as-first-saved',
    what: 'A tool that is saved again under its name stays as it was saved first',
    needs: ['save-tool'],
    changes: [
      {
        file: 'electron/storage/db/saved-tool-store.ts',
        find: 'SET tool = excluded.tool, updated_at',
        replace: 'SET updated_at',
      },
    ],
  },
];
