/** One next step for each error: what you can do about it, in a sentence. */
import type { AppErrorCode, AppErrorData, JobStage } from '../../shared/errors';

type GatewayCode =
  | 'invalid_request'
  | 'invalid_api_key'
  | 'insufficient_credits'
  | 'model_not_found'
  | 'idempotency_conflict'
  | 'payload_too_large'
  | 'rate_limited'
  | 'internal_error'
  | 'provider_error'
  | 'overloaded'
  | 'context_length_exceeded'
  | 'unsupported_parameter'
  | 'no_result'
  | 'quota_exhausted';

const steps: Readonly<Record<AppErrorCode | GatewayCode, string>> = {
  invalid_input: 'Correct the named field, then try again.',
  not_found: 'Choose another one: this one was deleted or moved.',
  busy: 'Wait until the reply has ended, or stop it first.',
  no_key: 'Open Settings and add an API key to this profile.',
  needs_key: 'Enter the stored key in its field, then try again. Nothing was changed.',
  over_budget:
    'Raise the limit in Settings, choose something cheaper, or wait until the day or month is over.',
  needs_confirmation: 'Send it again to confirm, or choose something cheaper.',
  keychain_unavailable: 'Keep the key for this session only, or start a keychain and try again.',
  storage_full: 'Free some disk space, then try again. Nothing you typed is lost.',
  storage_readonly: 'Allow writing to the data folder, then try again. Nothing you typed is lost.',
  storage_failed: 'Try again. If the error persists, restart the app and read the notice it shows.',
  network_error: 'Try again, or test the connection in Settings.',
  timeout: 'Try again, or choose a faster model.',
  aborted: 'Try again when you are ready.',
  malformed_response: 'Test the connection in Settings if the address may not be a gateway.',
  no_result: 'Change the prompt, or choose another model.',
  local_address_refused:
    'If that host should store results, allow it here or in the settings of the profile, then fetch again: it is free.',
  job_elsewhere:
    'If that address belongs to the gateway, allow it here; else look for the result on the gateway’s own page.',
  result_changed: 'Fetch again: it begins at the start, and costs nothing.',
  result_limit: 'Download more, which is free, or leave the rest.',
  stream_cut: 'Try again: the connection was lost before the reply finished.',
  interrupted: 'Try again: the app was closed before the reply finished.',
  not_sent: 'Try again: nothing of it was sent, so nothing was charged.',
  update_refused: 'Try again later, or download the new version by hand.',
  host_unreachable: 'Check that Gatehouse is still running. The page reconnects automatically.',
  internal: 'Try again. If the error persists, report it with the message above.',
  invalid_request: 'Check the run settings: the gateway refused one of the values.',
  invalid_api_key: 'Open Settings, save the right API key and test the connection.',
  insufficient_credits: 'Add credits to this account, or switch to another profile.',
  model_not_found: 'Choose another model, or refresh the list of models.',
  idempotency_conflict: 'Send it again as a new message.',
  payload_too_large: 'Shorten the message or start a new chat.',
  rate_limited: 'Wait a little, then try again.',
  internal_error: 'Try again: the gateway had an internal error.',
  provider_error: 'Try again, or choose another model: the provider behind it failed.',
  overloaded: 'Wait a little, then try again: the gateway is busy.',
  context_length_exceeded: 'Shorten the message, start a new chat, or choose a model with a larger context.',
  unsupported_parameter: 'Reset the named setting in the run settings, or choose another model.',
  quota_exhausted:
    'Choose another model or profile, or raise the quota on the gateway’s own page. A quota of a day is full again the next day.',
};

/** Inputs that nobody types: a file is chosen again, not corrected. */
const stepsOfField: Readonly<Record<string, string>> = {
  attachments: 'Remove this file or attach another one.',
  archive: 'Choose another archive: nothing of this one was imported.',
  json: 'Choose another file: nothing of this one was imported.',
  requestJson: 'Correct that place of the JSON, then try again.',
  leafId: 'Copy your text before you close this. Nothing was changed.',
  mediaFolder: 'Choose another folder. Results stay where they are until then.',
  'network.certificate': 'Choose another certificate file.',
  'network.authorities': 'Choose another certificate file.',
};

/** For an input without a field, or with one that the screen does not show. */
const stepWithoutField = 'Nothing was changed. Choose something else, then try again.';

/** What a gateway answered with this status is missing there, not in the app. */
const stepNotServed =
  'This gateway may not offer this. Check the base URL of the profile, or use another model or profile.';

/** In Settings, which need not be opened. */
const stepsInSettings: Partial<Readonly<Record<string, string>>> = {
  no_key: 'Add an API key to this profile.',
  invalid_api_key: 'Save the right API key, then test the connection.',
  malformed_response: 'Check the base URL: the address may not be a gateway.',
  network_error: 'Try again, or test the connection.',
  over_budget: 'Raise the limit of the profile, or wait until the day or month is over.',
};

/** Codes that a few words describe better than what was being done. */
const titles: Readonly<Record<string, string>> = {
  invalid_input: 'Couldn’t use the input',
  no_key: 'No API key',
  needs_key: 'Enter the key to confirm',
  over_budget: 'Over your limit',
  needs_confirmation: 'Confirmation needed',
  keychain_unavailable: 'No keychain',
  storage_full: 'Couldn’t save: the disk is full',
  storage_readonly: 'Couldn’t save: the data folder is read-only',
  storage_failed: 'Storage error',
  network_error: 'Couldn’t reach the gateway',
  timeout: 'No response in time',
  malformed_response: 'Unreadable response',
  no_result: 'No result',
  local_address_refused: 'Local address refused',
  job_elsewhere: 'Its state is at another address',
  result_limit: 'More results to download',
  stream_cut: 'Connection lost',
  host_unreachable: 'Couldn’t reach Gatehouse',
  update_refused: 'Update refused',
  invalid_request: 'Request refused',
  invalid_api_key: 'API key refused',
  model_not_found: 'Model not found',
  payload_too_large: 'Request too large',
  rate_limited: 'Rate limit reached',
  internal_error: 'Gateway error',
  provider_error: 'Provider error',
  overloaded: 'Gateway overloaded',
  context_length_exceeded: 'Too long for the model',
  unsupported_parameter: 'Setting refused',
  quota_exhausted: 'Quota used up',
} satisfies Partial<Record<AppErrorCode | GatewayCode, string>>;

/** What happened, in a few words. @param otherwise where neither code nor status says it */
export function titleOf(error: AppErrorData, otherwise = 'Couldn’t complete this action'): string {
  if (error.code === 'quota_exhausted') return titles.quota_exhausted ?? otherwise;
  if (isOutOfCredits(error)) return 'No credits left';
  if (isTooLong(error)) return titles.context_length_exceeded ?? otherwise;
  const ofStage = isLimit(error) || error.code === 'job_elsewhere' ? null : titleOfStage(error);
  if (ofStage !== null) return ofStage;
  return Object.hasOwn(titles, error.code)
    ? (titles[error.code] ?? otherwise)
    : (titleOfStatus(error.statusCode) ?? otherwise);
}

function titleOfStatus(status: number | undefined): string | null {
  if (status === 401) return titles.invalid_api_key ?? null;
  if (status === 429) return titles.rate_limited ?? null;
  if (status === 529) return titles.overloaded ?? null;
  return status !== undefined && status >= 500 ? (titles.internal_error ?? null) : null;
}

/** Whether a key in the settings is the next step. */
export const needsKey = ({ code, statusCode }: AppErrorData): boolean =>
  code === 'no_key' || code === 'invalid_api_key' || statusCode === 401;

const stageTitles: Readonly<Record<JobStage, string>> = {
  request: 'Couldn’t generate',
  generation: 'The gateway couldn’t finish the job',
  polling: 'Couldn’t follow the job',
  download: 'Couldn’t download the result',
  save: 'Couldn’t save the result',
};

/** `null` for errors of no job. */
export const titleOfStage = ({ stage }: AppErrorData): string | null =>
  stage === undefined ? null : stageTitles[stage];

/** In these stages the error came from elsewhere than the generation request, or says nothing about it. */
const stepsOfStage: Partial<Readonly<Record<JobStage, string>>> = {
  generation: 'Change the prompt or the settings, then try again.',
  polling: 'Generate it again if you still need it: the gateway no longer keeps this job.',
  download: 'Fetch it again: that’s free. If its address has expired, you need a new job.',
};

/** Nothing failed: an answer has more results than are downloaded unasked. */
const isLimit = ({ code }: AppErrorData): boolean => code === 'result_limit';

/**
 * The next step; falls back to the HTTP status for unknown codes.
 *
 * @param isInSettings whether the error is shown there: then nothing says to open them
 */
export function nextStep(error: AppErrorData, isInSettings = false): string {
  const isStaged = !isLimit(error) && error.code !== 'job_elsewhere';
  const ofStage = error.stage && isStaged && stepsOfStage[error.stage];
  if (ofStage) return ofStage;
  if (error.code === 'quota_exhausted') return steps.quota_exhausted;
  if (isOutOfCredits(error)) return steps.insufficient_credits;
  if (isTooLong(error)) return steps.context_length_exceeded;
  if (error.retryAfterMs !== undefined) return `Wait ${formatWait(error.retryAfterMs)}, then try again.`;
  const ofPlace = isInSettings ? stepsInSettings[needsKey(error) ? keyCode(error) : error.code] : undefined;
  return ofPlace ?? stepOfInput(error) ?? stepOfCode(error);
}

const keyCode = ({ code }: AppErrorData) => (code === 'no_key' ? code : 'invalid_api_key');

/** `null` for errors that are not about what the app was given; a gateway’s own codes come with a status. */
function stepOfInput({ code, field = '', statusCode }: AppErrorData): string | null {
  if (code === 'not_found' && statusCode !== undefined) return stepNotServed;
  if (code !== 'invalid_input' || statusCode !== undefined) return null;
  const ofField = Object.hasOwn(stepsOfField, field) ? stepsOfField[field] : undefined;
  return ofField ?? (field === '' || /(?:^|\.|[a-z])[iI]ds?$/.test(field) ? stepWithoutField : null);
}

function stepOfCode(error: AppErrorData): string {
  if (error.statusCode === 403) return stepOfForbidden(error);
  const known = Object.hasOwn(steps, error.code) ? steps[error.code as AppErrorCode] : undefined;
  return known ?? stepOfStatus(error.statusCode);
}

const IS_PAGE = /with status \d+ and a web page\b/;
const ABOUT_KEYS = /\b(?:api|access|invalid|wrong|missing)?[ _-]?(?:keys?|token)\b|auth|credential/i;

/** Not only keys are refused with 403: so are places, models, and computers. */
function stepOfForbidden({ code, message }: AppErrorData): string {
  const said = message.slice(0, MOST_READ);
  if (IS_PAGE.test(said))
    return 'Open the base URL in a browser: a proxy, a firewall or a check for bots may be in between.';
  if (code === 'invalid_api_key' || ABOUT_KEYS.test(`${code} ${said}`)) return steps.invalid_api_key;
  return 'Check what this key is allowed to use, or choose another model or profile.';
}

function stepOfStatus(status: number | undefined): string {
  if (status === 401 || status === 403) return steps.invalid_api_key;
  if (status === 402) return steps.insufficient_credits;
  if (status === 404) return steps.model_not_found;
  if (status === 429) return steps.rate_limited;
  if (status === 529) return steps.overloaded;
  if (status !== undefined && (status >= 500 || isPassing(status))) return stepOfPassing(status);
  // The same request would be refused again.
  if (status !== undefined && status >= 400) return 'Change the message or the run settings, then try again.';
  return 'Try again, or change the message or the run settings.';
}

/** Of a request that was fine: it came at a wrong moment, or what it needed failed. */
const isPassing = (status: number): boolean => [408, 424, 425].includes(status);

function stepOfPassing(status: number): string {
  return status >= 500 ? steps.internal_error : 'Try again: the gateway didn’t take the request this time.';
}

const TOO_LONG =
  /\bmaximum context (?:length|size)\b|\bprompt is too long\b|\bexceed\w* (?:\w+ ){0,5}context (?:length|size|window)\b|\bcontext (?:length|size|window) (?:\w+ ){0,3}exceeded\b|\bgreater than the context (?:length|size)\b/i;

/** Each server has its own words and codes for what a model can’t hold. */
const isTooLong = ({ code, message, statusCode }: AppErrorData): boolean =>
  code === 'context_length_exceeded' ||
  (statusCode !== undefined && statusCode >= 400 && TOO_LONG.test(message.slice(0, MOST_READ)));

/** A message names its reason at its beginning. */
const MOST_READ = 1_000;

/** True where the account has no credits left, whichever code the gateway uses. */
export function isOutOfCredits(error: AppErrorData): boolean {
  return error.isOutOfCredits === true || error.code === 'insufficient_credits' || error.statusCode === 402;
}

function formatWait(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1_000));
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
