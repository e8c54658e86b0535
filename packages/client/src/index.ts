// config
export { KubeConfig } from './config/kube-config.ts';
export { loadConfig, loadKubeConfig } from './config/load-config.ts';
export type { LoadOptions } from './config/load-config.ts';
export type { ConfigOverrides } from './config/config-overrides.ts';
export type { ConnectionConfig, IdentityConfig, OidcConfig, TlsConfig } from './config/connection-config.ts';
export type { ConfigEnvironment, ConfigFiles } from './config/config-environment.ts';
export type {
  ClusterEntry,
  ConfigPlace,
  ContextEntry,
  ExecEntry,
  NamedExtension,
  UserEntry,
} from './config/kubeconfig-entries.ts';
export { EmptyConfigError, KubeConfigError } from './config/kubeconfig-error.ts';
export type { ConfigProblem } from './config/kubeconfig-error.ts';
export { NotInClusterError, inClusterConfig } from './config/in-cluster.ts';
export { proxyFromEnvironment } from './config/proxy-url.ts';
export type { KubeConfigChange } from './config/kubeconfig-change.ts';
export { KubeConfigLockedError, saveKubeConfig, writeKubeConfig } from './config/write-kube-config.ts';
export type { KubeConfigWriteOptions } from './config/write-kube-config.ts';

// credentials
export { Secret } from './credentials/secret.ts';
export { CredentialError } from './credentials/credential-error.ts';
export type { Asker, ClientCertificate, Credential } from './credentials/credential.ts';
export type { ExecCluster, ExecInteractiveMode, ExecPolicy, ExecSettings } from './credentials/exec-settings.ts';
export type { PluginCall, PluginResult, PluginRunner } from './credentials/run-plugin.ts';

// transport
export { connect } from './connect/connect.ts';
export type { ConnectOptions } from './connect/connect.ts';
export { Cluster } from './connect/cluster.ts';
export type { RequestBehaviour, ServerAccess } from './connect/cluster.ts';
export { SharedConnections } from './transport/shared-connections.ts';
export { socketTransport } from './transport/socket-transport.ts';
export type { ClosableTransport, SocketTransportOptions } from './transport/socket-transport.ts';
export type { TlsSettings, TlsSource } from './transport/tls-settings.ts';
export {
  ConnectionClosedError,
  ConnectionError,
  ConnectionRefusedError,
  ConnectionResetError,
  ConnectionTimeoutError,
  NameNotResolvedError,
  ProxyError,
  ResponseCutError,
  TlsError,
  isConnectionError,
} from './transport/connection-error.ts';
export type { ConnectionFailure } from './transport/connection-error.ts';
export { isLongRunning } from './transport/long-running.ts';
export { layered } from './transport/transport-layer.ts';
export type { TransportLayer } from './transport/transport-layer.ts';
export { withAuthentication } from './transport/with-authentication.ts';
export { withDeadline } from './transport/with-deadline.ts';
export { withImpersonation } from './transport/with-impersonation.ts';
export type { Impersonation } from './config/connection-config.ts';
export { withObserver } from './transport/with-observer.ts';
export type { ObserverOptions } from './transport/with-observer.ts';
export type {
  MetricLabels,
  MetricName,
  MetricSample,
  RequestEnd,
  RequestObserver,
  RequestRecord,
} from './transport/request-observer.ts';
export { withRateLimit } from './transport/with-rate-limit.ts';
export type { RateLimitOptions, ThrottleNotice } from './transport/with-rate-limit.ts';
export { withRetries } from './transport/with-retries.ts';
export type { RequestBackoff, RetryOptions, RetryRecord } from './transport/with-retries.ts';
export { withUserAgent } from './transport/with-user-agent.ts';
export { parseWarnings } from './transport/warning-header.ts';
export type { Warning } from './transport/warning-header.ts';
export { withWarnings } from './transport/with-warnings.ts';
export type { WarningHandler } from './transport/with-warnings.ts';

// request
export { RestClient } from './request/rest-client.ts';
export type { RestClientOptions } from './request/rest-client.ts';
export { Request } from './request/request.ts';
export type { SendOptions } from './request/request.ts';
export type { RequestDraft } from './request/request-draft.ts';
export { Result } from './request/result.ts';
export { ByteStream } from './request/byte-stream.ts';
export { ServerBackoff } from './request/server-backoff.ts';
export type { ServerBackoffOptions } from './request/server-backoff.ts';
export type { RateLimiter } from './request/send-policy.ts';
export type { Representation } from './request/media-type.ts';
export type { PatchType } from './request/patch-type.ts';
export type { Params, ParamValue } from './request/query.ts';
export type { Table, TableColumn, TableRow } from './request/table.ts';
export { UnreadableAnswerError } from './request/unreadable-answer-error.ts';

// verbs
export type { AnyOptions, ApiCall, ApiVerb, Layer, Next } from './verbs/api-call.ts';
export { isWrite } from './verbs/api-call.ts';
export type {
  AnswerOptions,
  ApplyOptions,
  CallOptions,
  DeleteCollectionOptions,
  DeleteOptions,
  Propagation,
  FieldValidation,
  GetOptions,
  ListOptions,
  ListParameters,
  NamespaceOption,
  PatchOptions,
  Preconditions,
  SelectionOptions,
  WatchOptions,
  WatchParameters,
  WriteOptions,
} from './verbs/options.ts';
export type { FieldSelectorOption, LabelSelectorOption } from './verbs/selectors.ts';
export type { Named, Ref, ScopedName } from './verbs/ref.ts';
export type { ApplyInput, Input } from './verbs/input.ts';
export type { HasSubresource } from './verbs/has-subresource.ts';
export {
  jsonPatch,
  jsonPatchFrom,
  mergePatch,
  mergePatchFrom,
  strategicPatch,
  strategicPatchFrom,
} from './verbs/patch.ts';
export type { Patch, PatchFromOptions } from './verbs/patch.ts';
export { fieldConflictsOf } from './verbs/field-conflicts.ts';
export type { FieldConflict } from './verbs/field-conflicts.ts';
export type { Binding, Eviction, Scale, SubresourceObject, TokenRequest } from './verbs/subresource-objects.ts';
export { ListPager } from './verbs/list-pager.ts';
export type { FetchPage, ListPagerOptions, PageRequest } from './verbs/list-pager.ts';

// client
export { Client } from './client/client.ts';
export type { ClientOptions } from './client/client-options.ts';
export type { CreateOptions, PagedOptions, ResourceVerbs } from './client/resource-verbs.ts';
export type { LogOptions, PodVerbs } from './client/pod-verbs.ts';
export type { ResourceClient } from './client/resource-client.ts';
export type { MetadataClient } from './client/metadata-client.ts';
export type { SubresourceClient } from './client/subresource-client.ts';
export type { WriteOnlyClient } from './client/write-only-client.ts';
export type { Hook, Interceptors } from './client/interceptors.ts';
export type { Mutate, Outcome, WriteResult } from './client/create-or-update.ts';

// watch
export { FrameSplitter } from './request/frame-splitter.ts';
export type { FrameSplitterOptions } from './request/frame-splitter.ts';
export { decodeEvent } from './request/decode-event.ts';
export type { StreamEvent } from './request/decode-event.ts';
export { RetryWatcher } from './watch/retry-watcher.ts';
export type { RetryWatcherOptions, WatchAttempt } from './watch/retry-watcher.ts';
export { WatchStream } from './request/watch-stream.ts';
export type { WatchSource } from './request/watch-stream.ts';

// discovery
export { Discovery } from './discovery/discovery.ts';
export type { DiscoveryOptions, ServerVersion } from './discovery/discovery.ts';
export { preferredResources } from './discovery/discovered.ts';
export type {
  DiscoveredGroup,
  DiscoveredResource,
  DiscoveredSubresource,
  DiscoveredVersion,
  DiscoveryResult,
} from './discovery/discovered.ts';
export { AmbiguousMatchError, GroupDiscoveryError, NoMatchError } from './discovery/discovery-error.ts';
export { ResourceIndex } from './discovery/resource-index.ts';
export type { PartialResource } from './discovery/resource-index.ts';
export { RestMapper } from './discovery/rest-mapper.ts';
export type { KindName, MappingOptions, RestMapperOptions, RestMapping } from './discovery/rest-mapper.ts';
export { OpenApi } from './discovery/open-api.ts';
export type { KindSchema } from './discovery/open-api.ts';

// manifest
export { ManifestTextError, parseDocuments, parseManifests } from './manifest/parse-manifests.ts';
export type { Manifest, ManifestOptions } from './manifest/parse-manifests.ts';

// streams
export { CommandError, StreamError } from './streams/stream-error.ts';
export { CopyError } from './streams/copy-error.ts';
export type { CopyOptions } from './streams/copy-files.ts';
export type { ByteChannel } from './streams/byte-channel.ts';
export type { CommandOutput, ExecSession, OutputOptions } from './streams/exec-session.ts';
export type { PortForward } from './streams/port-forward.ts';
export type { PortForwardListenOptions, PortForwardListener } from './streams/port-forward-listener.ts';
export type { AttachOptions, ExecOptions } from './verbs/pod-streams.ts';
export type { TerminalSize } from './streams/channel-protocol.ts';
export type { Access } from './streams/web-socket.ts';
