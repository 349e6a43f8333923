import { describe, expect, test } from 'vitest';
import { requirePrefill, withBeginning } from '../../../../electron/core/chat/continue';
import { chooseDialect, dialects } from '../../../../electron/gateway/dialects/dialects';
import type { GatewayId } from '../../../../shared/gateways/gateways';

const begun = withBeginning({
  model: 'm',
  stream: true,
  messages: [
    { role: 'user', content: 'Count' },
    { role: 'assistant', content: 'One, two, ' },
  ],
});
const sentTo = (id: GatewayId) => chooseDialect('http://gateway.test', id).toBody('chat', { ...begun });
const lastSentTo = (id: GatewayId) => (sentTo(id).messages as readonly unknown[]).at(-1);

describe('a reply that is begun', () => {
  test('is said to be so in the words of each gateway', () => {
    const words = { role: 'assistant', content: 'One, two,' };
    for (const id of ['deepseek', 'mistral'] as const)
      expect(lastSentTo(id)).toEqual({ ...words, prefix: true });
    for (const id of ['moonshot', 'dashscope'] as const)
      expect(lastSentTo(id)).toEqual({ ...words, partial: true });
    for (const id of ['plain', 'anthropic', 'openrouter', 'llamacpp', 'ollama'] as const)
      expect(lastSentTo(id)).toEqual(words);
    expect(sentTo('vllm')).toMatchObject({
      messages: [{}, words],
      continue_final_message: true,
      add_generation_prompt: false,
    });
  });

  test('keeps the words in which a person wrote that a reply is begun, at every gateway', () => {
    for (const own of [{ prefix: true }, { partial: true }]) {
      const last = { role: 'assistant', content: 'One, two, ', ...own };
      const params = { model: 'm', stream: false, messages: [{ role: 'user', content: 'Count' }, last] };
      expect(withBeginning(params)).toBe(params);
      for (const { id, toBody } of dialects)
        expect(toBody('chat', { ...params }).messages, id).toEqual(params.messages);
    }
  });

  test('leaves a request as it is where nothing is begun', () => {
    const params = { model: 'm', stream: false, messages: [{ role: 'user' as const, content: 'Count' }] };
    expect(withBeginning(params)).toBe(params);
    expect(chooseDialect('http://gateway.test', 'vllm').toBody('chat', params)).toEqual(params);
  });
});

describe('a model that is asked to go on', () => {
  const asked = { profileId: 'p', model: 'm' };
  const ports = (gateway: GatewayId | null, result?: string) => ({
    storage: {
      checks: { latest: () => (result === undefined ? [] : [{ probe: 'prefill', result }]) },
      profiles: { get: () => ({ connection: { gateway } }) },
    },
  });
  const refusal = (gateway: GatewayId | null, result?: string) => () =>
    requirePrefill(ports(gateway, result) as never, asked);

  test('is refused where its gateway can’t, or a check saw that it doesn’t', () => {
    expect(refusal('openai')).toThrow('answer after them. Choose another model');
    expect(refusal(null, 'fails')).toThrow('A check saw that m begins its reply again');
  });

  test('is asked where a check saw that it does, or nothing is known', () => {
    expect(refusal('openai', 'works')).not.toThrow();
    expect(refusal(null)).not.toThrow();
    expect(refusal('deepseek', 'unclear')).not.toThrow();
  });
});
