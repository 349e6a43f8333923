import type { Snapshot } from '../../../shared/contract';
import { NEW_CHAT_DRAFT } from '../chat/conversations';
import type { CoreOptions } from '../core';
import { type Handlers, nothing } from '../dispatch';
import type { Ports } from '../ports/ports';
import type { Services } from '../services';

const FIRST_PAGE = 50;

/** What belongs to no family: what a window begins with, its notices, the settings, the Sandbox's key. */
export function appHandlers(ports: Ports, services: Services, options: CoreOptions) {
  const { notices, settings, sandbox } = services;
  return {
    'app.snapshot': () => snapshot(ports, services, options),
    'app.dismissNotice': ({ id }) => nothing(notices.dismiss(id)),
    'settings.update': ({ patch }) => settings.update(patch).then(nothing),
    'sandbox.key': () => sandbox.access().then(({ apiKey: key }) => ({ key })),
  } satisfies Partial<Handlers>;
}

function snapshot({ storage, files }: Ports, services: Services, { version, host }: CoreOptions): Snapshot {
  const { settings, profiles, keys, models, credits, notices } = services;
  const activeProfileId = profiles.activeId();
  return {
    version,
    host,
    settings: settings.current(),
    defaultMediaFolder: files.defaultFolder(),
    profiles: profiles.all(),
    activeProfileId,
    keychain: keys.keychain(),
    catalogue: models.catalogue(activeProfileId),
    credits: credits.summary(activeProfileId),
    ledger: credits.state(activeProfileId),
    conversations: storage.conversations.page(null, FIRST_PAGE),
    archive: services.archive.current(),
    backups: services.backups.current(),
    newChatDraft: storage.settings.newChatDraft(),
    newChatAttachments: storage.attachments.usesOf({ kind: 'draft', id: NEW_CHAT_DRAFT }),
    jobs: services.jobs.panel(),
    notices: notices.all(),
    presets: storage.presets.all(),
  };
}
