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
    name: 'points-to-any-model',
    what: 'Cache points go along to models that take none, and some gateways refuse them',
    needs: ['send-cached'],
    changes: [
      {
        file: 'electron/core/chat/sent-files.ts',
        find: 'cachePoints: takesCachePoints(connection?.gateway, find(profileId, model)),',
        replace: 'cachePoints: true,',
      },
    ],
  },
  {
    name: 'hour-in-no-bound',
    what: 'What it costs to keep a prompt for an hour is in no bound',
    needs: ['send-cached'],
    changes: [
      {
        file: 'electron/core/prices/price-estimate.ts',
        find: 'keepsLong ? kinds?.cacheWriteHour : 0',
        replace: '0',
      },
    ],
  },
  {
    name: 'tokens-kept-uncounted',
    what: 'Tokens that a gateway keeps are not stored with the reply',
    needs: ['send-cached'],
    changes: [
      {
        file: 'electron/gateway/parse/usage.ts',
        find: 'cacheWrite: firstOf([usage, ...prompt], CACHE_WRITE) ?? sumOf(usage.cache_creation),',
        replace: 'cacheWrite: null,',
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
