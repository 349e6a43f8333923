/**
 * The whole surface of the app: every command a window may give; `reports.ts` holds what it hears.
 *
 * A new command is two edits: one line here, one handler in `electron/core`. The hosts (`electron/hosts`) carry both
 * without knowing them; the core checks every input against its schema before a handler sees it.
 */
import { z } from 'zod';
import type { Conversation, ConversationPage, Message, MessagePage, SearchHit } from './chat';
import { runSettingsSchema } from './chat';
import type { CodeRequest } from './code/code-request';
import type { CallDetail, CallPage } from './inspector';
import type { JobPage } from './jobs';
import type { LedgerGroup, LedgerPage } from './ledger';
import { limits } from './limits';
import type { MediaOrigin, MediaPage } from './media';
import { modalityIds } from './modalities';
import type { ConnectionReport } from './profiles';
import { apiKeySchema, baseUrlSchema } from './profiles';
import type { RemoteJobSummary, Snapshot } from './reports';
import { settingsSchema } from './settings';

export type { AppEvent, Bridge, Notice, RemoteJobSummary, Snapshot } from './reports';

interface CommandSpec<Input extends z.ZodType, Result> {
  readonly input: Input;
  /** Never set: it only carries the type of the answer. */
  readonly result?: Result;
}

const answers =
  <Result>() =>
  <Input extends z.ZodType>(input: Input): CommandSpec<Input, Result> => ({ input });

const id = z.string().min(1).max(100);
const model = z.string().trim().min(1).max(300);
const profileName = z.string().trim().min(1).max(100);
const nothing = z.strictObject({});
const cursor = z.string().max(200).nullable();
const modality = z.enum(modalityIds);
const extra = z.record(z.string(), z.json());
const ledgerFilter = z.strictObject({
  profileId: id.optional(),
  operation: z.string().max(100).optional(),
  model: model.optional(),
  outcome: z.enum(['answered', 'refused', 'unknown', 'reconciled', 'outside']).optional(),
  /** Milliseconds since the epoch, both ends included. */
  from: z.int().optional(),
  to: z.int().optional(),
});
/** The person was shown what it may cost and wants it all the same; needed after `needs_confirmation`. */
const isConfirmed = z.boolean().optional();
const mediaIds = z.array(id).min(1).max(10_000);

export const commands = {
  'app.snapshot': answers<Snapshot>()(nothing),
  'app.dismissNotice': answers<null>()(z.strictObject({ id })),

  'settings.update': answers<null>()(z.strictObject({ patch: settingsSchema.partial() })),

  'profiles.create': answers<{ id: string }>()(z.strictObject({ name: profileName, baseUrl: baseUrlSchema })),
  /** A new origin in `baseUrl` makes a stored key unusable: a key is bound to the origin it was given for. */
  'profiles.update': answers<null>()(
    z.strictObject({ id, name: profileName.optional(), baseUrl: baseUrlSchema.optional() }),
  ),
  'profiles.remove': answers<null>()(z.strictObject({ id })),
  'profiles.activate': answers<null>()(z.strictObject({ id })),
  /** `keychain` fails with `keychain_unavailable` where no keychain answers; the person may then choose `session`. */
  'profiles.saveKey': answers<null>()(
    z.strictObject({ id, key: apiKeySchema, keep: z.enum(['keychain', 'session']) }),
  ),
  'profiles.removeKey': answers<null>()(z.strictObject({ id })),
  'profiles.test': answers<ConnectionReport>()(z.strictObject({ id })),

  /** Free of credits; answers when the gateway did. */
  'models.refresh': answers<null>()(nothing),

  'conversations.list': answers<ConversationPage>()(
    z.strictObject({ cursor, limit: z.int().min(1).max(200) }),
  ),
  /** One that no page has brought yet. */
  'conversations.get': answers<Conversation>()(z.strictObject({ id })),
  'conversations.rename': answers<null>()(
    z.strictObject({ id, title: z.string().trim().min(1).max(limits.titleCharacters) }),
  ),
  /** Can be undone by `conversations.restore` until the app is closed. */
  'conversations.remove': answers<null>()(z.strictObject({ id })),
  'conversations.restore': answers<null>()(z.strictObject({ id })),
  'conversations.pin': answers<null>()(z.strictObject({ id, isPinned: z.boolean() })),
  'conversations.markRead': answers<null>()(z.strictObject({ id })),
  /** Kept without news: only the window that types needs to know. `id: null` is the draft of a new chat. */
  'conversations.saveDraft': answers<null>()(
    z.strictObject({ id: id.nullable(), text: z.string().max(limits.messageCharacters) }),
  ),
  /** A new conversation with the branch up to and with this message; `newId` is made once per intent. */
  'conversations.fork': answers<null>()(z.strictObject({ messageId: id, newId: z.uuid() })),
  /** Words of titles and messages; the last may be unfinished. */
  'conversations.search': answers<readonly SearchHit[]>()(
    z.strictObject({ query: z.string().trim().min(1).max(300), limit: z.int().min(1).max(100) }),
  ),
  /** Messages of whichever branch, in the order asked for; those that are gone are left out. */
  'messages.get': answers<readonly Message[]>()(z.strictObject({ ids: z.array(id).min(1).max(50) })),
  /** Takes a message and what follows it out of sight; `messages.restore` brings it back until the app is closed. */
  'messages.remove': answers<null>()(z.strictObject({ id })),
  'messages.restore': answers<null>()(z.strictObject({ id })),
  /** Model and settings of the next turn, kept with the conversation. */
  'conversations.configure': answers<null>()(
    z.strictObject({ id, model: model.nullable().optional(), settings: runSettingsSchema.optional() }),
  ),
  /** Shows the branch that holds this message, down to its newest end. */
  'conversations.showBranch': answers<null>()(z.strictObject({ id, messageId: id })),
  /** A page of the branch that ends in `leafId`, or of what lies above `beforeId`. */
  'messages.page': answers<MessagePage>()(
    z.strictObject({ conversationId: id, beforeId: id.nullable(), limit: z.int().min(1).max(200) }),
  ),

  /**
   * Stores the message, then starts the reply; answers once both are on disk. `messageId` is made by the window, once
   * per intent: the same id a second time starts nothing and charges nothing. `conversationId: null` begins a chat.
   */
  'chat.send': answers<{ conversationId: string; replyId: string }>()(
    z.strictObject({
      conversationId: id.nullable(),
      messageId: z.uuid(),
      text: z.string().min(1).max(limits.messageCharacters),
      model,
      settings: runSettingsSchema,
      /** The message it answers; left out, the end of the branch on show. Editing names the parent of the edited one. */
      parentId: id.nullable().optional(),
      isConfirmed,
    }),
  ),
  /** Keeps a message until the reply being written has ended, then sends it; also when no window is open. */
  'chat.enqueue': answers<null>()(
    z.strictObject({
      conversationId: id,
      messageId: z.uuid(),
      text: z.string().min(1).max(limits.messageCharacters),
      model,
      settings: runSettingsSchema,
    }),
  ),
  'chat.dequeue': answers<null>()(z.strictObject({ messageId: id })),
  /** Goes on writing a reply that was cut, stopped or ran out of tokens; `intentId` is made once per intent. */
  'chat.continue': answers<null>()(z.strictObject({ messageId: id, intentId: z.uuid(), isConfirmed })),
  /** Stops the reply; what has arrived is kept. Stopping a reply that has ended does nothing. */
  'chat.stop': answers<null>()(z.strictObject({ messageId: id })),
  /**
   * A new reply beside an existing one, with the conversation's model and settings as they are now. `replyId` is made
   * by the window, once per intent, as `messageId` in `chat.send`.
   */
  'chat.regenerate': answers<{ replyId: string }>()(
    z.strictObject({ messageId: id, replyId: z.uuid(), isConfirmed }),
  ),

  /**
   * Writes the job down, then asks the gateway; answers once it is on disk. `id` is made by the window, once per
   * intent: the same id a second time makes nothing and charges nothing.
   */
  'jobs.create': answers<null>()(
    z.strictObject({
      id: z.uuid(),
      modality,
      model,
      prompt: z.string().trim().min(1).max(200_000),
      parameters: z.record(z.string(), z.union([z.string(), z.number()])),
      extra,
      isConfirmed,
    }),
  ),
  /** Stops waiting. The interface has no way to stop the gateway itself, so it may still charge: the job says so. */
  'jobs.cancel': answers<null>()(z.strictObject({ id })),
  /** A new job with the settings of another; a new charge. */
  'jobs.retry': answers<null>()(z.strictObject({ id, newId: z.uuid(), isConfirmed })),
  /**
   * Goes on with the same job: fetches a result that waits (free), else asks again with the same idempotency keys,
   * which a gateway that honours them answers without a second charge.
   */
  'jobs.resume': answers<null>()(z.strictObject({ id })),
  'jobs.dismiss': answers<null>()(z.strictObject({ ids: z.array(id).max(10_000) })),
  'jobs.page': answers<JobPage>()(
    z.strictObject({ modality: modality.nullable(), cursor, limit: z.int().min(1).max(200) }),
  ),
  /** The gateway's own list for the active profile. */
  'jobs.remoteList': answers<readonly RemoteJobSummary[]>()(
    z.strictObject({ status: z.string().max(60).nullable(), limit: z.int().min(1).max(100) }),
  ),
  /** Brings a job made elsewhere with the same key into this app, to follow and save it. */
  'jobs.adopt': answers<{ id: string }>()(z.strictObject({ remoteId: z.string().min(1).max(300) })),

  /** Every call and what it cost, newest first. */
  'ledger.page': answers<LedgerPage>()(
    z.strictObject({ filter: ledgerFilter, cursor, limit: z.int().min(1).max(500) }),
  ),
  /** Sums over the selection; days are counted at `offsetMinutes` ahead of UTC. */
  'ledger.groups': answers<readonly LedgerGroup[]>()(
    z.strictObject({
      filter: ledgerFilter,
      by: z.enum(['day', 'model', 'operation']),
      offsetMinutes: z.int().min(-1_000).max(1_000),
    }),
  ),
  /** The whole selection as text, oldest first. */
  'ledger.export': answers<{ text: string; rows: number }>()(
    z.strictObject({ filter: ledgerFilter, format: z.enum(['csv', 'json']) }),
  ),

  'library.page': answers<MediaPage>()(
    z.strictObject({
      cursor,
      limit: z.int().min(1).max(500),
      filter: z.strictObject({
        kind: z.enum(['image', 'audio', 'video']).optional(),
        model: model.optional(),
        from: z.int().optional(),
        to: z.int().optional(),
        starred: z.boolean().optional(),
        query: z.string().max(500).optional(),
      }),
    }),
  ),
  'library.models': answers<readonly string[]>()(nothing),
  'media.star': answers<null>()(z.strictObject({ id, isStarred: z.boolean() })),
  'media.rename': answers<{ fileName: string }>()(
    z.strictObject({ id, fileName: z.string().trim().min(1).max(200) }),
  ),
  /** Takes the files away at once; `media.restore` brings them back until the app is closed. */
  'media.remove': answers<null>()(z.strictObject({ ids: mediaIds })),
  'media.restore': answers<null>()(z.strictObject({ ids: mediaIds })),
  /** Packs the files into one zip; answers with the id under which the host serves it. */
  'media.export': answers<{ exportId: string; files: number; missing: number }>()(
    z.strictObject({ ids: mediaIds }),
  ),
  /** Looks whether the files are still where they were saved. */
  'media.check': answers<null>()(z.strictObject({ ids: mediaIds })),
  /** What a file that was dropped on the window was made from; `null` where it does not tell. */
  'media.readOrigin': answers<MediaOrigin | null>()(
    z.strictObject({ base64: z.base64().max(limits.droppedFileCharacters) }),
  ),
  /** Opens the system's file manager at the file; the desktop app only. */
  'media.reveal': answers<null>()(z.strictObject({ id })),
  /** Hands files to the system while they are dragged out of the window; the desktop app only. */
  'media.drag': answers<null>()(z.strictObject({ ids: mediaIds })),

  /** What a call sends, to be written as code: of what is being prepared, or of what was made. */
  'code.request': answers<CodeRequest>()(
    z.discriminatedUnion('of', [
      z.strictObject({
        of: z.literal('chat'),
        conversationId: id.nullable(),
        text: z.string().max(limits.messageCharacters),
        model,
        settings: runSettingsSchema,
      }),
      z.strictObject({ of: z.literal('message'), messageId: id }),
      z.strictObject({ of: z.literal('job'), jobId: id }),
      z.strictObject({
        of: z.literal('form'),
        modality,
        model,
        prompt: z.string().max(200_000),
        parameters: z.record(z.string(), z.union([z.string(), z.number()])),
        extra,
      }),
    ]),
  ),
  /**
   * The key of the embedded gateway, for code run outside the app. It is no key of the person's: made anew at every
   * start, good on this computer only, and all it can spend is play money.
   */
  'sandbox.key': answers<{ key: string }>()(nothing),

  /** Every call since the app was opened, newest first; each word of the query must be found somewhere in it. */
  'inspector.list': answers<CallPage>()(
    z.strictObject({ query: z.string().max(300), cursor, limit: z.int().min(1).max(500) }),
  ),
  'inspector.get': answers<CallDetail>()(z.strictObject({ id })),
  /** Forgets all calls that are over. */
  'inspector.clear': answers<null>()(nothing),
  /** As a HAR file or as cURL commands, without the key; `ids: null` is all of them. */
  'inspector.export': answers<{ text: string; calls: number }>()(
    z.strictObject({ ids: z.array(id).min(1).max(1_000).nullable(), format: z.enum(['har', 'curl']) }),
  ),
} as const;

export type CommandName = keyof typeof commands;
export type CommandInput<Name extends CommandName> = z.input<(typeof commands)[Name]['input']>;
export type CheckedInput<Name extends CommandName> = z.output<(typeof commands)[Name]['input']>;
export type CommandResult<Name extends CommandName> = Exclude<(typeof commands)[Name]['result'], undefined>;
