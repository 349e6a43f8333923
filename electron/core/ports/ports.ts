/**
 * The core's interfaces to clock, disk, network, keychain and host. `electron/compose.ts` provides them, so the core
 * runs unchanged on any host, and tests can pass their own clock, folder or gateway.
 */
import type { ReadHtml } from '../../../shared/assertions/html';
import type { CommandInput } from '../../../shared/contract';
import type { AppErrorData } from '../../../shared/errors';
import type { Token } from '../../../shared/money/tokens';
import type { CheckReply } from '../../../shared/run/reply-fit';
import type { JsonSchema } from '../../../shared/run/response-format';
import type { CallFeed } from '../../gateway/types/call';
import type { Clock } from './clock';
import type { DocumentReader } from './documents';
import type { RunFunction } from './functions';
import type { GatewayPort, SandboxPort } from './gateway';
import type { HostAbilities } from './host-abilities';
import type { Keychain } from './keychain';
import type { MediaFiles } from './media-files';
import type { Storage } from './storage';
import type { StoredFiles } from './stored-files';

export interface Ports extends HostAbilities {
  readonly clock: Clock;
  readonly storage: Storage;
  readonly keychain: Keychain;
  readonly gateway: GatewayPort;
  /** All HTTP requests of the gateway clients, for the inspector. */
  readonly calls: CallFeed;
  readonly sandbox: SandboxPort;
  readonly files: MediaFiles;
  readonly storedFiles: StoredFiles;
  readonly documents: DocumentReader;
  /** Runs a function that answers calls of a tool. */
  readonly runFunction: RunFunction;
  /** The code of Nunjucks, which runs where functions do. */
  readonly templateCode: () => Promise<string>;
  /** How many tokens a text has for current OpenAI models. */
  readonly countTokens: (text: string) => Promise<number>;
  readonly splitTokens: (
    input: CommandInput<'tokens.split'>,
  ) => Promise<{ readonly tokens: readonly Token[]; readonly named: readonly Token[] }>;
  /**
   * Whether a regular expression from outside is found in a text; `null` where that takes too long.
   * @throws SyntaxError where it is none
   */
  readonly testPattern: (pattern: string, text: string) => boolean | null;
  /** Runs what may take forever with what came from outside; `null` where it takes too long. */
  readonly withinMoment: <Result>(run: () => Result, mostMs?: number) => Result | null;
  /**
   * Reads the code of the four below, where it was not read yet; `null` where it was. It has to be there before the first
   * batch or experiment is.
   */
  readonly loadReaders: () => Promise<void> | null;
  /** Reads YAML, of which JSON is a part. @throws where it is none */
  readonly readYaml: (text: string) => unknown;
  /** Reads HTML as browsers do: any text is some. */
  readonly readHtml: (text: string) => ReadHtml;
  /** Writes plain data as YAML. */
  readonly writeYaml: (value: unknown) => string;
  /** Checks replies against a schema, or where it is `null`, only that they are JSON. @throws where it can’t be used */
  readonly replyChecker: (schema: JsonSchema | null) => CheckReply;
  /** Any thrown thing as the record that crosses a boundary; never holds a key. */
  readonly describeError: (error: unknown) => AppErrorData;
  /** Writes to the developer console; never receives a key, prompt or reply. */
  readonly log: (line: string) => void;
}
