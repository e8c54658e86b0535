/**
 * What the server says it is at `/version`: the Kubernetes version whose facts it serves.
 */
export function versionInfo(gitVersion: string): object {
  const [, major = '', minor = ''] = /^v(\d+)\.(\d+)/.exec(gitVersion) ?? [];
  return {
    major,
    minor,
    emulationMajor: major,
    emulationMinor: minor,
    minCompatibilityMajor: major,
    minCompatibilityMinor: String(Number(minor) - 1),
    gitVersion,
    gitCommit: '',
    gitTreeState: 'clean',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: 'go1.26',
    compiler: 'gc',
    platform: 'linux/amd64',
  };
}
