/**
 * What the core needs of the world. Each port is given by `electron/compose.ts`, so that the core runs unchanged on any
 * host and a test can give it a clock, a folder or a gateway of its own.
 */
import type { Attachment, AttachmentRef } from '../../../shared/attachments';
import type {
  Conversation,
  ConversationOwner,
  ConversationPage,
  Message,
  MessagePage,
  RunSettings,
  SearchHit,
} from '../../../shared/chat';
import type { AppErrorData } from '../../../shared/errors';
import type { Model } from '../../../shared/models';
import type { ConnectionStep, KeychainState } from '../../../shared/profiles';
import type { Settings } from '../../../shared/settings';
import type { CallFeed, ModelRecord } from '../../gateway/types';
import type { ArchiveFiles } from './archive';
import type { AttachmentFiles, AttachmentStore } from './attachments';
import type { BackupFiles, DatabaseUpkeep } from './backups';
import type { BatchStore } from './batches';
import type { ComparisonStore } from './comparisons';
import type { JobStore, MediaFiles, MediaGateway, MediaStore } from './jobs';
import type { LedgerReport, LedgerStore } from './ledger';
import type { PresetStore } from './presets';
import type { PromptStore } from './prompts';

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  newId(): string;
  setTimer(milliseconds: number, run: () => void): () => void;
  /** 0 to 1, for jitter. */
  random(): number;
}

/** A profile as it is kept; what a window sees is `shared/profiles.ts`. */
export interface StoredProfile {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
  /** True where a key for this base URL's origin was given to the keychain. */
  readonly keyStored: boolean;
}

/** A reply as its turn ends or is saved on the way. */
export type ReplyUpdate = Pick<
  Message,
  | 'id'
  | 'text'
  | 'reasoning'
  | 'status'
  | 'finishedAt'
  | 'finishReason'
  | 'usage'
  | 'firstTokenMs'
  | 'totalMs'
  | 'requestId'
  | 'error'
  | 'refusal'
  | 'toolCalls'
>;

export interface NewMessage {
  readonly id: string;
  readonly conversationId: string;
  readonly parentId: string | null;
  readonly role: Message['role'];
  readonly text: string;
  readonly status: Message['status'];
  readonly model: string | null;
  readonly profileId: string | null;
  readonly idempotencyKey: string | null;
  readonly createdAt: number;
  /** Images that go with it; they are kept already. */
  readonly attachments?: readonly AttachmentRef[];
}

/** What is needed to flag a reply whose turn did not end with the app. */
export interface OrphanedReply {
  readonly id: string;
  readonly conversationId: string;
  readonly profileId: string;
  readonly model: string | null;
  readonly idempotencyKey: string | null;
}

/** A message that waits for the reply before it, with what it will be sent with. */
export interface QueuedTurn {
  readonly id: string;
  readonly conversationId: string;
  readonly text: string;
  readonly attachments: readonly Attachment[];
  readonly model: string;
  readonly settings: RunSettings;
}

export interface ConversationStore {
  page(cursor: string | null, limit: number): ConversationPage;
  get(id: string): Conversation | undefined;
  create(
    row: Pick<Conversation, 'id' | 'title' | 'createdAt' | 'model' | 'settings'> &
      Partial<Pick<Conversation, 'owner'>>,
  ): void;
  /** What it belongs to from now on; `null` makes it a chat of its own. */
  setOwner(id: string, owner: ConversationOwner | null): void;
  /** Hides every conversation that belongs to it, or with `null` shows them again. */
  setRemovedOf(owner: ConversationOwner, at: number | null): void;
  /** `byPerson`: a title the person gave is kept when the app would make one. */
  rename(id: string, title: string, byPerson: boolean): void;
  /** Hides it, or with `null` shows it again. */
  setRemoved(id: string, at: number | null): void;
  /** Deletes for good what was hidden. */
  purgeRemoved(): void;
  mark(id: string, change: { isPinned?: boolean; isUnread?: boolean; draft?: string }): void;
  /** @param of where to look: both where left out, titles first */
  search(query: string, limit: number, of?: 'titles' | 'messages'): readonly SearchHit[];
  enqueue(message: Omit<QueuedTurn, 'attachments'> & { attachments?: readonly AttachmentRef[] }): void;
  dequeue(messageId: string): QueuedTurn | undefined;
  nextQueued(conversationId: string): QueuedTurn | undefined;
  configure(id: string, change: { model?: string | null; settings?: RunSettings }): void;
  /** Shows the branch ending in `leafId`; `updatedAt` moves it up the list. */
  setLeaf(id: string, leafId: string | null, updatedAt?: number): void;
}

export interface MessageStore {
  get(id: string): Message | undefined;
  insert(message: NewMessage): void;
  update(reply: ReplyUpdate): void;
  /** Every message of a conversation, oldest first. */
  tree(conversationId: string): readonly Message[];
  /** The branch from `leafId` upwards, oldest first, at most `limit`. */
  pathEndingIn(conversationId: string, leafId: string, limit: number): MessagePage;
  /** The newest message below this one, itself where nothing is below. */
  newestLeafBelow(id: string): string;
  firstReplyTo(id: string): string | null;
  /** A reply goes on being written: under a new key, since it is a call of its own. */
  reopen(id: string, call: { readonly profileId: string; readonly idempotencyKey: string }): void;
  idempotencyKey(id: string): string | null;
  /** Hides a message and all below it, or with `null` shows them again. */
  setRemoved(id: string, at: number | null): void;
  purgeRemoved(): void;
  orphanedReplies(): OrphanedReply[];
}

export interface ProfileStore {
  all(): StoredProfile[];
  put(profile: StoredProfile): void;
  remove(id: string): void;
}

export interface SettingsStore {
  load(): Settings;
  save(settings: Settings): void;
  activeProfileId(): string | null;
  setActiveProfileId(id: string): void;
  newChatDraft(): string;
  setNewChatDraft(text: string): void;
}

export interface CatalogueStore {
  get(profileId: string): { models: Model[]; refreshedAt: number } | undefined;
  put(profileId: string, models: readonly Model[], refreshedAt: number): void;
  remove(profileId: string): void;
}

export interface Storage {
  readonly conversations: ConversationStore;
  readonly messages: MessageStore;
  readonly ledger: LedgerStore;
  readonly report: LedgerReport;
  readonly profiles: ProfileStore;
  readonly settings: SettingsStore;
  readonly catalogues: CatalogueStore;
  readonly jobs: JobStore;
  readonly media: MediaStore;
  readonly prompts: PromptStore;
  readonly presets: PresetStore;
  readonly comparisons: ComparisonStore;
  readonly attachments: AttachmentStore;
  readonly archive: ArchiveFiles;
  readonly batches: BatchStore;
  readonly backups: BackupFiles;
  readonly upkeep: DatabaseUpkeep;
  /** All or nothing. */
  transaction<T>(work: () => T): T;
  close(): void;
}

/** The OS keychain. Every method throws an `AppError` `keychain_unavailable` where none answers. */
export interface Keychain {
  /** Writes, reads and deletes a canary: a locked keychain answers a read like an absent key. */
  probe(): Promise<KeychainState>;
  get(account: string): Promise<string | null>;
  set(account: string, secret: string): Promise<void>;
  remove(account: string): Promise<void>;
}

export interface GatewayAccess {
  readonly profileId: string;
  readonly apiKey: string;
  readonly baseUrl: string;
  /** Hosts of this computer or its network that its results may be fetched from. */
  readonly resultHosts?: readonly string[];
}

export interface GatewayPort {
  client(access: GatewayAccess): MediaGateway;
  toModel(record: ModelRecord): Model;
  probe(access: GatewayAccess): Promise<{ steps: readonly ConnectionStep[]; error: AppErrorData | null }>;
}

/** The embedded gateway, once it answers. */
export interface SandboxPort {
  start(): Promise<{ readonly baseUrl: string; readonly apiKey: string }>;
  /** Hears when it ended without being asked to. */
  onExit(listener: () => void): void;
  stop(): Promise<void>;
}

export interface Ports {
  readonly clock: Clock;
  readonly storage: Storage;
  readonly keychain: Keychain;
  readonly gateway: GatewayPort;
  /** Every call of that gateway's clients, for the inspector. */
  readonly calls: CallFeed;
  readonly sandbox: SandboxPort;
  readonly files: MediaFiles;
  readonly attachments: AttachmentFiles;
  /** Opens the system's file manager at a file; `null` where the host has none. */
  readonly reveal: ((path: string) => void) | null;
  /** Asks where a file is to go; answers a full path, or `null` where none was chosen. `null` where the host cannot. */
  readonly chooseFile: ((suggestedName: string) => Promise<string | null>) | null;
  /**
   * Goes on with a drag outside the window, with the first file's small picture where it has one; `null` where the host
   * cannot.
   */
  readonly drag: ((paths: readonly string[], thumbnail: string | null) => void) | null;
  /** Asks for a file to read; `null` where the host has no dialog, which answers `null` for nothing chosen. */
  readonly openFile: (() => Promise<string | null>) | null;
  /** Any thrown thing as the record that crosses a boundary; never holds a key. */
  readonly describeError: (error: unknown) => AppErrorData;
  /** For the developer's console; never given a key, a prompt or a reply. */
  readonly log: (line: string) => void;
}
