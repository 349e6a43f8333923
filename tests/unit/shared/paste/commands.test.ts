/** Commands as documents show them, shells keep them and browsers copy them. */
import { expect, test } from 'vitest';
import { readRequests } from '../../../../shared/paste/read-request';

const body = {
  model: 'm',
  messages: [{ role: 'user', content: 'It\'s "5"\nline < & é 👋 100% ^x $HOME `a` \\d' }],
  temperature: 0.5,
};
const text = JSON.stringify(body);
const quoted = text.replaceAll("'", `'\\''`);
const pretty = JSON.stringify(body, null, 2);

/** As `printf %q` of bash writes a text. */
const inBytes = [...new TextEncoder().encode(text)]
  .map((byte) => (byte > 126 ? `\\${byte.toString(8)}` : String.fromCharCode(byte)))
  .map((one) => (/^['\\]$/.test(one) ? `\\${one}` : one))
  .join('');

/** As Chrome copies a text for the command prompt of Windows. */
const forCmd = (plain: string): string => {
  const escaped = plain.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
  return `^"${escaped.replace(/[^\w\s\-:=+~'/.,?;()*`]/g, '^$&').replace(/\n/g, '^\n\n')}^"`;
};

const forPowerShell = (plain: string): string =>
  `"${plain
    .replaceAll('`', '``')
    .replace(/["$]/g, '`$&')
    .replace(/[^ -~]/g, (one) => `$([char]${one.charCodeAt(0)})`)}"`;

function bodiesIn(pasted: string): readonly unknown[] {
  const read = readRequests(pasted);
  if (!read.ok) throw new Error(read.why);
  return read.found.map((one) => JSON.parse(one.text) as unknown);
}

const heredoc = pretty.replace(/[\\$`]/g, '\\$&');

test.each([
  ['joined short flags', `curl -sSd '${quoted}' https://a.b`],
  ['its input joined to the flag', `curl https://a.b -d@- <<'EOF'\n${text}\nEOF`],
  ['a here-document that the shell reads', `curl https://a.b -d @- <<EOF | jq .\n${heredoc}\nEOF\necho done`],
  ['a here-document with tabs', `curl https://a.b -d @- <<-'EOF'\n\t${text}\n\tEOF`],
  ['a here-document in a word', `curl https://a.b -d "$(cat <<'EOF'\n${pretty}\nEOF\n)" -H 'A: b'`],
  ['a pipe from cat', `cat <<'EOF' | curl https://a.b -d @-\n${text}\nEOF`],
  ['a pipe from echo', `echo -n '${quoted}' | curl https://a.b -d @-`],
  ['a here-string', `curl https://a.b -d @- <<< '${quoted}'`],
  ['a variable', `BODY='${quoted}'\ncurl https://a.b -d "$BODY"`],
  ['a variable before it', `KEY=abc curl https://a.b -d '${quoted}'`],
  ['a line before it', `export KEY=abc\ncurl https://a.b -d '${quoted}'`],
  ['a comment', `# Don't worry\ncurl https://a.b -d '${quoted}' # it's done`],
  ['a substitution', `response=$(curl -s https://a.b -d '${quoted}')`],
  ['a path', `time /usr/bin/curl https://a.b -d '${quoted}'`],
  ['a prompt', `ana@host:~$ curl https://a.b \\\n> -d '${quoted}'`],
  ['lines of Windows', `curl https://a.b \\\r\n  -H 'X: y' \\\r\n  -d '${quoted}'\r\n`],
  ['a blank behind the backslash', `curl https://a.b \\ \n  -d '${quoted}'`],
  ['a lost backslash', `curl https://a.b\n  -H 'X: y'\n  -d '${quoted}'`],
  [
    'a here-document in its own words',
    `curl https://a.b -d '${pretty.replace("'", `'\\''`).replace('HOME', 'X <<EOF ')}'`,
  ],
  ['bytes', `curl https://a.b --data-raw $'${inBytes}'`],
  ['a fence of Markdown', `\`\`\`bash\ncurl https://a.b -d '${quoted}'\n\`\`\``],
  ['an address with &', `curl https://a.b?c=1&d=2 -d '${quoted}'`],
  ['Chrome, for the command prompt', `curl ^"https://a.b^" ^\n  -H ^"a: b^" ^\n  --data-raw ${forCmd(text)}`],
  ['a command prompt', `curl https://a.b ^\r\n -d "${text.replace(/["\\]/g, '\\$&')}"`],
  ['lines of PowerShell', `curl.exe https://a.b \`\n -H "A: b" \`\n -d '${quoted}'`],
  [
    'Chrome, for PowerShell',
    `Invoke-WebRequest -UseBasicParsing -Uri "https://a.b" \`\n-Headers @{\n"authorization"="Bearer x"\n} \`\n-Body ([System.Text.Encoding]::UTF8.GetBytes(${forPowerShell(text)}))`,
  ],
  ['PowerShell', `Invoke-RestMethod -Uri https://a.b -Body '${text.replaceAll("'", "''")}'`],
  ['a here-string of PowerShell', `$body = @'\n${pretty}\n'@\nirm https://a.b -Method Post -Body $body`],
])('%s', (name, pasted) => {
  const expected = name.includes('its own words') ? JSON.parse(text.replace('HOME', 'X <<EOF ')) : body;
  expect(bodiesIn(pasted)).toEqual([expected]);
});

test('several commands are several requests', () => {
  const other = { ...body, model: 'other' };
  expect(
    bodiesIn(
      `curl a.b -d '${quoted}'\n\ncurl a.b --json '${JSON.stringify(other).replaceAll("'", `'\\''`)}'`,
    ),
  ).toEqual([body, other]);
});

test.each([
  ['curl https://a.b -d "$BODY"', 'reads its body from $BODY, which isn’t in the text'],
  ['curl https://a.b -d @-', 'has no body'],
  ['curl https://a.b -d \'{"model":"m",\n"messages":[}\'', 'Line 2, column 13'],
  ['Invoke-RestMethod a.b -Body (@{ model = "m"; messages = @() } | ConvertTo-Json)', 'PowerShell table'],
])('%s says what is missing', (pasted, why) => {
  expect(readRequests(pasted)).toEqual({ ok: false, why: expect.stringContaining(why) });
});

test('tokens of a tokenizer aren’t keys', () => {
  const own = {
    ...body,
    stop_token_ids: [1, 2],
    ban_eos_token: true,
    stop_token: '</s>',
    return_token_ids: false,
  };
  expect(bodiesIn(JSON.stringify({ ...own, access_token: 'abcdefgh' }))).toEqual([own]);
});
