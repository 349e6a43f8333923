/** Probes of the roles of messages: whether what only one message says reaches the model. */
import type { SeenReply } from '../seen';
import {
  type Ask,
  type AskFor,
  type Body,
  drawnDigits,
  excerpt,
  fails,
  isCutEmpty,
  type Probe,
  plainText,
  replyTo,
  type Subject,
  thoughtOnly,
  unclear,
  type Verdict,
  works,
} from './probe';

const codeWord = ({ seed, model }: Subject, role: string): string =>
  `ZEBRA-${drawnDigits(5, seed, model, role)}`;

const askForCode = 'What is the code word? Reply with the code word only.';

/** The same question with the code word in the message of the person: a model that fails here too shows nothing. */
export const controlAsk = (subject: Subject): Ask => ({
  step: 'control',
  sharedWith: 'systemRole',
  operation: 'chat',
  body: {
    max_tokens: 300,
    messages: [{ role: 'user', content: `The code word is ${codeWord(subject, 'control')}. ${askForCode}` }],
  },
});

const has = ({ text }: SeenReply, word: string) => plainText(text).includes(plainText(word));

export const repeatsCodes = async (ask: AskFor, subject: Subject): Promise<boolean> =>
  has(await replyTo(ask, 'control'), codeWord(subject, 'control'));

export const neverRepeats = unclear('It doesn’t repeat a code word, wherever that stands.');

const streamedSteps = ['streamed', 'streamed again'] as const;

/**
 * Some gateways build the request of a stream another way.
 * @returns what is wrong; `null` where a stream shows nothing
 */
async function dropInStream(ask: AskFor, subject: Subject): Promise<Verdict | null> {
  for (const step of streamedSteps) {
    const seen = await ask(step);
    if (seen.kind !== 'reply' || seen.text.trim() === '') return null;
    if (has(seen, codeWord(subject, `system${step}`))) return null;
  }
  return fails(
    'It knows the code word of the system message in a whole reply, and twice not in a streamed one.',
  );
}

function roleProbe(id: 'systemRole' | 'developerRole', role: 'system' | 'developer'): Probe {
  const body = (subject: Subject, of: string, step: string): Body => ({
    max_tokens: 300,
    messages: [
      {
        role: of,
        content: `The code word is ${codeWord(subject, `${role}${step}`)}. When you are asked for it, reply with it.`,
      },
      { role: 'user', content: askForCode },
    ],
  });
  const asks = (subject: Subject): Ask[] => [
    { step: 'first', operation: 'chat', body: body(subject, role, 'first') },
    { step: 'again', operation: 'chat', body: body(subject, role, 'again') },
    controlAsk(subject),
    ...(role === 'system' ? streamedSteps : []).map((step): Ask => {
      const streamed = { ...body(subject, role, step), stream: true };
      return { step, operation: 'chat', body: streamed };
    }),
  ];
  return {
    id,
    asks,
    async run(ask, subject) {
      const first = await replyTo(ask, 'first', `a message of the role ${role}`);
      if (has(first, codeWord(subject, `${role}first`)))
        return (
          (role === 'system' ? await dropInStream(ask, subject) : null) ??
          works(`It knows the code word that only the ${role} message has.`)
        );
      const again = await replyTo(ask, 'again');
      if (has(again, codeWord(subject, `${role}again`)))
        return unclear(`It knew the code word of the ${role} message in one of two replies.`);
      if (!(await repeatsCodes(ask, subject))) return neverRepeats;
      if (isCutEmpty(first) || isCutEmpty(again)) return thoughtOnly;
      return fails(`Twice it didn’t know the code word of the ${role} message: ${excerpt(again.text)}.`);
    },
  };
}

const systemRole = roleProbe('systemRole', 'system');
const developerRole = roleProbe('developerRole', 'developer');

export const roleProbes: readonly Probe[] = [systemRole, developerRole];
