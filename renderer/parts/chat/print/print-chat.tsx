/** Prints a chat whole: every message of its visible branch, also those that the list has taken off the screen. */
import { createRoot } from 'react-dom/client';
import { useCoreState } from '../../../state/core/core-state';
import { loadMessages } from '../../../state/core/pages';
import { transcriptOf } from '../../../state/core/selectors';
import { MessageView } from '../message/message';

/** On paper, only the copy; its buttons can't be pressed there. Dark text, whatever the theme. */
const rules = `
@media screen { #print-view { position: fixed; inset: 0 auto auto 0; width: 720px; height: 0; overflow: hidden; visibility: hidden } }
@media print {
  @page { margin: 15mm }
  html, body { height: auto !important; overflow: visible !important; background: #fff !important }
  body > :not(#print-view) { display: none !important }
  #print-view button, #print-view video, #print-view audio { display: none !important }
  #print-view article { break-inside: auto; margin-bottom: 6mm }
  #print-view img { break-inside: avoid; max-width: 100% }
  #print-view pre { white-space: pre-wrap }
}`;

/** A picture that never answers must not keep the chat from the printer. */
const MOST_WAIT_MS = 10_000;

/** Takes the last print's copy away; `null` where there is none. */
let remove: (() => void) | null = null;

let isPreparing = false;

/** Nothing while another print is being prepared. */
export async function printChat(conversationId: string): Promise<void> {
  if (isPreparing) return;
  isPreparing = true;
  try {
    await prepareAndPrint(conversationId);
  } finally {
    isPreparing = false;
  }
}

async function prepareAndPrint(conversationId: string): Promise<void> {
  remove?.();
  const ids = await wholeBranch(conversationId);
  const view = await addView();
  const title = useCoreState.getState().conversations[conversationId]?.title;
  view.root.render(
    <>
      {title !== undefined && <h1 className="mb-4 font-semibold text-lg">{title}</h1>}
      {ids.map((id, index) => (
        <MessageView key={id} id={id} place={index + 1} count={ids.length} />
      ))}
    </>,
  );
  await drawn(view.element);
  // Some browsers return from `print` before the dialog is closed.
  addEventListener('afterprint', () => remove?.(), { once: true });
  window.print();
}

async function addView() {
  const { dataset } = document.documentElement;
  const { theme } = dataset;
  const style = await new CSSStyleSheet().replace(rules);
  const element = document.createElement('div');
  element.id = 'print-view';
  element.inert = true;
  const root = createRoot(element);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
  document.body.append(element);
  dataset.theme = 'light';
  remove = () => {
    remove = null;
    root.unmount();
    element.remove();
    if (theme !== undefined) dataset.theme = theme;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== style);
  };
  return { element, root };
}

/** Loads what is above, page by page, until nothing is or nothing more comes. */
async function wholeBranch(conversationId: string): Promise<readonly string[]> {
  let above: string | null | undefined;
  for (;;) {
    const { conversations, messages } = useCoreState.getState();
    const { ids, aboveId, loaded } = transcriptOf(messages, conversations[conversationId]?.leafId ?? null);
    const next = loaded ? aboveId : null;
    if ((loaded && aboveId === null) || next === above) return ids;
    above = next;
    await loadMessages(conversationId, ids[0] ?? null);
  }
}

/** Two frames for what is drawn late, and then every image, loaded whole. */
async function drawn(view: HTMLElement): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const images = [...view.querySelectorAll('img')].map((image) => {
    image.loading = 'eager';
    return image.decode().catch(() => undefined);
  });
  const atMost = new Promise((resolve) => setTimeout(resolve, MOST_WAIT_MS));
  await Promise.race([Promise.all([...images, document.fonts.ready]), atMost]);
}
