import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { focusSoon, focusWhenThere, person } from '../../../../renderer/lib/focus';
import { focusLater } from '../../../../renderer/lib/focus-later';

/** A page of named fields; its frames pass as the test says. */
class FakePage {
  readonly body = { name: 'body' };
  activeElement: unknown = this.body;
  #fields = new Map<string, object>();
  #frames: (() => void)[] = [];

  draw(name: string): object {
    const field = {
      checkVisibility: () => true,
      scrollIntoView: () => undefined,
      focus: () => {
        this.activeElement = field;
      },
    };
    this.#fields.set(name, field);
    return field;
  }

  querySelectorAll(selector: string): readonly object[] {
    const field = this.#fields.get(selector.slice('[data-focus="'.length, -2));
    return field === undefined ? [] : [field];
  }

  readonly later = (frame: () => void): void => void this.#frames.push(frame);

  passFrame(): void {
    for (const frame of this.#frames.splice(0)) frame();
  }

  /** As a click into it, or Tab. */
  go(field: object): void {
    person.acts += 1;
    this.activeElement = field;
  }
}

let page: FakePage;
beforeEach(() => {
  page = new FakePage();
  vi.stubGlobal('document', page);
  vi.stubGlobal('requestAnimationFrame', page.later);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('moves the focus to a part that is drawn later, from where it was or from the page as a whole', () => {
  page.activeElement = page.draw('button');
  focusSoon('inspector');
  page.passFrame();
  const inspector = page.draw('inspector');
  page.passFrame();
  expect(page.activeElement).toBe(inspector);

  focusSoon('composer');
  page.go(page.body);
  const composer = page.draw('composer');
  page.passFrame();
  expect(page.activeElement).toBe(composer);
});

it('leaves it where the person has gone before the part is drawn', () => {
  page.activeElement = page.draw('button');
  const search = page.draw('search');
  const onFocused = vi.fn();
  const find = () => (page.querySelectorAll('[data-focus="inspector"]')[0] ?? null) as HTMLElement | null;
  focusWhenThere(find, { onFocused });
  page.passFrame();
  page.go(search);
  page.draw('inspector');
  page.passFrame();
  expect(page.activeElement).toBe(search);
  expect(onFocused).not.toHaveBeenCalled();
});

it('moves it on where a dialog gave it back to its opener, which the person did not do', () => {
  page.activeElement = page.draw('palette');
  const composer = page.draw('composer');
  focusSoon('search');
  page.activeElement = composer;
  const search = page.draw('search');
  page.passFrame();
  expect(page.activeElement).toBe(search);
});

it('waits for an answer in the same way', () => {
  page.activeElement = page.draw('button');
  const composer = page.draw('composer');
  const jobs = page.draw('jobs');
  const answered = focusLater('jobs');
  answered();
  expect(page.activeElement).toBe(jobs);

  const answeredLate = focusLater('jobs');
  page.go(composer);
  answeredLate();
  expect(page.activeElement).toBe(composer);
});
