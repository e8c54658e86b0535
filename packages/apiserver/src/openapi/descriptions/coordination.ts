/**
 * Descriptions of the groups coordination.k8s.io, discovery.k8s.io and events.k8s.io.
 */
import type { GroupDescriptions } from './group-descriptions.ts';

export const coordination: GroupDescriptions = {
  prefix: 'io.k8s.api.coordination.v1.',
  kinds: { Lease: 'Says who holds something and until when; used to elect leaders.' },
  fields: {
    LeaseSpec: {
      acquireTime: 'When the holder got the Lease.',
      holderIdentity: 'Who holds the Lease; absent or empty for nobody.',
      leaseDurationSeconds: 'How many seconds after renewTime others may take the Lease.',
      leaseTransitions: 'How often the holder has changed.',
      preferredHolder: 'Who is to have the Lease next, where the election is coordinated.',
      renewTime: 'When the holder last renewed the Lease.',
      strategy: 'How the leader is chosen, where the election is coordinated.',
    },
  },
};

export const discovery: GroupDescriptions = {
  prefix: 'io.k8s.api.discovery.v1.',
  kinds: { EndpointSlice: 'Some of the addresses behind a Service.' },
  fields: {
    EndpointSlice: {
      addressType: 'IPv4, IPv6 or FQDN, for all addresses of the slice.',
      endpoints: 'The endpoints, such as pods.',
      ports: 'The ports at all endpoints of the slice.',
    },
    Endpoint: {
      addresses: 'The addresses of the endpoint. Clients use the first.',
      conditions: 'Whether the endpoint can be sent requests.',
      deprecatedTopology: 'No longer used.',
      hints: 'The zones and nodes that should use the endpoint.',
      hostname: 'The host name of the endpoint, for DNS.',
      nodeName: 'The node of the endpoint.',
      targetRef: 'The object behind the endpoint, such as a Pod.',
      zone: 'The zone of the endpoint.',
    },
    EndpointConditions: {
      ready: 'Whether the endpoint is to be sent requests.',
      serving: 'Whether the endpoint can answer, even when it is ending.',
      terminating: 'Whether the endpoint is ending.',
    },
    EndpointPort: {
      appProtocol: 'The protocol that is spoken at the port.',
      name: 'The name of the port, as in the Service.',
      port: 'The number of the port.',
      protocol: 'TCP, UDP or SCTP; TCP unless given.',
    },
  },
};

export const events: GroupDescriptions = {
  prefix: 'io.k8s.api.events.v1.',
  kinds: { Event: 'Tells people what happened to an object.' },
  fields: {
    Event: {
      action: 'What was done, as one word.',
      deprecatedCount: 'The count of events of the core group.',
      deprecatedFirstTimestamp: 'The firstTimestamp of events of the core group.',
      deprecatedLastTimestamp: 'The lastTimestamp of events of the core group.',
      deprecatedSource: 'The source of events of the core group.',
      eventTime: 'When it first happened.',
      note: 'What happened, for people.',
      reason: 'Why it happened, as one word for programs.',
      regarding: 'The object that the event is about.',
      related: 'Another object that the event is about.',
      reportingController: 'The controller that reports the event.',
      reportingInstance: 'Which instance of the controller reports it.',
      series: 'How often it happened, and when last, for events that repeat.',
      type: 'Normal or Warning.',
    },
    EventSeries: {
      count: 'How often it happened.',
      lastObservedTime: 'When it last happened.',
    },
  },
};
