// What `go build` is told, in one place: the cache key is made of it as well, so that other arguments mean other binaries.
// The stamps are those of Kubernetes' own release build; without them the servers call themselves v0.0.0-master.

import { kubernetesVersion } from './versions.mjs';

/** The environment that the build adds to the caller's own. */
export const BUILD_ENV = Object.freeze({
  CGO_ENABLED: '0', // static binaries, which run on any libc and need no C compiler
  GOWORK: 'off', // a go.work file in a parent folder would change what go.mod pins
});

/** Returns the arguments of `go build`, without the output and the package. */
export function buildArguments() {
  return [
    '-mod=readonly', // go.mod and go.sum say it all, whatever GOFLAGS says
    '-trimpath',
    '-tags=grpcnotrace', // as upstream: gRPC's trace pages would keep the linker from dropping unused code
    `-ldflags=-s -w ${stamps().join(' ')}`,
  ];
}

/** @returns {string[]} */
function stamps() {
  const version = kubernetesVersion();
  const [gitMajor, gitMinor] = version.slice(1).split('.');
  const values = { gitVersion: version, gitMajor, gitMinor, gitCommit: '', gitTreeState: 'archive' };
  return ['k8s.io/component-base/version', 'k8s.io/client-go/pkg/version'].flatMap((path) =>
    Object.entries(values).map(([name, value]) => `-X ${path}.${name}=${value}`),
  );
}
