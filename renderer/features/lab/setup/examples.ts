/** Two experiments to begin with, on models of the Sandbox. */
import { SANDBOX_PROFILE_ID } from '../../../../shared/profiles/sandbox-profile';
import { emptyDraft, type LabDraft, newKey, newVariant } from './lab-draft';

interface Example {
  readonly title: string;
  readonly draft: () => LabDraft;
}

const onSandbox = { profileId: SANDBOX_PROFILE_ID };

export const examples: readonly Example[] = [
  {
    title: 'Three models, four questions',
    draft: () => ({
      ...emptyDraft('chat'),
      title: 'Three models, four questions',
      template: 'What is the capital of {{country}}? Answer with {{capital}}.',
      variants: ['sandbox/echo', 'sandbox/eliza', 'sandbox/structured'].map((model) =>
        newVariant('chat', { ...onSandbox, model }),
      ),
      cases: [
        { country: 'France', capital: 'Paris', __expected: 'icontains:Paris' },
        { country: 'Italy', capital: 'Rome', __expected: 'icontains:Rome' },
        { country: 'Kenya', capital: 'Nairobi', __expected: 'icontains:Nairobi' },
        { country: 'Peru', capital: 'Lima', __expected: 'icontains:Lima' },
      ],
    }),
  },
  {
    title: 'One image in two styles and three seeds',
    draft: () => ({
      ...emptyDraft('image'),
      title: 'One image in two styles and three seeds',
      template: 'A lighthouse in a storm',
      variants: [
        newVariant('image', {
          ...onSandbox,
          model: 'sandbox/aurora',
          setup: { modality: 'image', parameters: { size: '512x512' }, extra: {} },
        }),
      ],
      axes: [
        { key: newKey(), of: 'model', text: 'sandbox/aurora, sandbox/isometric' },
        { key: newKey(), of: 'seed', text: '1..3' },
      ],
    }),
  },
];
