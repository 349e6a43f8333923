import { describe, expect, it } from 'vitest';
import { ownArguments, readLaunch } from '../../../../electron/launch';

describe('the command line of the program', () => {
  it('opens the window where nothing else is asked for, whatever flags Chromium gets', () => {
    expect(readLaunch([])).toEqual({ kind: 'window', verbose: false, quickAsk: false, opens: [] });
    expect(readLaunch(['--no-sandbox', '--remote-debugging-port=0', '--verbose'])).toEqual({
      kind: 'window',
      verbose: true,
      quickAsk: false,
      opens: [],
    });
  });

  it('opens what it was given, and quick ask', () => {
    expect(readLaunch(['all.gatehouse', '--quick-ask', 'gatehouse://prompt?text=Hi'])).toMatchObject({
      quickAsk: true,
      opens: ['all.gatehouse', 'gatehouse://prompt?text=Hi'],
    });
  });

  it('prints the version or its flags', () => {
    expect(readLaunch(['--version'])).toEqual({ kind: 'version' });
    expect(readLaunch(['--web', '--help'])).toEqual({ kind: 'help' });
    expect(readLaunch(['-h'])).toEqual({ kind: 'help' });
  });

  it('passes on the flags of the browser host, without those of Chromium', () => {
    expect(readLaunch(['--no-sandbox', '--web', '--port', '0', '--json'])).toEqual({
      kind: 'web',
      args: ['--web', '--port', '0', '--json'],
    });
  });

  it('starts after the program, and after the app if Electron was given one', () => {
    expect(ownArguments(['/usr/bin/gatehouse', '--web'], true)).toEqual(['--web']);
    expect(ownArguments(['electron', '--no-sandbox', '/src/app', '--version'], false)).toEqual(['--version']);
    expect(ownArguments(['electron', '--no-sandbox'], false)).toEqual(['--no-sandbox']);
  });
});
