/** Runs code copied from the app: in its own folder, with the key in the environment. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../scripts/lib/root.mjs';
import type { SnippetLanguage } from '../../shared/code/operations';

/** Another interpreter, such as one that has the `openai` package, can be named in the environment. */
export const pythonPath = process.env.GATEHOUSE_TEST_PYTHON ?? 'python3';
export const hasPython = spawnSync(pythonPath, ['--version']).status === 0;
export const hasPythonLibrary = hasPython && spawnSync(pythonPath, ['-c', 'import openai']).status === 0;
export const hasCurl = spawnSync('curl', ['--version']).status === 0;

export interface Ran {
  readonly stdout: string;
  file(name: string): Promise<Buffer>;
}

const runners: Readonly<
  Record<SnippetLanguage, { name: string; run: (file: string) => [string, string[]] }>
> = {
  curl: { name: 'call.sh', run: (file) => ['sh', [file]] },
  typescript: { name: 'call.mjs', run: (file) => [process.execPath, [file]] },
  python: { name: 'call.py', run: (file) => [pythonPath, [file]] },
};

/**
 * Rejects where the code ends with a failure.
 * @param variables of the environment, besides the key
 * @param beside files that lie in the folder too, by their names
 */
export async function runSnippet(
  language: SnippetLanguage,
  code: string,
  apiKey: string,
  read: (ran: Ran) => Promise<void> | void,
  beside: Readonly<Record<string, Uint8Array>> = {},
  variables: Readonly<Record<string, string>> = {},
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-snippet-'));
  try {
    const { name, run } = runners[language];
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, name), code);
    for (const [file, bytes] of Object.entries(beside)) await writeFile(join(folder, file), bytes);
    const [program, args] = run(name);
    const { PATH, HOME, LANG } = process.env;
    const env = { PATH, HOME, LANG, GATEHOUSE_API_KEY: apiKey, PYTHONIOENCODING: 'utf-8', ...variables };
    const options = { cwd: folder, env, maxBuffer: 64 * 1_048_576, timeout: 60_000 };
    const { stdout } = await promisify(execFile)(program, args, options);
    await read({ stdout, file: (file) => readFile(join(folder, file)) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Texts that break out of quotes, or try to. */
export const hostileTexts: readonly string[] = [
  `it's "quoted" \\ and \\' and \\"`,
  `$(touch pwned) \`touch pwned\` \${HOME} $HOME ; touch pwned & | > pwned`,
  `'; touch pwned; '`,
  `"; require("fs").writeFileSync("pwned", ""); "`,
  '""" + open("pwned", "w") + """',
  `\${process.exit(1)} {0} {name} %s %(x)s %d 100%`,
  'line one\nline two\r\nline three\tend\n\n',
  'JSON\nEOF\nJSON',
  '</script><!-- --> <script>alert(1)</script>',
  'naïve 你好 🌊 👨‍👩‍👧 \u0000 \u0007 \u001b[31m \u007f \u0085 \u00a0',
  '\u2028 \u2029 \u202e reversed \u2066 \ufeff',
  '!! !$ !-1 history! \\u0041 \\x41 \\n \\',
  '@file -d -- --output=pwned *.ts ~ #comment',
  "'''",
  '\\',
  "'",
];

/** Half of a surrogate pair is text in JSON, but no text in UTF-8. */
export const loneSurrogates: readonly string[] = ['\ud83d', 'a\udc00b', '\udfff\ud800'];
