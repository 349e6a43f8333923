import type { Snapshot } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { NEW_CHAT_DRAFT } from '../chat/conversations';
import type { CoreOptions } from '../core';
import { type Handlers, nothing } from '../dispatch';
import type { Ports } from '../ports/ports';
import type { Services } from '../services';
import type { SettingsService } from '../settings/settings';

const FIRST_PAGE = 50;

/** Of the page, since the start: more would push everything else out of the log. */
const mostFailures = 100;

/** Commands of the app as a whole: the first snapshot, notices, settings, and the Sandbox's key. */
export function appHandlers(ports: Ports, services: Services, options: CoreOptions) {
  const { notices, settings, sandbox } = services;
  let failures = 0;
  const noteFailure = (text: string): void => {
    failures += 1;
    if (failures <= mostFailures) ports.log(`page: ${text}`);
  };
  return {
    'app.snapshot': () => snapshot(ports, services, options),
    'app.dismissNotice': ({ id }) => nothing(notices.dismiss(id)),
    'app.diagnostics': () => ports.diagnostics?.read() ?? { report: '', crashes: [] },
    'app.noteFailure': ({ text }) => nothing(noteFailure(text)),
    'app.revealDiagnostics': ({ crashId }) => nothing(revealDiagnostics(ports, crashId)),
    'app.chooseFolder': ({ current }) => chooseFolder(ports, settings, current),
    'app.showChat': ({ conversationId }) =>
      nothing(ports.openPlace?.(`#/chat/${encodeURIComponent(conversationId)}`)),
    'app.spellLanguages': () => ports.spellLanguages?.() ?? [],
    'opening.dismiss': ({ id }) => nothing(services.opening.dismiss(id)),
    'settings.update': ({ patch }) => settings.update(patch).then(nothing),
    'sandbox.key': () => sandbox.access().then(({ apiKey: key }) => ({ key })),
  } satisfies Partial<Handlers>;
}

async function chooseFolder(
  { chooseFolder: ask, files }: Ports,
  settings: Pick<SettingsService, 'noteChosen'>,
  current: string,
): Promise<{ folder: string } | null> {
  if (ask === null) {
    throw new AppError({
      code: 'invalid_input',
      message: 'A browser can’t open the dialogs of this computer. Type the folder.',
    });
  }
  const folder = await ask(current || files.defaultFolder());
  if (folder === null) return null;
  settings.noteChosen(folder);
  return { folder };
}

function revealDiagnostics({ diagnostics, reveal }: Ports, crashId: string | null): void {
  if (reveal === null) {
    throw new AppError({
      code: 'invalid_input',
      message: 'A browser can’t open the file manager of this computer.',
    });
  }
  const place = diagnostics?.pathOf(crashId) ?? null;
  if (place === null) {
    throw new AppError({ code: 'not_found', message: 'This crash dump is no longer in the data folder.' });
  }
  reveal(place);
}

function snapshot({ storage, files }: Ports, services: Services, { version, host }: CoreOptions): Snapshot {
  const { settings, profiles, keys, models, ledger, notices } = services;
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
    ledger: ledger.state(activeProfileId),
    conversations: storage.conversations.page(null, FIRST_PAGE),
    archive: services.archive.current(),
    backups: services.backups.current(),
    updates: services.updates.current(),
    opening: services.opening.current(),
    newChatDraft: storage.settings.newChatDraft(),
    newChatAttachments: storage.files.usesOf({ kind: 'draft', id: NEW_CHAT_DRAFT }),
    jobs: services.jobs.panel(),
    notices: notices.all(),
    presets: storage.presets.all(),
  };
}
