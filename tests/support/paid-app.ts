import { afterEach, beforeEach } from 'vitest';
import { openTestCore, type TestCore } from './core';
import { type PaidGateway, startPaidGateway } from './paid-gateway';

export interface PaidApp {
  readonly gateway: PaidGateway;
  readonly app: TestCore;
}

/** A scripted gateway with an account, and the app on it, for each test of the file. */
export function paidApp(): PaidApp {
  let gateway: PaidGateway;
  let app: TestCore;
  beforeEach(async () => {
    gateway = await startPaidGateway();
    app = await openTestCore({ sandbox: gateway.sandbox });
  });
  afterEach(async () => {
    await app.close();
    await gateway.close();
  });
  return {
    get gateway() {
      return gateway;
    },
    get app() {
      return app;
    },
  };
}
