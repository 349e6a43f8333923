/** Which settings of media the gateway of the active profile has a field for. */
import { type GatewayId, knownGatewayAt } from '../../shared/gateways/gateways';
import { mediaFieldOf, mediaSettings } from '../../shared/gateways/media-settings';
import type { MediaModality } from '../../shared/modalities/modalities';
import { useCoreState } from '../state/core/core-state';

export const useActiveGateway = (): GatewayId | null =>
  useCoreState(({ app }) => {
    const profile = app?.profiles.find(({ id }) => id === app.activeProfileId);
    if (profile === undefined || profile.kind === 'sandbox') return null;
    return profile.connection?.gateway ?? knownGatewayAt(profile.baseUrl)?.id ?? null;
  });

export function isDocumented(gateway: GatewayId | null, modality: MediaModality, id: string): boolean {
  const setting = mediaSettings.find((one) => one === id);
  if (setting === undefined || modality === 'speech') return true;
  return mediaFieldOf(gateway, modality === 'image' ? 'images' : 'videos', setting) !== null;
}
