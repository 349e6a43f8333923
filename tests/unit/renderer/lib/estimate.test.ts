import { describe, expect, it } from 'vitest';
import { estimateMedia } from '../../../../electron/core/prices/price-estimate';
import { modelsFor } from '../../../../renderer/lib/models-for';
import { usableParameters } from '../../../../renderer/lib/usable-parameters';
import {
  type MediaModality,
  modalities,
  type ParameterValues,
} from '../../../../shared/modalities/modalities';
import type { Capabilities, Pricing } from '../../../../shared/models/models';
import { formatEstimate, isWorthShowing } from '../../../../shared/money/estimate';
import type { MoneyUnit } from '../../../../shared/money/money';
import { aModel } from '../../../support/records';

const able = (part: Partial<Capabilities> = {}): Capabilities => ({ input: ['text'], output: [], ...part });

function estimate(id: MediaModality, pricing: Pricing | null, parameters: ParameterValues, text = 'Hello') {
  const found = estimateMedia(
    { modality: modalities[id], characters: text.length, parameters },
    pricing,
    able({ duration: { min: 1, max: 10 } }),
  );
  return found && formatEstimate(found);
}

describe('the estimate', () => {
  it('of images is the price times their number', () => {
    const pricing: Pricing = { unit: 'image', perUnit: 4 };
    expect(estimate('image', pricing, { count: 4 })).toBe('16');
    expect(estimate('image', pricing, {})).toBe('4');
  });

  it('follows the size or resolution if the price does', () => {
    const bySize: Pricing = { unit: 'image', byResolution: { '512x512': 1, '1024x1024': 4 } };
    expect(estimate('image', bySize, { size: '1024x1024', count: 2 })).toBe('8');
    expect(estimate('image', bySize, {})).toBe('1–4');
    expect(estimate('image', bySize, { size: '99x99' })).toBeNull();
  });

  it('of speech counts the characters that are sent', () => {
    expect(estimate('speech', { unit: 'character', perUnit: 0.02 }, {}, 'Hello world')).toBe('0.22');
  });

  it('of video is seconds times the price of the resolution', () => {
    const pricing: Pricing = { unit: 'second', byResolution: { '480p': 1.6, '720p': 2.4 } };
    expect(estimate('video', pricing, { duration: 6, resolution: '720p' })).toBe('14.4');
    expect(estimate('video', pricing, { resolution: '720p' })).toBe('2.4–24');
    expect(estimate('video', pricing, { duration: 6 })).toBe('9.6–14.4');
  });

  it('is not made if the price is unknown or counts something else', () => {
    expect(estimate('image', null, {})).toBeNull();
    expect(estimate('image', { unit: 'token', output: 1 }, {})).toBeNull();
    expect(estimate('image', { unit: 'image' }, {})).toBeNull();
  });

  it('moves into the button from five credits or five cents on', () => {
    const upTo = (to: number, unit: MoneyUnit) => ({
      costs: [{ unit, estimate: { from: 0, to }, usually: null }],
    });
    expect([4.9, 5].map((to) => isWorthShowing(upTo(to, 'credits')))).toEqual([false, true]);
    expect([0.049, 0.05].map((to) => isWorthShowing(upTo(to, 'usd')))).toEqual([false, true]);
    expect(isWorthShowing({ costs: [] })).toBe(false);
  });
});

describe('the settings that are sent', () => {
  const voices = able({ voices: ['alba', 'bruno'] });

  it('leave out a voice the model does not have, so that its default applies', () => {
    expect(usableParameters(modalities.speech, voices, { voice: 'zoe', speed: 1.5 })).toEqual({ speed: 1.5 });
    expect(usableParameters(modalities.speech, voices, { voice: 'alba' })).toEqual({ voice: 'alba' });
  });

  it('keep everything for a model that lists nothing', () => {
    expect(usableParameters(modalities.speech, null, { voice: 'zoe' })).toEqual({ voice: 'zoe' });
  });

  it('stay in the range of the model', () => {
    const short = able({ duration: { min: 1, max: 10 } });
    expect(usableParameters(modalities.video, short, { duration: 60 })).toEqual({ duration: 10 });
  });
});

describe('the models to choose from', () => {
  it('are those of this modality, then those that don’t state one', () => {
    const picture = aModel({ id: 'a/picture', capabilities: able({ output: ['image'] }) });
    const chat = aModel({ id: 'b/chat', capabilities: able({ output: ['text'] }) });
    const silent = aModel({ id: 'c/silent' });
    expect(modelsFor([silent, chat, picture], 'image')).toEqual([picture, silent]);
  });
});
