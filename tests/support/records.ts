/** Small whole records for tests: each names what matters and takes the rest from here. */

import { defaultSettings } from '../../shared/app/settings';
import { noUpdates } from '../../shared/app/updates';
import type { Conversation, Message } from '../../shared/chat/chat';
import type { Snapshot } from '../../shared/contract';
import type { Job } from '../../shared/media/jobs';
import type { MediaItem } from '../../shared/media/media';
import type { Model } from '../../shared/models/models';
import type { LedgerState } from '../../shared/money/ledger';
import { micros } from './money';

export function aMessage(part: Partial<Message> & { id: string }): Message {
  return {
    conversationId: 'c1',
    parentId: null,
    role: 'assistant',
    text: '',
    parts: part.text ? [{ id: `${part.id}-p1`, type: 'text', text: part.text }] : [],
    status: 'complete',
    model: 'sandbox/echo',
    answeredModel: null,
    profileId: null,
    createdAt: 1,
    finishedAt: null,
    finishReason: null,
    usage: null,
    firstTokenMs: null,
    totalMs: null,
    cost: null,
    requestId: null,
    error: null,
    siblingIds: [part.id],
    ...part,
  };
}

export function aConversation(part: Partial<Conversation> & { id: string }): Conversation {
  return {
    title: 'A chat',
    createdAt: 1,
    updatedAt: 1,
    leafId: null,
    model: null,
    usedModels: [],
    settings: {},
    cost: [],
    hasUnknownCost: false,
    streamingMessageIds: [],
    isPinned: false,
    isUnread: false,
    draft: '',
    draftAttachments: [],
    queued: [],
    owner: null,
    ...part,
  };
}

export function aModel(part: Partial<Model> & { id: string }): Model {
  return { ownedBy: null, createdAt: null, pricing: null, capabilities: null, raw: null, ...part };
}

export function aLedger(part: Partial<LedgerState> = {}): LedgerState {
  return {
    profileId: 'sandbox',
    unit: 'credits',
    isFree: false,
    newestId: 0,
    at: 1,
    remaining: null,
    spentThisSession: micros(0),
    outsideThisSession: micros(0),
    spentToday: micros(0),
    spentThisMonth: micros(0),
    unknownThisSession: 0,
    lastCall: null,
    ...part,
  };
}

export function aSnapshot(part: Partial<Snapshot> = {}): Snapshot {
  return {
    version: '0.0.0',
    host: 'browser',
    settings: defaultSettings,
    defaultMediaFolder: '/home/ada/Gatehouse',
    profiles: [],
    activeProfileId: 'sandbox',
    keychain: { available: true },
    catalogue: {
      profileId: 'sandbox',
      models: [],
      refreshedAt: null,
      refreshing: false,
      error: null,
      unread: null,
    },
    ledger: aLedger(),
    conversations: { conversations: [], nextCursor: null },
    newChatDraft: '',
    newChatAttachments: [],
    jobs: { jobs: [], nextCursor: null },
    notices: [],
    archive: null,
    backups: { items: [], pendingRestoreId: null, isRunning: false },
    updates: noUpdates,
    opening: null,
    presets: [],
    ...part,
  };
}

export function aMediaItem(part: Partial<MediaItem> & { id: string }): MediaItem {
  return {
    kind: 'image',
    contentType: 'image/png',
    fileName: `${part.id}.png`,
    bytes: 1_000,
    width: 1_024,
    height: 1_024,
    durationMs: null,
    origin: {
      modality: 'image',
      model: 'sandbox/aurora',
      prompt: 'A boat',
      parameters: {},
      extra: {},
      jobId: 'j1',
      cost: null,
      createdAt: 1,
    },
    isStarred: false,
    isMissing: false,
    hasThumbnail: true,
    ...part,
  };
}

export function aJob(part: Partial<Job> & { id: string }): Job {
  return {
    modality: 'image',
    profileId: 'sandbox',
    model: 'sandbox/aurora',
    prompt: 'A boat',
    parameters: {},
    extra: {},
    status: 'completed',
    remoteStatus: null,
    remoteId: null,
    progress: null,
    createdAt: 1,
    finishedAt: null,
    checks: null,
    parts: [],
    cost: null,
    mayStillCharge: false,
    canFetchAgain: false,
    requestId: null,
    error: null,
    media: [],
    isForeign: false,
    isDismissed: false,
    owner: null,
    ...part,
  };
}
