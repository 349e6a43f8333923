/** "Test connection": which step of reaching a gateway fails, and what to do about it. Costs no credits. */
import type { AppErrorData } from '../../../shared/errors';
import { type GatewayId, knownGateways } from '../../../shared/gateways/gateways';
import { serviceBehind } from '../../../shared/gateways/web-pages';
import type { ConnectionStep, ConnectionStepName } from '../../../shared/profiles/profiles';
import { isThisComputer } from '../../../shared/profiles/this-computer';
import { createGatewayClient, type GatewayClientOptions } from '../client';
import type { ReportedBalance } from '../dialects/dialect';
import { chooseDialect } from '../dialects/dialects';
import type { Timeouts } from '../http/call';
import type { NetworkCauseKind } from '../http/network-cause';
import {
  describeCertificateProblem,
  isAboutClientCertificate,
  type PresentedCertificate,
  presentedCertificate,
} from '../network/certificates';
import type { Network } from '../network/networks';
import { GatewayError, toAppError } from '../parse/error';
import { explainInBetween } from '../parse/in-between';
import { isRecord } from '../parse/json';
import { openOnes } from '../record/redact';
import type { ModelList } from '../types/client';
import { explainModels, explainPage } from './explain-models';
import { findOtherBase, isWrongPath } from './other-bases';
import { explainRefusal, isKeyRefused, isPageInBetween } from './refused-key';

export type ProbeOptions = Pick<GatewayClientOptions, 'baseUrl' | 'apiKey' | 'fetch' | 'timeouts'> &
  Partial<Pick<GatewayClientOptions, ConnectionField>> & {
    /** What the requests leave this computer by, where that is not the host's own way. */
    readonly way?: Network | null;
  };

type ConnectionField = 'gateway' | 'authentication' | 'headers' | 'secrets' | 'query' | 'paths';

export interface ProbeReport {
  /** In order, the balance only where there is one; the first failed one stops the test and those after it are skipped. */
  readonly steps: readonly ConnectionStep[];
  readonly error: AppErrorData | null;
  /** `null` where the models could not be read. */
  readonly modelCount: number | null;
  /** The kind of gateway that the reply gives away; `null` where it doesn't. */
  readonly gateway: GatewayId | null;
  /** Another base URL of the same origin that lists models, where the given one doesn't. */
  readonly otherBaseUrl?: string;
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
    const known = await describeWay(options, url);
    return {
      steps: succeededSteps(known, models, isKeyChecked, options, balance),
      error: null,
      modelCount: models?.models.length ?? null,
      gateway: models?.gateway ?? null,
    };
  } catch (error) {
    const known = await describeWay(options, url);
    const finding = await explain(error, known, options.apiKey !== '');
    const other = isWrongPath(error, url, finding.step) ? await findBase(options) : null;
    const failed = { error: toAppError(error), modelCount: null, gateway: null };
    if (other === null)
      return { ...failed, steps: failedSteps(known, withServiceBehind(finding, error, options)) };
    const detail = `No models are listed at ${options.baseUrl}, but at ${other}; use that as the base URL.`;
    return { ...failed, steps: failedSteps(known, { step: 'models', detail }), otherBaseUrl: other };
  }
}

/** The key goes to no other origin. */
const findBase = (options: ProbeOptions): Promise<string | null> =>
  findOtherBase(options.baseUrl, (baseUrl, limitMs) => {
    const limits = { headersMs: limitMs, idleMs: limitMs, totalMs: limitMs };
    return clientFor({ ...options, baseUrl, timeouts: { ...limits, ...options.timeouts } }).models.list();
  });

/** People take the address of the page that shows the key, or of the web site. */
function withServiceBehind(finding: Finding, error: unknown, { baseUrl }: ProbeOptions): Finding {
  const service = error instanceof GatewayError && error.statusCode > 0 ? serviceBehind(baseUrl) : null;
  if (service === null) return finding;
  const where = `The base URL of ${service.name} is ${service.baseUrl}: ${baseUrl} may be a page of its web site.`;
  return { ...finding, detail: `${finding.detail} ${where}` };
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
    // "Method not allowed" and "not implemented": the path is right, and there is nothing to read.
    const isMissing =
      [405, 501].includes(error.statusCode) || (!hasList && isNoAnswerOfKey(error.statusCode));
    if (isMissing || (error.statusCode === 404 && (await clientFor(options).takesChats()))) return null;
    throw error;
  }
}

/** A path that is not there is answered in many ways; only these say something of the key or of the moment. */
const isNoAnswerOfKey = (status: number): boolean =>
  status >= 400 && status !== 401 && status !== 403 && status !== 429 && (status < 500 || status === 501);

/** `null` where this kind of gateway reports none. */
async function readBalance(options: ProbeOptions): Promise<ReportedBalance | null> {
  return clientFor(options).balance();
}

function withoutKey(options: ProbeOptions): ProbeOptions {
  const { headers = {}, query = {}, secrets = [] } = options;
  return { ...options, apiKey: '', headers: openOnes(headers, secrets), query: openOnes(query, secrets) };
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

/** The way to the gateway, as far as it is not simply there. */
interface Way {
  readonly url: URL;
  readonly proxy: string | null;
  readonly hasCertificate: boolean;
  readonly certificate: () => Promise<PresentedCertificate | null>;
}

async function describeWay({ way }: ProbeOptions, url: URL): Promise<Way> {
  // Where the proxy can't even be chosen, the failure itself says so.
  const proxy = (await way?.proxyFor(url).catch(() => null)) ?? null;
  const certificate = () => (way ? way.certificateOf(url) : presentedCertificate(url));
  return { url, proxy, hasCertificate: way?.hasCertificate === true, certificate };
}

/** The balance is only asked for once these have passed. */
const order: readonly ConnectionStepName[] = ['address', 'proxy', 'tls', 'certificate', 'key', 'models'];

/** The proxy and the client certificate are steps only where there are any, or where they are what fails. */
const stepsOf = (
  { proxy, hasCertificate }: Way,
  failed?: ConnectionStepName,
): readonly ConnectionStepName[] =>
  order.filter((name) => {
    if (name === 'proxy') return proxy !== null || failed === name;
    return name === 'certificate' ? hasCertificate || failed === name : true;
  });

function succeededSteps(
  way: Way,
  models: ModelList | null,
  isKeyChecked: boolean,
  options: ProbeOptions,
  balance: ReportedBalance | null,
): ConnectionStep[] {
  return [
    ...stepsOf(way).flatMap((name) => passed(name, way) ?? []),
    keyStep(isKeyChecked, options, models !== null),
    modelsStep(models),
    ...(balance === null ? [] : [balanceStep(balance)]),
  ];
}

function keyStep(isChecked: boolean, options: ProbeOptions, hasModels: boolean): ConnectionStep {
  if (isKeyless(options)) return { name: 'key', state: 'skipped', detail: 'This profile sends no key.' };
  if (isChecked) return { name: 'key', state: 'ok', detail: 'The gateway accepts the key.' };
  const detail = hasModels
    ? 'The gateway lists models without a key, so only a paid request can test it.'
    : 'Only a paid request can test the key.';
  return { name: 'key', state: 'skipped', detail };
}

function modelsStep(list: ModelList | null): ConnectionStep {
  if (list === null) {
    const detail = 'This gateway has no list of models: type the id of the model to use.';
    return { name: 'models', state: 'skipped', detail };
  }
  const { length } = list.models;
  const noun = length === 1 ? 'model is' : 'models are';
  const rest = list.unread === null ? '' : ` The list may be incomplete: ${list.unread.message}`;
  return { name: 'models', state: 'ok', detail: `${length} ${noun} listed.${rest}` };
}

function balanceStep({ remaining, used }: ReportedBalance): ConnectionStep {
  const known = remaining === null ? used : remaining;
  const what = remaining === null ? 'spent so far; the gateway reports no limit' : 'left';
  const detail = known === null ? 'The gateway didn’t report an amount.' : `$${known} ${what}.`;
  return { name: 'balance', state: 'ok', detail };
}

function failedSteps(way: Way, finding: Finding): ConnectionStep[] {
  const names = stepsOf(way, finding.step);
  const failedAt = names.indexOf(finding.step);
  return names.map((name, position) => {
    if (position === failedAt) return { name, state: 'failed', detail: finding.detail };
    if (position > failedAt)
      return { name, state: 'skipped', detail: 'Not tried, since an earlier step failed.' };
    return (
      passed(name, way) ?? {
        name,
        state: 'skipped',
        detail: 'The reply doesn’t show whether the key is valid.',
      }
    );
  });
}

/** A step before the key that did not fail; `null` for those after it. */
function passed(name: ConnectionStepName, { url, proxy }: Way): ConnectionStep | null {
  if (name === 'address') return addressOk(url, proxy);
  if (name === 'proxy') return { name, state: 'ok', detail: `The proxy ${proxy} connects to it.` };
  if (name === 'tls') return tlsPassed(url);
  return name === 'certificate'
    ? { name, state: 'ok', detail: 'The gateway accepts the client certificate.' }
    : null;
}

function addressOk(url: URL, proxy: string | null): ConnectionStep {
  const detail = proxy === null ? `${url.host} answers.` : `${url.host} is asked through a proxy.`;
  return { name: 'address', state: 'ok', detail };
}

function tlsPassed(url: URL): ConnectionStep {
  if (url.protocol === 'https:') return { name: 'tls', state: 'ok', detail: 'The certificate is valid.' };
  const isLocal = isThisComputer(url.hostname);
  const detail = isLocal
    ? 'Not used on this computer.'
    : 'Not used, so the key is sent unencrypted; prefer an https:// address if the gateway has one.';
  return { name: 'tls', state: 'skipped', detail };
}

async function explain(error: unknown, way: Way, hasKey: boolean): Promise<Finding> {
  const { url } = way;
  if (!(error instanceof GatewayError)) return { step: 'address', detail: toAppError(error).message };
  if (error.statusCode === 0) return await explainSilence(error, way);
  if (explainInBetween(error.statusCode) !== null) return { step: 'proxy', detail: error.message };
  if (isPageInBetween(error)) return { step: 'models', detail: explainPage(url) };
  if (isKeyRefused(error)) return { step: 'key', detail: explainRefusal(error, hasKey) };
  if (error.statusCode >= 300 && error.statusCode < 400) return { step: 'address', detail: error.message };
  return { step: 'models', detail: explainModels(error, url) };
}

async function explainSilence(error: GatewayError, way: Way): Promise<Finding> {
  const { url } = way;
  const { cause, code } = isRecord(error.details) ? error.details : {};
  if ((cause as NetworkCauseKind | undefined) === 'proxy') return { step: 'proxy', detail: error.message };
  const kind = cause as NetworkCauseKind | undefined;
  if (url.protocol === 'https:' && (kind === 'tls' || kind === 'cut')) {
    const presented = await way.certificate();
    const refusal = [presented?.alert, String(code)].find((one) => one && isAboutClientCertificate(one));
    if (kind === 'tls' || refusal) {
      const detail = describeCertificateProblem(refusal ?? String(code), url, presented, way.hasCertificate);
      return { step: refusal ? 'certificate' : 'tls', detail };
    }
  }
  const isPlain = url.protocol === 'http:' && cause === 'cut';
  const hint = isPlain ? ' If the gateway uses TLS, the address must begin with https://.' : '';
  return { step: 'address', detail: `${error.message}${hint}` };
}
