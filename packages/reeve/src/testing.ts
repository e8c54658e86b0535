// A cluster in one line, and waiting without sleeping.
export {
  assertEqualObject,
  ControlPlaneError,
  describeDifferences,
  eventually,
  installDefinitions,
  NotEventuallyError,
  objectDifferences,
  objectMatchers,
  ObjectsDifferError,
  OnlyEmbeddedError,
  pollersFor,
  removeDefinitions,
  RoundTripError,
  roundTrips,
  TestCluster,
} from '@reeve/testing';
export type {
  AnyController,
  EqualObjectOptions,
  EventuallyOptions,
  InstallOptions,
  Poller,
  Pollers,
  StrayEffect,
  TestClusterOptions,
  TestGround,
  WaitOptions,
} from '@reeve/testing';

// Things that go wrong, again and again.
export { calmState, runChaos, stateProblems } from '@reeve/testing';
export type { ChaosOptions, ChaosReport, ChaosScenario, ChaosState } from '@reeve/testing';

// Time that a test turns.
export { ManualClock, SeededRandom, VirtualHost } from '@reeve/machinery';

// What the others say, without a cluster.
export { FakeRecorder } from '@reeve/runtime';
