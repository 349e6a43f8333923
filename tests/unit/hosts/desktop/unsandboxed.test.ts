import { describe, expect, it } from 'vitest';
import { unsandboxedNotice } from '../../../../electron/hosts/desktop/unsandboxed';

const APPIMAGE = '/home/ada/Gatehouse-0.1.0.AppImage';

describe('the notice of a missing sandbox', () => {
  it('is shown by an AppImage that started without it, with how to restore it', () => {
    expect(unsandboxedNotice({ env: { APPIMAGE }, hasNoSandbox: true })).toMatchObject({
      level: 'warning',
      message: expect.stringMatching(/\.deb.*user namespaces/),
    });
  });

  it.each([
    ['an AppImage with its sandbox', { env: { APPIMAGE }, hasNoSandbox: false }],
    ['a package that a person started without it', { env: {}, hasNoSandbox: true }],
    ['a package as it is', { env: { APPIMAGE: '' }, hasNoSandbox: false }],
  ])('is not shown by %s', (_, launch) => {
    expect(unsandboxedNotice(launch)).toBeNull();
  });
});
