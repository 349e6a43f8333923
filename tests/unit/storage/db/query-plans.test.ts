import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createComparisonStore } from '../../../../electron/storage/db/comparison-store';
import { createConversationStore } from '../../../../electron/storage/db/conversation-store';
import { type Database, openDatabase, type SqlValue } from '../../../../electron/storage/db/driver';
import { createLedgerReport } from '../../../../electron/storage/db/ledger-report';
import { createLedgerStore } from '../../../../electron/storage/db/ledger-store';
import { createMediaStore } from '../../../../electron/storage/db/media-store';
import { createMessageStore } from '../../../../electron/storage/db/message-store';
import { migrate } from '../../../../electron/storage/db/migrate';
import { migrations } from '../../../../electron/storage/db/schema';
import { root } from '../../../../scripts/lib/root.mjs';
import { emptySetup } from '../../../../shared/run/setup';
import { sourcesIn } from '../../../support/imports';
import { tempFolder } from '../../../support/temp-folder';

/** What SQLite will do for every statement run through `database`, told apart from running it. */
function withPlans(database: Database) {
  const plans: string[] = [];
  const explain = (sql: string, params: readonly SqlValue[]): void => {
    const steps = database.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...params);
    plans.push(...steps.map(({ detail }) => detail));
  };
  const watched: Database = {
    exec: (sql) => database.exec(sql),
    transaction: (work) => database.transaction(work),
    withOtherWriter: (writer, work) => database.withOtherWriter(writer, work),
    close: () => database.close(),
    run(sql, ...params) {
      explain(sql, params);
      return database.run(sql, ...params);
    },
    get<Row>(sql: string, ...params: readonly SqlValue[]) {
      explain(sql, params);
      return database.get<Row>(sql, ...params);
    },
    all<Row>(sql: string, ...params: readonly SqlValue[]) {
      explain(sql, params);
      return database.all<Row>(sql, ...params);
    },
  };
  return { watched, plans };
}

function openWatched() {
  const database = openDatabase(`${tempFolder()}/plans.db`);
  migrate(database, migrations);
  return withPlans(database);
}

/** Steps that read every row of a table that grows with what a person does. */
const scansOf = (plans: readonly string[]): readonly string[] =>
  plans.filter(
    (step) =>
      /^SCAN \w/.test(step) &&
      /\b(message_rows|conversations|ledger|ledger_rows|names|jobs|c|m|l|s|j)\b/.test(step),
  );

test('the queries of every start, message and opened chat read no whole table', () => {
  const { watched, plans } = openWatched();
  const conversations = createConversationStore(watched);
  const messages = createMessageStore(watched);
  const ledger = createLedgerStore(watched);

  conversations.purgeRemoved();
  messages.purgeRemoved();
  messages.orphanedReplies();
  conversations.get('chat');
  messages.get('message');
  messages.pathEndingIn('chat', 'message', 50);
  messages.newestLeafBelow('message');
  messages.firstReplyTo('message');
  messages.setRemoved('message', 1);
  messages.tree('chat');
  messages.outline('chat');
  messages.lastProfileId('chat');
  messages.logprobs('message');
  messages.isAtOrBelow('message', 'other');
  messages.isUncalled('message', 1);
  messages.endOfBranch('chat', 'message', 'model');
  ledger.foundCharge('key');
  ledger.isUnknown('key');
  ledger.sinceCheckpoint({ profileId: 'sandbox', unit: 'credits' });
  ledger.openUnknowns({ profileId: 'sandbox', unit: 'credits' });
  ledger.totals({ profileId: 'sandbox', unit: 'credits' }, ledger.newestId());
  createLedgerReport(watched).spentSince({ profileId: 'sandbox', unit: 'credits' }, 0);
  createLedgerReport(watched).unsettledSince({ profileId: 'sandbox', unit: 'credits' }, 0);

  expect(plans.length).toBeGreaterThan(12);
  // That index holds the replies being written, and nothing else.
  expect(scansOf(plans)).toEqual(['SCAN m USING INDEX messages_streaming']);
});

test('the list of conversations is read in index order, and never sorted', () => {
  const { watched, plans } = openWatched();
  createConversationStore(watched).page(null, 50);
  expect(plans.filter((step) => /^(SEARCH|SCAN) c\b/.test(step))).toEqual([
    expect.stringContaining('conversations_by_update'),
  ]);
  expect(plans).not.toContain('USE TEMP B-TREE FOR ORDER BY');
});

test('titles are searched newest first in an index that contains them, up to the limit', () => {
  const { watched, plans } = openWatched();
  createConversationStore(watched).search('gauge', 30);
  expect(scansOf(plans).filter((step) => step.includes('conversations'))).toEqual([
    // Titles that are new.
    expect.stringContaining('conversations_untitled'),
    expect.stringContaining('conversations_by_title'),
  ]);
  expect(plans).not.toContain('USE TEMP B-TREE FOR ORDER BY');
});

test('the limit of a day reads the ledger of that day only', () => {
  const { watched, plans } = openWatched();
  createLedgerReport(watched).spentSince({ profileId: 'sandbox', unit: 'credits' }, 0);
  expect(plans.filter((step) => step.includes('ledger'))).toEqual([
    expect.stringContaining('profile_seq=? AND at>?'),
  ]);
});

test('the activity page learns which models and units there are without reading the ledger', () => {
  const { watched, plans } = openWatched();
  const report = createLedgerReport(watched);
  report.models();
  const from = { profileId: 'sandbox', from: 1 };
  expect(report.units(from)).toEqual([]);
  expect(plans.filter((step) => /\b(SCAN|SEARCH) ledger\b/.test(step))).toSatisfy((steps: string[]) =>
    steps.every((step) => step.startsWith('SEARCH ledger USING')),
  );
  expect(plans).toContainEqual(expect.stringContaining('ledger_in_dollars'));
  expect(scansOf(plans)).toEqual([]);
});

test('results whose deletion can be undone are found without reading the library', () => {
  const { watched, plans } = openWatched();
  createMediaStore(watched).removedBefore(1);
  expect(plans).toEqual([expect.stringContaining('media_removed')]);
});

test('comparisons are listed in index order, and their costs are looked up by index', () => {
  const { watched, plans } = openWatched();
  const store = createComparisonStore(watched);
  const turn = { title: 'A kite', at: 1, isTied: true, isSamePrompt: true };
  for (const modality of ['chat', 'image'] as const) {
    store.put({ ...turn, id: modality, modality });
    store.putColumn(modality, 0, {
      id: `${modality}-a`,
      model: 'm',
      prompt: null,
      conversationId: modality === 'chat' ? 'c' : null,
      ...emptySetup(modality),
    });
    plans.length = 0;
    expect(store.page(modality, null, 50).comparisons.map(({ id }) => id)).toEqual([modality]);
    expect(plans[0]).toContain('comparisons_by_update');
    const wholeTables = plans.filter((step) =>
      /^SCAN (ledger|l|message_rows|names|jobs|comparison\w*)\b/.test(step),
    );
    expect(wholeTables.filter((step) => !step.includes('messages_streaming'))).toEqual([]);
  }
});

test('results are searched newest first in the index, up to the limit, and their number is read from it alone', () => {
  const { watched, plans } = openWatched();
  createMediaStore(watched).page({ query: 'gauge' }, null, 30);
  const read = plans.filter((step) => /\b(m|media|media_words)\b/.test(step) && !step.includes('job_id='));
  expect(read).toEqual([
    expect.stringContaining('SCAN media_words VIRTUAL TABLE'),
    expect.stringContaining('SEARCH m USING INTEGER PRIMARY KEY'),
    expect.stringContaining('SCAN media_words VIRTUAL TABLE'),
    expect.stringContaining('media_removed'),
    expect.stringContaining('SCAN media_words VIRTUAL TABLE'),
  ]);
  expect(plans).not.toContain('USE TEMP B-TREE FOR ORDER BY');
});

test('what is asked often is put to the tables, whose numbers have indexes, and not to the views', () => {
  const views = /\b(FROM|JOIN|INTO|UPDATE) (messages|ledger|message_logprobs|message_media)\b/;
  const files = sourcesIn('electron/storage/db').filter((file) => !file.includes('/migrations/'));
  expect(files.length).toBeGreaterThan(30);
  expect(files.filter((file) => views.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});
