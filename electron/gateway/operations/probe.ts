/** "Test connection": which step of reaching a gateway fails, and what to do about it. Costs no credits. */
import type { AppErrorData } from '../../../shared/errors';
import { type GatewayId, knownGateways } from '../../../shared/gateways';
import type { ConnectionStep, ConnectionStepName } from '../../../shared/profiles';
import { createGatewayClient, type GatewayClientOptions } from '../client';
import type { ReportedBalance } from '../dialects/dialect';
import { chooseDialect } from '../dialects/dialects';
import type { Timeouts } from '../http/call';
import type { NetworkCauseKind } from '../http/network-cause';
import { describeCertificateProblem } from '../http/tls-problem';
import { GatewayError, toAppError } from '../parse/error';
import { isRecord } from '../parse/json';
import type { ModelList } from '../types';

export type ProbeOptions = Pick<GatewayClientOptions, 'baseUrl' | 'apiKey' | 'fetch' | 'timeouts'> &
  Partial<Pick<GatewayClientOptions, ConnectionField>>;

type ConnectionField = 'gateway' | 'authentication' | 'headers' | 'secrets' | 'query' | 'paths';

export interface ProbeReport {
  /** In order, the balance only where there is one; the first failed one stops the test and those after it are skipped. */
  readonly steps: readonly ConnectionStep[];
  readonly error: AppErrorData | null;
  /** `null` where the models could not be read. */
  readonly modelCount: number | null;
  /** The kind of gateway that the reply gives away; `null` where it doesn't. */
  readonly gateway: GatewayId | null;
}

interface Finding {
  readonly step: ConnectionStepName;
  readonly detail: string;
}

/** A person is waiting: an address that does not answer within this is wrong or down. */
const probeTimeouts: Timeouts = { headersMs: 15_000, idleMs: 10_000, totalMs: 30_000 };

/**
 * Reads the models once; where that works, once more without the key, to know whether it was looked at. A gateway that
 * tells the balance is asked for it, which tests the key as well.
 */
export async function probeConnection(options: ProbeOptions): Promise<ProbeReport> {
  const url = new URL(options.baseUrl);
  try {
    const models = await listModels(options);
    const balance = await readBalance(options);
    const isKeyChecked =
      isKeyless(options) || balance !== null || (await isRefused(listModels(withoutKey(options))));
    return {
      steps: succeededSteps(url, models?.models.length ?? null, isKeyChecked, options, balance),
      error: null,
      modelCount: models?.models.length ?? null,
      gateway: models?.gateway ?? null,
    };
  } catch (error) {
    const finding = explain(error, url, options.apiKey !== '');
    return { steps: failedSteps(url, finding), error: toAppError(error), modelCount: null, gateway: null };
  }
}

const isKeyless = ({ authentication }: ProbeOptions): boolean => authentication?.kind === 'none';

const clientFor = (options: ProbeOptions) =>
  createGatewayClient({ ...options, timeouts: { ...probeTimeouts, ...options.timeouts }, maxAttempts: 1 });

/** `null` where the gateway has no list of models: ids are typed then. */
async function listModels(options: ProbeOptions): Promise<ModelList | null> {
  const { id } = chooseDialect(options.baseUrl, options.gateway);
  const hasList = knownGateways.find((known) => known.id === id)?.hasModelList ?? true;
  try {
    return await clientFor(options).models.list();
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    // "Method not allowed": the path is right, and there is nothing to read.
    const isMissing = error.statusCode === 405 || (!hasList && [404, 501].includes(error.statusCode));
    if (isMissing) return null;
    throw error;
  }
}

/** `null` where this kind of gateway tells none. */
async function readBalance(options: ProbeOptions): Promise<ReportedBalance | null> {
  return clientFor(options).balance();
}

function withoutKey(options: ProbeOptions): ProbeOptions {
  const { headers = {}, secrets = [] } = options;
  const open = Object.entries(headers).filter(([, value]) => !secrets.includes(value));
  return { ...options, apiKey: '', headers: Object.fromEntries(open) };
}

/** True where the gateway turned the call away for want of a key. */
async function isRefused(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return false;
  } catch (error) {
    return error instanceof GatewayError && (error.statusCode === 401 || error.statusCode === 403);
  }
}

/** The balance is only asked for once these have passed. */
const order: readonly ConnectionStepName[] = ['address', 'tls', 'key', 'models'];

function succeededSteps(
  url: URL,
  modelCount: number | null,
  isKeyChecked: boolean,
  options: ProbeOptions,
  balance: ReportedBalance | null,
): ConnectionStep[] {
  return [
    addressOk(url),
    tlsPassed(url),
    keyStep(isKeyChecked, options, modelCount !== null),
    modelsStep(modelCount),
    ...(balance === null ? [] : [balanceStep(balance)]),
  ];
}

function keyStep(isChecked: boolean, options: ProbeOptions, hasModels: boolean): ConnectionStep {
  if (isKeyless(options)) return { name: 'key', state: 'skipped', detail: 'This profile sends no key.' };
  if (isChecked) return { name: 'key', state: 'ok', detail: 'The gateway accepts the key.' };
  const detail = hasModels
    ? 'The gateway lists its models without any key, so only a call that costs would tell.'
    : 'Only a call that costs would tell whether the key is right.';
  return { name: 'key', state: 'skipped', detail };
}

function modelsStep(modelCount: number | null): ConnectionStep {
  if (modelCount === null) {
    const detail = 'This gateway has no list of models: type the id of the model to use.';
    return { name: 'models', state: 'skipped', detail };
  }
  const noun = modelCount === 1 ? 'model is' : 'models are';
  return { name: 'models', state: 'ok', detail: `${modelCount} ${noun} listed.` };
}

function balanceStep({ remaining, used }: ReportedBalance): ConnectionStep {
  const known = remaining === null ? used : remaining;
  const what = remaining === null ? 'spent so far; the gateway names no limit' : 'left';
  const detail = known === null ? 'The gateway names no amount.' : `$${known} ${what}.`;
  return { name: 'balance', state: 'ok', detail };
}

function failedSteps(url: URL, finding: Finding): ConnectionStep[] {
  const failedAt = order.indexOf(finding.step);
  return order.map((name, position) => {
    if (position === failedAt) return { name, state: 'failed', detail: finding.detail };
    if (position > failedAt)
      return { name, state: 'skipped', detail: 'Not tried, since an earlier step failed.' };
    if (name === 'address') return addressOk(url);
    if (name === 'tls') return tlsPassed(url);
    return { name, state: 'skipped', detail: 'The reply does not tell whether the key is right.' };
  });
}

function addressOk(url: URL): ConnectionStep {
  return { name: 'address', state: 'ok', detail: `${url.host} answers.` };
}

function tlsPassed(url: URL): ConnectionStep {
  if (url.protocol === 'https:') return { name: 'tls', state: 'ok', detail: 'The certificate is valid.' };
  const isLocal = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
  const detail = isLocal
    ? 'Not used on this computer.'
    : 'Not used, so the key travels readable; prefer an https:// address if the gateway has one.';
  return { name: 'tls', state: 'skipped', detail };
}

function explain(error: unknown, url: URL, hasKey: boolean): Finding {
  if (!(error instanceof GatewayError)) return { step: 'address', detail: toAppError(error).message };
  if (error.statusCode === 0) return explainSilence(error, url);
  if (error.statusCode === 401 || error.statusCode === 403) {
    return {
      step: 'key',
      detail: hasKey
        ? `The gateway refuses the key (${error.statusCode}); check that it is complete, active and for this gateway.`
        : `The gateway wants a key (${error.statusCode}); save one for this profile.`,
    };
  }
  if (error.statusCode >= 300 && error.statusCode < 400) return { step: 'address', detail: error.message };
  return { step: 'models', detail: explainModels(error, url) };
}

function explainSilence(error: GatewayError, url: URL): Finding {
  const { cause, code } = isRecord(error.details) ? error.details : {};
  if ((cause as NetworkCauseKind | undefined) === 'tls') {
    return { step: 'tls', detail: describeCertificateProblem(String(code), url) };
  }
  const isPlain = url.protocol === 'http:' && cause === 'cut';
  const hint = isPlain ? ' If the gateway uses TLS, the address must begin with https://.' : '';
  return { step: 'address', detail: `${error.message}${hint}` };
}

function explainModels(error: GatewayError, url: URL): string {
  const where = `${url.origin}${url.pathname.replace(/\/$/, '')}/models`;
  if (error.statusCode === 404) {
    return `There is nothing at ${where} (404); check the path of the base URL, which usually ends in /api/v1.`;
  }
  if (error.errorCode === 'malformed_response') {
    return `What came from ${where} is no list of models; check the path of the base URL, which usually ends in /api/v1.`;
  }
  if (error.statusCode === 429)
    return 'The gateway asks for fewer calls (429); wait a little and test again.';
  if (error.statusCode >= 500) {
    return `The gateway answered ${where} with ${error.statusCode}; it may be down, so try again later.`;
  }
  return `Reading ${where} failed: ${error.message}`;
}
