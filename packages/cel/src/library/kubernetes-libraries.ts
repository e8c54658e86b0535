/**
 * The libraries that Kubernetes enables for all expressions from 1.34 on: rules of CustomResourceDefinitions, policies, match
 * conditions. Mutating admission policies have `jsonPatchLibrary` beside them. `cel.bind`, `math`, encoders and protocol buffers
 * are enabled nowhere.
 * Upstream: apiserver/pkg/cel/environment base.go.
 */
import { authorizerLibrary } from './authorizer.ts';
import { extendedListsLibrary } from './extended-lists.ts';
import { formatLibrary } from './format.ts';
import type { Library } from './library.ts';
import { listsLibrary } from './lists.ts';
import { cidrLibrary, ipLibrary } from './network.ts';
import { optionalsLibrary } from './optionals.ts';
import { quantityLibrary } from './quantity.ts';
import { regexLibrary } from './regex.ts';
import { semverLibrary } from './semver.ts';
import { setsLibrary } from './sets.ts';
import { stringsLibrary } from './strings.ts';
import { twoVariableComprehensions } from './two-variable-comprehensions.ts';
import { urlsLibrary } from './urls.ts';

/** What Kubernetes' expressions have. */
export const kubernetesLibraries: readonly Library[] = [
  urlsLibrary,
  regexLibrary,
  listsLibrary,
  authorizerLibrary,
  optionalsLibrary,
  quantityLibrary,
  stringsLibrary({ version: 2 }),
  setsLibrary,
  ipLibrary,
  cidrLibrary,
  formatLibrary,
  twoVariableComprehensions,
  semverLibrary,
  extendedListsLibrary,
];
