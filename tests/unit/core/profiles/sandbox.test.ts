import { describe, expect, it } from 'vitest';
import { createEventBus } from '../../../../electron/core/events';
import { createNotices } from '../../../../electron/core/notices/notices';
import type { Ports } from '../../../../electron/core/ports/ports';
import { createSandboxService } from '../../../../electron/core/profiles/sandbox';

const answer = { baseUrl: 'http://127.0.0.1:1/api/v1', apiKey: 'key' };

/** The port of the embedded gateway, which notes what it is asked for. */
function open(shown?: Promise<unknown>) {
  const asked: string[] = [];
  const logged: string[] = [];
  const sandbox: Ports['sandbox'] = {
    start: async () => {
      asked.push('start');
      return answer;
    },
    expectChat: () => undefined,
    onExit: () => undefined,
    stop: async () => void asked.push('stop'),
  };
  const ports = { sandbox, log: (line: string) => void logged.push(line) } as Pick<Ports, 'sandbox' | 'log'>;
  const notices = createNotices(createEventBus(() => undefined));
  return { service: createSandboxService(ports, notices, shown), asked, logged };
}

describe('the embedded gateway', () => {
  it('starts at once where there are no windows', () => {
    expect(open().asked).toEqual(['start']);
  });

  it('starts when the first window is there, and what is asked of it before waits', async () => {
    let show = (): void => undefined;
    const window = new Promise<void>((resolve) => {
      show = resolve;
    });
    const { service, asked } = open(window);
    const access = service.access();
    expect(asked).toEqual([]);
    show();
    expect(await access).toEqual(answer);
    expect(asked).toEqual(['start']);
    expect(service.baseUrl()).toBe(answer.baseUrl);
  });

  it('never starts where the app closes before there was a window, and keeps nobody waiting', async () => {
    const { service, asked, logged } = open(new Promise(() => undefined));
    const access = service.access();
    const refused = expect(access).rejects.toMatchObject({ data: { code: 'host_unreachable' } });
    await service.stop();
    await refused;
    expect(asked).toEqual(['stop']);
    expect(logged).toEqual([]);
  });
});
