import { LINK_SCHEME, type OpenRequest } from '../../../shared/app/opening';
import { limits } from '../../../shared/limits';
import { type ModalityId, modalityIds } from '../../../shared/modalities/modalities';
import { baseUrlSchema } from '../../../shared/profiles/profiles';
import type { ArchiveService } from '../archive/archive';
import type { EventBus } from '../events';
import type { Ports } from '../ports/ports';

/** What the host was started with, or was given while it runs. */
export type OpenTarget =
  | { readonly kind: 'archive'; readonly path: string }
  | { readonly kind: 'link'; readonly url: string };

export interface Opening {
  /** The request that waits for the person; `null` where there is none. */
  current(): OpenRequest | null;
  /**
   * Shows it now or, while another waits for the person, after that one: what is on the screen never changes under a
   * click. Beyond a few, newer ones are dropped: a page can open links without end.
   */
  open(target: OpenTarget): void;
  dismiss(id: string): void;
}

const MOST_LATER = 4;

/** Shows what the system asks to open; nothing happens before the person confirms it. */
export function createOpening(
  { clock }: Pick<Ports, 'clock'>,
  events: EventBus,
  archive: ArchiveService,
): Opening {
  let waiting: OpenRequest | null = null;
  let later: readonly OpenRequest[] = [];
  const show = (request: OpenRequest | null) => {
    waiting = request;
    events.emit({ type: 'opening.changed', request });
  };
  const add = (request: OpenRequest) => {
    if (waiting === null) show(request);
    else if (later.length < MOST_LATER) later = [...later, request];
  };
  return {
    current: () => waiting,
    open(target) {
      const id = clock.newId();
      if (target.kind === 'link') return add({ id, ...readLink(target.url) });
      const archiveId = archive.register(target.path);
      add({ id, kind: 'archive', archiveId, fileName: target.path.split(/[\\/]/).at(-1) ?? target.path });
    },
    dismiss(id) {
      if (waiting?.id !== id) return;
      const [next = null, ...others] = later;
      later = others;
      show(next);
    },
  };
}

type Prepared = OpenRequest extends infer Request
  ? Request extends unknown
    ? Omit<Request, 'id'>
    : never
  : never;

/** Links that people type are shorter, and systems cut longer ones. */
const MAX_LINK = 100_000;
const MAX_NAME = 100;
const tabs: readonly string[] = modalityIds;

/**
 * Reads `gatehouse://prompt?tab=chat&text=…` or `gatehouse://profile?name=…&url=…`. A link only ever prepares: what
 * else it holds is ignored, and nothing of it is sent.
 */
export function readLink(link: string): Prepared {
  if (link.length > MAX_LINK || !URL.canParse(link)) return refused('The link is not a complete address.');
  const { protocol, hostname, searchParams } = new URL(link);
  if (protocol !== `${LINK_SCHEME}:`)
    return refused(`Only links that begin with ${LINK_SCHEME}:// open here.`);
  if (hostname === 'too-long')
    return refused('The link is too long to be opened. Copy the prompt and paste it instead.');
  if (hostname === 'prompt') return readPrompt(searchParams);
  if (hostname === 'profile') return readProfile(searchParams);
  return refused('This version of Gatehouse can’t open this kind of link.');
}

function readPrompt(fields: URLSearchParams): Prepared {
  const text = plain(fields.get('text') ?? '').trim();
  const tab = fields.get('tab') ?? 'chat';
  if (text === '') return refused('The link has no prompt.');
  if (text.length > limits.messageCharacters) return refused('The prompt in the link is too long.');
  if (!tabs.includes(tab)) return refused(`The link’s tab doesn’t exist: ${tab.slice(0, 40)}`);
  return { kind: 'prompt', tab: tab as ModalityId, text };
}

function readProfile(fields: URLSearchParams): Prepared {
  const url = baseUrlSchema.safeParse(fields.get('url') ?? '');
  if (!url.success) return refused('The link has no valid base URL.');
  const { hostname, username, password } = new URL(url.data);
  if (username !== '' || password !== '') return refused('The base URL in the link contains a password.');
  const name = plain(fields.get('name') ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  return { kind: 'profile', name: (name || hostname).slice(0, MAX_NAME), baseUrl: url.data };
}

/** Without characters that are not seen or turn the direction of text: they could hide what is confirmed. */
function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, (character) => ('\n\t'.includes(character) ? character : ''));
}

const refused = (message: string): Prepared => ({ kind: 'refused', message });
