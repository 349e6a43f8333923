// @ts-check
/**
 * The imports allowed between folders; `tests/unit/house/dependencies.test.ts` holds it, type imports included.
 * `tests/unit/house/layers.test.ts` holds the rest: which packages and ports each folder may know.
 */

/** The page's layers from the top: each imports only itself and those after it. */
export const pageLayers = ['app', 'features', 'media', 'parts', 'commands', 'state', 'link', 'ui', 'lib'];

/** @param {string} layer */
const above = (layer) => ['main', ...pageLayers.slice(0, pageLayers.indexOf(layer))];

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const layerRules = pageLayers.map((layer) => ({
  name: `page-${layer}-imports-only-what-is-below`,
  severity: 'error',
  from: { path: `^renderer/${layer}/` },
  to: { path: `^renderer/(${above(layer).join('|')})[./]` },
}));

/** The core's families from the top: each imports only itself and those after it. */
export const coreFloors = [
  ...[
    'app',
    'forecast',
    'code',
    'experiments',
    'compare',
    'prompts',
    'presets',
    'updates',
    'checks',
    'inspector',
    'backups',
    'batch',
    'units',
    'judging',
  ],
  ...[
    'opening',
    'archive',
    'files',
    'library',
    'chat',
    'jobs',
    'calls',
    'models',
    'admission',
    'prices',
    'ledger',
  ],
  ...['modalities', 'profiles', 'notices', 'settings', 'rate-limits', 'lib', 'ports'],
];

/** What makes all services, or connects them: only the floor at the top may know it. */
const wholeCore = '^electron/core/(core|create-core|handlers|services)[.]ts$';

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const floorRules = coreFloors.slice(1).map((family, index) => ({
  name: `core-${family}-imports-only-what-is-below`,
  severity: 'error',
  from: { path: `^electron/core/${family}/` },
  to: { path: [`^electron/core/(${coreFloors.slice(0, index + 1).join('|')})/`, wholeCore] },
}));

/** Where no file may be, also where it imports nothing and so breaks no rule below. */
export const misplaced = [
  {
    name: 'page-has-no-file-outside-of-its-layers',
    path: new RegExp(`^renderer/(?!main\\.tsx$|styles/[^/]+\\.css$|(${pageLayers.join('|')})/)`),
  },
  {
    name: 'core-has-no-family-outside-of-its-floors',
    path: new RegExp(`^electron/core/(?!(${coreFloors.join('|')})/)[^/]+/`),
  },
  { name: 'every-feature-has-a-folder', path: /^renderer\/features\/[^/]+$/ },
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circle',
      comment: 'Move what both need, often a type, into a file of its own.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...layerRules,
    ...floorRules,
    {
      name: 'no-feature-imports-another',
      comment: 'Put what both need into media/ or parts/, or let app/ hand it in.',
      severity: 'error',
      from: { path: '^renderer/features/([^/]+)/' },
      to: { path: '^renderer/features/', pathNot: '^renderer/features/$1/' },
    },
    {
      name: 'what-the-core-reported-knows-nothing-of-the-person',
      comment: 'Nor by way of another file.',
      severity: 'error',
      from: { path: '^renderer/state/core/' },
      to: { path: '^renderer/state/ui/', reachable: true },
    },
    {
      name: 'shared-knows-neither-side',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(renderer|electron)/' },
    },
    {
      name: 'the-app-knows-neither-its-tests-nor-its-scripts',
      severity: 'error',
      from: { path: '^(shared|electron|renderer)/' },
      to: { path: '^(tests|scripts)/' },
    },
    {
      name: 'page-and-core-meet-in-shared',
      severity: 'error',
      from: { path: '^(renderer|electron)/' },
      to: { path: '^(renderer|electron)/', pathNot: '^$1/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Type imports disappear in the built code; here they count like all others.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
