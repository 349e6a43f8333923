import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { isAlive, readProcess } from '../../../../electron/hosts/web/processes';

const runs = process.platform === 'win32' ? describe.skip : describe;

runs('another process', () => {
  it('is identified by its name and its parent', async () => {
    const child = spawn('sleep', ['30']);
    await vi.waitFor(() => expect(readProcess(child.pid ?? 0)?.name).toBe('sleep'), { timeout: 60_000 });
    expect(readProcess(child.pid ?? 0)).toEqual({ name: 'sleep', parent: process.pid, isZombie: false });
    expect(isAlive(child.pid ?? 0)).toBe(true);
    child.kill();
    await once(child, 'exit');
    expect(isAlive(child.pid ?? 0)).toBe(false);
    expect(readProcess(child.pid ?? 0)).toBeNull();
  });

  it('that has ended is gone, even while its parent has not collected it', async () => {
    // The shell becomes a program that never asks after the child it was left with.
    const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 30']);
    const [output] = await once(parent.stdout, 'data');
    const zombie = Number(String(output));
    await vi.waitFor(() => expect(readProcess(zombie)?.isZombie).toBe(true), { timeout: 60_000 });
    if (process.platform === 'linux') expect(isAlive(zombie)).toBe(false);
    parent.kill();
  });

  it('that never existed is not found', () => {
    expect(isAlive(999_999_999)).toBe(false);
    expect(readProcess(999_999_999)).toBeNull();
  });
});
