// Written by `npm run facts:kinds`: do not edit.

import type { Condition, IntOrString, LabelSelector, ObjectMeta, QuantityValue } from '@reeve/machinery';

export interface AWSElasticBlockStoreVolumeSource {
  fsType?: string;
  partition?: number;
  readOnly?: boolean;
  volumeID: string;
}

export interface Affinity {
  nodeAffinity?: NodeAffinity;
  podAffinity?: PodAffinity;
  podAntiAffinity?: PodAntiAffinity;
}

export interface AppArmorProfile {
  localhostProfile?: string;
  type: 'Localhost' | 'RuntimeDefault' | 'Unconfined';
}

export interface AttachedVolume {
  devicePath: string;
  name: string;
}

export interface AzureDiskVolumeSource {
  cachingMode?: 'None' | 'ReadOnly' | 'ReadWrite';
  diskName: string;
  diskURI: string;
  fsType?: string;
  kind?: 'Dedicated' | 'Managed' | 'Shared';
  readOnly?: boolean;
}

export interface AzureFilePersistentVolumeSource {
  readOnly?: boolean;
  secretName: string;
  secretNamespace?: string;
  shareName: string;
}

export interface AzureFileVolumeSource {
  readOnly?: boolean;
  secretName: string;
  shareName: string;
}

export interface Binding {
  apiVersion?: 'v1';
  kind?: 'Binding';
  metadata: ObjectMeta;
  target: ObjectReference;
}

export interface CSIPersistentVolumeSource {
  controllerExpandSecretRef?: SecretReference;
  controllerPublishSecretRef?: SecretReference;
  driver: string;
  fsType?: string;
  nodeExpandSecretRef?: SecretReference;
  nodePublishSecretRef?: SecretReference;
  nodeStageSecretRef?: SecretReference;
  readOnly?: boolean;
  volumeAttributes?: Record<string, string>;
  volumeHandle: string;
}

export interface CSIVolumeSource {
  driver: string;
  fsType?: string;
  nodePublishSecretRef?: LocalObjectReference;
  readOnly?: boolean;
  volumeAttributes?: Record<string, string>;
}

export interface Capabilities {
  add?: string[];
  drop?: string[];
}

export interface CephFSPersistentVolumeSource {
  monitors: string[];
  path?: string;
  readOnly?: boolean;
  secretFile?: string;
  secretRef?: SecretReference;
  user?: string;
}

export interface CephFSVolumeSource {
  monitors: string[];
  path?: string;
  readOnly?: boolean;
  secretFile?: string;
  secretRef?: LocalObjectReference;
  user?: string;
}

export interface CinderPersistentVolumeSource {
  fsType?: string;
  readOnly?: boolean;
  secretRef?: SecretReference;
  volumeID: string;
}

export interface CinderVolumeSource {
  fsType?: string;
  readOnly?: boolean;
  secretRef?: LocalObjectReference;
  volumeID: string;
}

export interface ClientIPConfig {
  timeoutSeconds?: number;
}

export interface ClusterTrustBundleProjection {
  labelSelector?: LabelSelector;
  name?: string;
  optional?: boolean;
  path: string;
  signerName?: string;
  user?: number;
}

export interface ComponentCondition {
  error?: string;
  message?: string;
  status: string;
  type: string;
}

export interface ComponentStatus {
  apiVersion?: 'v1';
  conditions?: ComponentCondition[];
  kind?: 'ComponentStatus';
  metadata: ObjectMeta;
}

export interface ConfigMap {
  apiVersion?: 'v1';
  binaryData?: Record<string, string>;
  data?: Record<string, string>;
  immutable?: boolean;
  kind?: 'ConfigMap';
  metadata: ObjectMeta;
}

export interface ConfigMapEnvSource {
  name?: string;
  optional?: boolean;
}

export interface ConfigMapKeySelector {
  key: string;
  name?: string;
  optional?: boolean;
}

export interface ConfigMapNodeConfigSource {
  kubeletConfigKey: string;
  name: string;
  namespace: string;
  resourceVersion?: string;
  uid?: string;
}

export interface ConfigMapProjection {
  items?: KeyToPath[];
  name?: string;
  optional?: boolean;
}

export interface ConfigMapVolumeSource {
  defaultMode?: number;
  defaultUser?: number;
  items?: KeyToPath[];
  name?: string;
  optional?: boolean;
}

export interface Container {
  args?: string[];
  command?: string[];
  env?: EnvVar[];
  envFrom?: EnvFromSource[];
  image?: string;
  imagePullPolicy?: 'Always' | 'IfNotPresent' | 'Never';
  lifecycle?: Lifecycle;
  livenessProbe?: Probe;
  name: string;
  ports?: ContainerPort[];
  readinessProbe?: Probe;
  resizePolicy?: ContainerResizePolicy[];
  resources?: ResourceRequirements;
  restartPolicy?: string;
  restartPolicyRules?: ContainerRestartRule[];
  securityContext?: SecurityContext;
  startupProbe?: Probe;
  stdin?: boolean;
  stdinOnce?: boolean;
  terminationMessagePath?: string;
  terminationMessagePolicy?: 'FallbackToLogsOnError' | 'File';
  tty?: boolean;
  volumeDevices?: VolumeDevice[];
  volumeMounts?: VolumeMount[];
  workingDir?: string;
}

export interface ContainerExtendedResourceRequest {
  containerName: string;
  requestName: string;
  resourceName: string;
}

export interface ContainerImage {
  names?: string[];
  sizeBytes?: number;
}

export interface ContainerPort {
  containerPort: number;
  hostIP?: string;
  hostPort?: number;
  name?: string;
  protocol?: 'SCTP' | 'TCP' | 'UDP';
}

export interface ContainerResizePolicy {
  resourceName: string;
  restartPolicy: string;
}

export interface ContainerRestartRule {
  action: string;
  exitCodes?: ContainerRestartRuleOnExitCodes;
}

export interface ContainerRestartRuleOnExitCodes {
  operator: string;
  values?: number[];
}

export interface ContainerState {
  running?: ContainerStateRunning;
  terminated?: ContainerStateTerminated;
  waiting?: ContainerStateWaiting;
}

export interface ContainerStateRunning {
  startedAt?: string;
}

export interface ContainerStateTerminated {
  containerID?: string;
  exitCode: number;
  finishedAt?: string;
  message?: string;
  reason?: string;
  signal?: number;
  startedAt?: string;
}

export interface ContainerStateWaiting {
  message?: string;
  reason?: string;
}

export interface ContainerStatus {
  allocatedResources?: Record<string, QuantityValue>;
  allocatedResourcesStatus?: ResourceStatus[];
  containerID?: string;
  image: string;
  imageID: string;
  lastState?: ContainerState;
  name: string;
  ready: boolean;
  resources?: ResourceRequirements;
  restartCount: number;
  started?: boolean;
  state?: ContainerState;
  stopSignal?: 'SIGABRT' | 'SIGALRM' | 'SIGBUS' | 'SIGCHLD' | 'SIGCLD' | 'SIGCONT' | 'SIGFPE' | 'SIGHUP' | 'SIGILL' | 'SIGINT' | 'SIGIO' | 'SIGIOT' | 'SIGKILL' | 'SIGPIPE' | 'SIGPOLL' | 'SIGPROF' | 'SIGPWR' | 'SIGQUIT' | 'SIGRTMAX' | 'SIGRTMAX-1' | 'SIGRTMAX-10' | 'SIGRTMAX-11' | 'SIGRTMAX-12' | 'SIGRTMAX-13' | 'SIGRTMAX-14' | 'SIGRTMAX-2' | 'SIGRTMAX-3' | 'SIGRTMAX-4' | 'SIGRTMAX-5' | 'SIGRTMAX-6' | 'SIGRTMAX-7' | 'SIGRTMAX-8' | 'SIGRTMAX-9' | 'SIGRTMIN' | 'SIGRTMIN+1' | 'SIGRTMIN+10' | 'SIGRTMIN+11' | 'SIGRTMIN+12' | 'SIGRTMIN+13' | 'SIGRTMIN+14' | 'SIGRTMIN+15' | 'SIGRTMIN+2' | 'SIGRTMIN+3' | 'SIGRTMIN+4' | 'SIGRTMIN+5' | 'SIGRTMIN+6' | 'SIGRTMIN+7' | 'SIGRTMIN+8' | 'SIGRTMIN+9' | 'SIGSEGV' | 'SIGSTKFLT' | 'SIGSTOP' | 'SIGSYS' | 'SIGTERM' | 'SIGTRAP' | 'SIGTSTP' | 'SIGTTIN' | 'SIGTTOU' | 'SIGURG' | 'SIGUSR1' | 'SIGUSR2' | 'SIGVTALRM' | 'SIGWINCH' | 'SIGXCPU' | 'SIGXFSZ';
  user?: ContainerUser;
  volumeMounts?: VolumeMountStatus[];
}

export interface ContainerUser {
  linux?: LinuxContainerUser;
}

export interface DaemonEndpoint {
  Port: number;
}

export interface DownwardAPIProjection {
  items?: DownwardAPIVolumeFile[];
}

export interface DownwardAPIVolumeFile {
  fieldRef?: ObjectFieldSelector;
  mode?: number;
  path: string;
  resourceFieldRef?: ResourceFieldSelector;
  user?: number;
}

export interface DownwardAPIVolumeSource {
  defaultMode?: number;
  defaultUser?: number;
  items?: DownwardAPIVolumeFile[];
}

export interface EmptyDirVolumeSource {
  medium?: string;
  mode?: number;
  sizeLimit?: QuantityValue;
}

export interface EndpointAddress {
  hostname?: string;
  ip: string;
  nodeName?: string;
  targetRef?: ObjectReference;
}

export interface EndpointPort {
  appProtocol?: string;
  name?: string;
  port: number;
  protocol?: 'SCTP' | 'TCP' | 'UDP';
}

export interface EndpointSubset {
  addresses?: EndpointAddress[];
  notReadyAddresses?: EndpointAddress[];
  ports?: EndpointPort[];
}

export interface Endpoints {
  apiVersion?: 'v1';
  kind?: 'Endpoints';
  metadata: ObjectMeta;
  subsets?: EndpointSubset[];
}

export interface EnvFromSource {
  configMapRef?: ConfigMapEnvSource;
  prefix?: string;
  secretRef?: SecretEnvSource;
}

export interface EnvVar {
  name: string;
  value?: string;
  valueFrom?: EnvVarSource;
}

export interface EnvVarSource {
  configMapKeyRef?: ConfigMapKeySelector;
  fieldRef?: ObjectFieldSelector;
  fileKeyRef?: FileKeySelector;
  resourceFieldRef?: ResourceFieldSelector;
  secretKeyRef?: SecretKeySelector;
}

export interface EphemeralContainer {
  args?: string[];
  command?: string[];
  env?: EnvVar[];
  envFrom?: EnvFromSource[];
  image?: string;
  imagePullPolicy?: 'Always' | 'IfNotPresent' | 'Never';
  lifecycle?: Lifecycle;
  livenessProbe?: Probe;
  name: string;
  ports?: ContainerPort[];
  readinessProbe?: Probe;
  resizePolicy?: ContainerResizePolicy[];
  resources?: ResourceRequirements;
  restartPolicy?: string;
  restartPolicyRules?: ContainerRestartRule[];
  securityContext?: SecurityContext;
  startupProbe?: Probe;
  stdin?: boolean;
  stdinOnce?: boolean;
  targetContainerName?: string;
  terminationMessagePath?: string;
  terminationMessagePolicy?: 'FallbackToLogsOnError' | 'File';
  tty?: boolean;
  volumeDevices?: VolumeDevice[];
  volumeMounts?: VolumeMount[];
  workingDir?: string;
}

export interface EphemeralVolumeSource {
  volumeClaimTemplate?: PersistentVolumeClaimTemplate;
}

export interface Event {
  action?: string;
  apiVersion?: 'v1';
  count?: number;
  eventTime?: string;
  firstTimestamp?: string;
  involvedObject: ObjectReference;
  kind?: 'Event';
  lastTimestamp?: string;
  message?: string;
  metadata: ObjectMeta;
  reason?: string;
  related?: ObjectReference;
  reportingComponent?: string;
  reportingInstance?: string;
  series?: EventSeries;
  source?: EventSource;
  type?: string;
}

export interface EventSeries {
  count?: number;
  lastObservedTime?: string;
}

export interface EventSource {
  component?: string;
  host?: string;
}

export interface EvictionResponder {
  name: string;
  priority: number;
}

export interface ExecAction {
  command?: string[];
}

export interface FCVolumeSource {
  fsType?: string;
  lun?: number;
  readOnly?: boolean;
  targetWWNs?: string[];
  wwids?: string[];
}

export interface FileKeySelector {
  key: string;
  optional?: boolean;
  path: string;
  volumeName: string;
}

export interface FlexPersistentVolumeSource {
  driver: string;
  fsType?: string;
  options?: Record<string, string>;
  readOnly?: boolean;
  secretRef?: SecretReference;
}

export interface FlexVolumeSource {
  driver: string;
  fsType?: string;
  options?: Record<string, string>;
  readOnly?: boolean;
  secretRef?: LocalObjectReference;
}

export interface FlockerVolumeSource {
  datasetName?: string;
  datasetUUID?: string;
}

export interface GCEPersistentDiskVolumeSource {
  fsType?: string;
  partition?: number;
  pdName: string;
  readOnly?: boolean;
}

export interface GRPCAction {
  mode?: 'Plaintext' | 'TLS';
  port: number;
  service?: string;
}

export interface GitRepoVolumeSource {
  directory?: string;
  repository: string;
  revision?: string;
}

export interface GlusterfsPersistentVolumeSource {
  endpoints: string;
  endpointsNamespace?: string;
  path: string;
  readOnly?: boolean;
}

export interface GlusterfsVolumeSource {
  endpoints: string;
  path: string;
  readOnly?: boolean;
}

export interface HTTPGetAction {
  host?: string;
  httpHeaders?: HTTPHeader[];
  path?: string;
  port: IntOrString;
  protocol?: 'HTTP1' | 'HTTP2';
  scheme?: 'HTTP' | 'HTTPS';
}

export interface HTTPHeader {
  name: string;
  value: string;
}

export interface HostAlias {
  hostnames?: string[];
  ip: string;
}

export interface HostIP {
  ip: string;
}

export interface HostPathVolumeSource {
  path: string;
  type?: '' | 'BlockDevice' | 'CharDevice' | 'Directory' | 'DirectoryOrCreate' | 'File' | 'FileOrCreate' | 'Socket';
}

export interface ISCSIPersistentVolumeSource {
  chapAuthDiscovery?: boolean;
  chapAuthSession?: boolean;
  fsType?: string;
  initiatorName?: string;
  iqn: string;
  iscsiInterface?: string;
  lun: number;
  portals?: string[];
  readOnly?: boolean;
  secretRef?: SecretReference;
  targetPortal: string;
}

export interface ISCSIVolumeSource {
  chapAuthDiscovery?: boolean;
  chapAuthSession?: boolean;
  fsType?: string;
  initiatorName?: string;
  iqn: string;
  iscsiInterface?: string;
  lun: number;
  portals?: string[];
  readOnly?: boolean;
  secretRef?: LocalObjectReference;
  targetPortal: string;
}

export interface ImageVolumeSource {
  pullPolicy?: 'Always' | 'IfNotPresent' | 'Never';
  reference?: string;
}

export interface ImageVolumeStatus {
  imageRef: string;
}

export interface KeyToPath {
  key: string;
  mode?: number;
  path: string;
  user?: number;
}

export interface Lifecycle {
  postStart?: LifecycleHandler;
  preStop?: LifecycleHandler;
  stopSignal?: 'SIGABRT' | 'SIGALRM' | 'SIGBUS' | 'SIGCHLD' | 'SIGCLD' | 'SIGCONT' | 'SIGFPE' | 'SIGHUP' | 'SIGILL' | 'SIGINT' | 'SIGIO' | 'SIGIOT' | 'SIGKILL' | 'SIGPIPE' | 'SIGPOLL' | 'SIGPROF' | 'SIGPWR' | 'SIGQUIT' | 'SIGRTMAX' | 'SIGRTMAX-1' | 'SIGRTMAX-10' | 'SIGRTMAX-11' | 'SIGRTMAX-12' | 'SIGRTMAX-13' | 'SIGRTMAX-14' | 'SIGRTMAX-2' | 'SIGRTMAX-3' | 'SIGRTMAX-4' | 'SIGRTMAX-5' | 'SIGRTMAX-6' | 'SIGRTMAX-7' | 'SIGRTMAX-8' | 'SIGRTMAX-9' | 'SIGRTMIN' | 'SIGRTMIN+1' | 'SIGRTMIN+10' | 'SIGRTMIN+11' | 'SIGRTMIN+12' | 'SIGRTMIN+13' | 'SIGRTMIN+14' | 'SIGRTMIN+15' | 'SIGRTMIN+2' | 'SIGRTMIN+3' | 'SIGRTMIN+4' | 'SIGRTMIN+5' | 'SIGRTMIN+6' | 'SIGRTMIN+7' | 'SIGRTMIN+8' | 'SIGRTMIN+9' | 'SIGSEGV' | 'SIGSTKFLT' | 'SIGSTOP' | 'SIGSYS' | 'SIGTERM' | 'SIGTRAP' | 'SIGTSTP' | 'SIGTTIN' | 'SIGTTOU' | 'SIGURG' | 'SIGUSR1' | 'SIGUSR2' | 'SIGVTALRM' | 'SIGWINCH' | 'SIGXCPU' | 'SIGXFSZ';
}

export interface LifecycleHandler {
  exec?: ExecAction;
  httpGet?: HTTPGetAction;
  sleep?: SleepAction;
  tcpSocket?: TCPSocketAction;
}

export interface LimitRange {
  apiVersion?: 'v1';
  kind?: 'LimitRange';
  metadata: ObjectMeta;
  spec: LimitRangeSpec;
}

export interface LimitRangeItem {
  default?: Record<string, QuantityValue>;
  defaultRequest?: Record<string, QuantityValue>;
  max?: Record<string, QuantityValue>;
  maxLimitRequestRatio?: Record<string, QuantityValue>;
  min?: Record<string, QuantityValue>;
  type: string;
}

export interface LimitRangeSpec {
  limits: LimitRangeItem[];
}

export interface LinuxContainerUser {
  gid: number;
  supplementalGroups?: number[];
  uid: number;
}

export interface LoadBalancerIngress {
  hostname?: string;
  ip?: string;
  ipMode?: string;
  ports?: PortStatus[];
}

export interface LoadBalancerStatus {
  ingress?: LoadBalancerIngress[];
}

export interface LocalObjectReference {
  name?: string;
}

export interface LocalVolumeSource {
  fsType?: string;
  path: string;
}

export interface ModifyVolumeStatus {
  status: 'InProgress' | 'Infeasible' | 'Pending';
  targetVolumeAttributesClassName?: string;
}

export interface NFSVolumeSource {
  path: string;
  readOnly?: boolean;
  server: string;
}

export interface Namespace {
  apiVersion?: 'v1';
  kind?: 'Namespace';
  metadata: ObjectMeta;
  spec?: NamespaceSpec;
  status?: NamespaceStatus;
}

export interface NamespaceCondition {
  lastTransitionTime?: string;
  message?: string;
  reason?: string;
  status: string;
  type: string;
}

export interface NamespaceSpec {
  finalizers?: string[];
}

export interface NamespaceStatus {
  conditions?: NamespaceCondition[];
  phase?: 'Active' | 'Terminating';
}

export interface Node {
  apiVersion?: 'v1';
  kind?: 'Node';
  metadata: ObjectMeta;
  spec?: NodeSpec;
  status?: NodeStatus;
}

export interface NodeAddress {
  address: string;
  type: string;
}

export interface NodeAffinity {
  preferredDuringSchedulingIgnoredDuringExecution?: PreferredSchedulingTerm[];
  requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector;
}

export interface NodeAllocatableMappedResources {
  name: string;
  quantity: QuantityValue;
}

export interface NodeAllocatableOverheadResources {
  name: string;
  perContainer?: QuantityValue;
  perPod?: QuantityValue;
}

export interface NodeAllocatableResourceClaimStatus {
  containers?: string[];
  mapping?: NodeAllocatableMappedResources[];
  overhead?: NodeAllocatableOverheadResources[];
  resourceClaimName: string;
}

export interface NodeCondition {
  lastHeartbeatTime?: string;
  lastTransitionTime?: string;
  message?: string;
  reason?: string;
  status: string;
  type: string;
}

export interface NodeConfigSource {
  configMap?: ConfigMapNodeConfigSource;
}

export interface NodeConfigStatus {
  active?: NodeConfigSource;
  assigned?: NodeConfigSource;
  error?: string;
  lastKnownGood?: NodeConfigSource;
}

export interface NodeDaemonEndpoints {
  kubeletEndpoint?: DaemonEndpoint;
}

export interface NodeFeatures {
  supplementalGroupsPolicy?: boolean;
}

export interface NodePodPreemptionPolicy {
  disableResizePreemption?: string[];
}

export interface NodeRuntimeHandler {
  features?: NodeRuntimeHandlerFeatures;
  name?: string;
}

export interface NodeRuntimeHandlerFeatures {
  recursiveReadOnlyMounts?: boolean;
  userNamespaces?: boolean;
}

export interface NodeSelector {
  nodeSelectorTerms: NodeSelectorTerm[];
}

export interface NodeSelectorRequirement {
  key: string;
  operator: 'DoesNotExist' | 'Exists' | 'Gt' | 'In' | 'Lt' | 'NotIn';
  values?: string[];
}

export interface NodeSelectorTerm {
  matchExpressions?: NodeSelectorRequirement[];
  matchFields?: NodeSelectorRequirement[];
}

export interface NodeSpec {
  configSource?: NodeConfigSource;
  externalID?: string;
  podCIDR?: string;
  podCIDRs?: string[];
  podPreemptionPolicy?: NodePodPreemptionPolicy;
  providerID?: string;
  taints?: Taint[];
  unschedulable?: boolean;
}

export interface NodeStatus {
  addresses?: NodeAddress[];
  allocatable?: Record<string, QuantityValue>;
  capacity?: Record<string, QuantityValue>;
  conditions?: NodeCondition[];
  config?: NodeConfigStatus;
  daemonEndpoints?: NodeDaemonEndpoints;
  declaredFeatures?: string[];
  features?: NodeFeatures;
  images?: ContainerImage[];
  nodeInfo?: NodeSystemInfo;
  phase?: 'Pending' | 'Running' | 'Terminated';
  runtimeHandlers?: NodeRuntimeHandler[];
  volumesAttached?: AttachedVolume[];
  volumesInUse?: string[];
}

export interface NodeSwapStatus {
  capacity?: number;
}

export interface NodeSystemInfo {
  architecture: string;
  bootID: string;
  containerRuntimeVersion: string;
  kernelVersion: string;
  kubeProxyVersion: string;
  kubeletVersion: string;
  machineID: string;
  operatingSystem: string;
  osImage: string;
  runningInUserNamespace?: boolean;
  swap?: NodeSwapStatus;
  systemUUID: string;
}

export interface ObjectFieldSelector {
  apiVersion?: string;
  fieldPath: string;
}

export interface ObjectReference {
  apiVersion?: string;
  fieldPath?: string;
  kind?: string;
  name?: string;
  namespace?: string;
  resourceVersion?: string;
  uid?: string;
}

export interface PersistentVolume {
  apiVersion?: 'v1';
  kind?: 'PersistentVolume';
  metadata: ObjectMeta;
  spec?: PersistentVolumeSpec;
  status?: PersistentVolumeStatus;
}

export interface PersistentVolumeClaim {
  apiVersion?: 'v1';
  kind?: 'PersistentVolumeClaim';
  metadata: ObjectMeta;
  spec?: PersistentVolumeClaimSpec;
  status?: PersistentVolumeClaimStatus;
}

export interface PersistentVolumeClaimCondition {
  lastProbeTime?: string;
  lastTransitionTime?: string;
  message?: string;
  reason?: string;
  status: string;
  type: string;
}

export interface PersistentVolumeClaimSpec {
  accessModes?: ('ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOnce' | 'ReadWriteOncePod')[];
  dataSource?: TypedLocalObjectReference;
  dataSourceRef?: TypedObjectReference;
  resources?: VolumeResourceRequirements;
  selector?: LabelSelector;
  storageClassName?: string;
  volumeAttributesClassName?: string;
  volumeMode?: 'Block' | 'Filesystem';
  volumeName?: string;
}

export interface PersistentVolumeClaimStatus {
  accessModes?: ('ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOnce' | 'ReadWriteOncePod')[];
  allocatedResourceStatuses?: Record<string, 'ControllerResizeInProgress' | 'ControllerResizeInfeasible' | 'NodeResizeInProgress' | 'NodeResizeInfeasible' | 'NodeResizePending'>;
  allocatedResources?: Record<string, QuantityValue>;
  capacity?: Record<string, QuantityValue>;
  conditions?: PersistentVolumeClaimCondition[];
  currentVolumeAttributesClassName?: string;
  healthStatus?: VolumeHealthStatus;
  modifyVolumeStatus?: ModifyVolumeStatus;
  phase?: 'Bound' | 'Lost' | 'Pending';
}

export interface PersistentVolumeClaimTemplate {
  metadata?: ObjectMeta;
  spec: PersistentVolumeClaimSpec;
}

export interface PersistentVolumeClaimVolumeSource {
  claimName: string;
  readOnly?: boolean;
}

export interface PersistentVolumeSpec {
  accessModes?: ('ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOnce' | 'ReadWriteOncePod')[];
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
  azureDisk?: AzureDiskVolumeSource;
  azureFile?: AzureFilePersistentVolumeSource;
  capacity?: Record<string, QuantityValue>;
  cephfs?: CephFSPersistentVolumeSource;
  cinder?: CinderPersistentVolumeSource;
  claimRef?: ObjectReference;
  csi?: CSIPersistentVolumeSource;
  fc?: FCVolumeSource;
  flexVolume?: FlexPersistentVolumeSource;
  flocker?: FlockerVolumeSource;
  gcePersistentDisk?: GCEPersistentDiskVolumeSource;
  glusterfs?: GlusterfsPersistentVolumeSource;
  hostPath?: HostPathVolumeSource;
  iscsi?: ISCSIPersistentVolumeSource;
  local?: LocalVolumeSource;
  mountOptions?: string[];
  nfs?: NFSVolumeSource;
  nodeAffinity?: VolumeNodeAffinity;
  persistentVolumeReclaimPolicy?: 'Delete' | 'Recycle' | 'Retain';
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource;
  portworxVolume?: PortworxVolumeSource;
  quobyte?: QuobyteVolumeSource;
  rbd?: RBDPersistentVolumeSource;
  scaleIO?: ScaleIOPersistentVolumeSource;
  storageClassName?: string;
  storageos?: StorageOSPersistentVolumeSource;
  volumeAttributesClassName?: string;
  volumeMode?: 'Block' | 'Filesystem';
  vsphereVolume?: VsphereVirtualDiskVolumeSource;
}

export interface PersistentVolumeStatus {
  lastPhaseTransitionTime?: string;
  message?: string;
  phase?: 'Available' | 'Bound' | 'Failed' | 'Pending' | 'Released';
  reason?: string;
}

export interface PhotonPersistentDiskVolumeSource {
  fsType?: string;
  pdID: string;
}

export interface Pod {
  apiVersion?: 'v1';
  kind?: 'Pod';
  metadata: ObjectMeta;
  spec: PodSpec;
  status?: PodStatus;
}

export interface PodAffinity {
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[];
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];
}

export interface PodAffinityTerm {
  labelSelector?: LabelSelector;
  matchLabelKeys?: string[];
  mismatchLabelKeys?: string[];
  namespaceSelector?: LabelSelector;
  namespaces?: string[];
  topologyKey: string;
}

export interface PodAntiAffinity {
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[];
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];
}

export interface PodCertificateProjection {
  certificateChainPath?: string;
  credentialBundlePath?: string;
  keyPath?: string;
  keyType: string;
  maxExpirationSeconds?: number;
  signerName: string;
  user?: number;
  userAnnotations?: Record<string, string>;
}

export interface PodCondition {
  lastProbeTime?: string;
  lastTransitionTime?: string;
  message?: string;
  observedGeneration?: number;
  reason?: string;
  status: string;
  type: string;
}

export interface PodDNSConfig {
  nameservers?: string[];
  options?: PodDNSConfigOption[];
  searches?: string[];
}

export interface PodDNSConfigOption {
  name?: string;
  value?: string;
}

export interface PodExtendedResourceClaimStatus {
  requestMappings: ContainerExtendedResourceRequest[];
  resourceClaimName: string;
}

export interface PodIP {
  ip: string;
}

export interface PodOS {
  name: string;
}

export interface PodReadinessGate {
  conditionType: string;
}

export interface PodResourceClaim {
  name: string;
  resourceClaimName?: string;
  resourceClaimTemplateName?: string;
}

export interface PodResourceClaimStatus {
  name: string;
  resourceClaimName?: string;
}

export interface PodSchedulingGate {
  name: string;
}

export interface PodSchedulingGroup {
  podGroupName?: string;
}

export interface PodSecurityContext {
  appArmorProfile?: AppArmorProfile;
  fsGroup?: number;
  fsGroupChangePolicy?: 'Always' | 'OnRootMismatch';
  runAsGroup?: number;
  runAsNonRoot?: boolean;
  runAsUser?: number;
  seLinuxChangePolicy?: string;
  seLinuxOptions?: SELinuxOptions;
  seccompProfile?: SeccompProfile;
  supplementalGroups?: number[];
  supplementalGroupsPolicy?: 'Merge' | 'Strict';
  sysctls?: Sysctl[];
  windowsOptions?: WindowsSecurityContextOptions;
}

export interface PodSpec {
  activeDeadlineSeconds?: number;
  affinity?: Affinity;
  automountServiceAccountToken?: boolean;
  containers: Container[];
  dnsConfig?: PodDNSConfig;
  dnsPolicy?: 'ClusterFirst' | 'ClusterFirstWithHostNet' | 'Default' | 'None';
  enableServiceLinks?: boolean;
  ephemeralContainers?: EphemeralContainer[];
  evictionResponders?: EvictionResponder[];
  hostAliases?: HostAlias[];
  hostIPC?: boolean;
  hostNetwork?: boolean;
  hostPID?: boolean;
  hostUsers?: boolean;
  hostname?: string;
  hostnameOverride?: string;
  imagePullSecrets?: LocalObjectReference[];
  initContainers?: Container[];
  nodeName?: string;
  nodeSelector?: Record<string, string>;
  os?: PodOS;
  overhead?: Record<string, QuantityValue>;
  preemptionPolicy?: 'Never' | 'PreemptLowerPriority';
  priority?: number;
  priorityClassName?: string;
  readinessGates?: PodReadinessGate[];
  resourceClaims?: PodResourceClaim[];
  resources?: ResourceRequirements;
  restartPolicy?: 'Always' | 'Never' | 'OnFailure';
  runtimeClassName?: string;
  schedulerName?: string;
  schedulingGates?: PodSchedulingGate[];
  schedulingGroup?: PodSchedulingGroup;
  securityContext?: PodSecurityContext;
  serviceAccount?: string;
  serviceAccountName?: string;
  setHostnameAsFQDN?: boolean;
  shareProcessNamespace?: boolean;
  subdomain?: string;
  terminationGracePeriodSeconds?: number;
  tolerations?: Toleration[];
  topologySpreadConstraints?: TopologySpreadConstraint[];
  volumes?: Volume[];
}

export interface PodStatus {
  allocatedResources?: Record<string, QuantityValue>;
  conditions?: PodCondition[];
  containerStatuses?: ContainerStatus[];
  ephemeralContainerStatuses?: ContainerStatus[];
  extendedResourceClaimStatus?: PodExtendedResourceClaimStatus;
  hostIP?: string;
  hostIPs?: HostIP[];
  initContainerStatuses?: ContainerStatus[];
  message?: string;
  nodeAllocatableResourceClaimStatuses?: NodeAllocatableResourceClaimStatus[];
  nominatedNodeName?: string;
  observedGeneration?: number;
  phase?: 'Failed' | 'Pending' | 'Running' | 'Succeeded' | 'Unknown';
  podIP?: string;
  podIPs?: PodIP[];
  qosClass?: 'BestEffort' | 'Burstable' | 'Guaranteed';
  reason?: string;
  resize?: string;
  resourceClaimStatuses?: PodResourceClaimStatus[];
  resources?: ResourceRequirements;
  startTime?: string;
  volumeHealth?: PodVolumeHealth[];
}

export interface PodTemplate {
  apiVersion?: 'v1';
  kind?: 'PodTemplate';
  metadata: ObjectMeta;
  template?: PodTemplateSpec;
}

export interface PodTemplateSpec {
  metadata?: ObjectMeta;
  spec?: PodSpec;
}

export interface PodVolumeHealth {
  healthConditions?: VolumeHealthCondition[];
  lastTransitionTime?: string;
  name: string;
}

export interface PortStatus {
  error?: string;
  port: number;
  protocol: 'SCTP' | 'TCP' | 'UDP';
}

export interface PortworxVolumeSource {
  fsType?: string;
  readOnly?: boolean;
  volumeID: string;
}

export interface PreferredSchedulingTerm {
  preference: NodeSelectorTerm;
  weight: number;
}

export interface Probe {
  exec?: ExecAction;
  failureThreshold?: number;
  grpc?: GRPCAction;
  httpGet?: HTTPGetAction;
  initialDelaySeconds?: number;
  periodSeconds?: number;
  successThreshold?: number;
  tcpSocket?: TCPSocketAction;
  terminationGracePeriodSeconds?: number;
  timeoutSeconds?: number;
}

export interface ProjectedVolumeSource {
  defaultMode?: number;
  defaultUser?: number;
  sources?: VolumeProjection[];
}

export interface QuobyteVolumeSource {
  group?: string;
  readOnly?: boolean;
  registry: string;
  tenant?: string;
  user?: string;
  volume: string;
}

export interface RBDPersistentVolumeSource {
  fsType?: string;
  image: string;
  keyring?: string;
  monitors: string[];
  pool?: string;
  readOnly?: boolean;
  secretRef?: SecretReference;
  user?: string;
}

export interface RBDVolumeSource {
  fsType?: string;
  image: string;
  keyring?: string;
  monitors: string[];
  pool?: string;
  readOnly?: boolean;
  secretRef?: LocalObjectReference;
  user?: string;
}

export interface ReplicationController {
  apiVersion?: 'v1';
  kind?: 'ReplicationController';
  metadata: ObjectMeta;
  spec?: ReplicationControllerSpec;
  status?: ReplicationControllerStatus;
}

export interface ReplicationControllerCondition {
  lastTransitionTime?: string;
  message?: string;
  reason?: string;
  status: string;
  type: string;
}

export interface ReplicationControllerSpec {
  minReadySeconds?: number;
  replicas?: number;
  selector?: Record<string, string>;
  template?: PodTemplateSpec;
}

export interface ReplicationControllerStatus {
  availableReplicas?: number;
  conditions?: ReplicationControllerCondition[];
  fullyLabeledReplicas?: number;
  observedGeneration?: number;
  readyReplicas?: number;
  replicas: number;
}

export interface ResourceClaim {
  name: string;
  request?: string;
}

export interface ResourceFieldSelector {
  containerName?: string;
  divisor?: QuantityValue;
  resource: string;
}

export interface ResourceHealth {
  health?: string;
  message?: string;
  resourceID: string;
}

export interface ResourceQuota {
  apiVersion?: 'v1';
  kind?: 'ResourceQuota';
  metadata: ObjectMeta;
  spec?: ResourceQuotaSpec;
  status?: ResourceQuotaStatus;
}

export interface ResourceQuotaSpec {
  hard?: Record<string, QuantityValue>;
  scopeSelector?: ScopeSelector;
  scopes?: ('BestEffort' | 'CrossNamespacePodAffinity' | 'NotBestEffort' | 'NotTerminating' | 'PriorityClass' | 'Terminating' | 'VolumeAttributesClass')[];
}

export interface ResourceQuotaStatus {
  hard?: Record<string, QuantityValue>;
  used?: Record<string, QuantityValue>;
}

export interface ResourceRequirements {
  claims?: ResourceClaim[];
  limits?: Record<string, QuantityValue>;
  requests?: Record<string, QuantityValue>;
}

export interface ResourceStatus {
  name: string;
  resources?: ResourceHealth[];
}

export interface SELinuxOptions {
  level?: string;
  role?: string;
  type?: string;
  user?: string;
}

export interface ScaleIOPersistentVolumeSource {
  fsType?: string;
  gateway: string;
  protectionDomain?: string;
  readOnly?: boolean;
  secretRef: SecretReference;
  sslEnabled?: boolean;
  storageMode?: string;
  storagePool?: string;
  system: string;
  volumeName?: string;
}

export interface ScaleIOVolumeSource {
  fsType?: string;
  gateway: string;
  protectionDomain?: string;
  readOnly?: boolean;
  secretRef: LocalObjectReference;
  sslEnabled?: boolean;
  storageMode?: string;
  storagePool?: string;
  system: string;
  volumeName?: string;
}

export interface ScopeSelector {
  matchExpressions?: ScopedResourceSelectorRequirement[];
}

export interface ScopedResourceSelectorRequirement {
  operator: 'DoesNotExist' | 'Exists' | 'In' | 'NotIn';
  scopeName: 'BestEffort' | 'CrossNamespacePodAffinity' | 'NotBestEffort' | 'NotTerminating' | 'PriorityClass' | 'Terminating' | 'VolumeAttributesClass';
  values?: string[];
}

export interface SeccompProfile {
  localhostProfile?: string;
  type: 'Localhost' | 'RuntimeDefault' | 'Unconfined';
}

export interface Secret {
  apiVersion?: 'v1';
  data?: Record<string, string>;
  immutable?: boolean;
  kind?: 'Secret';
  metadata: ObjectMeta;
  stringData?: Record<string, string>;
  type?: string;
}

export interface SecretEnvSource {
  name?: string;
  optional?: boolean;
}

export interface SecretKeySelector {
  key: string;
  name?: string;
  optional?: boolean;
}

export interface SecretProjection {
  items?: KeyToPath[];
  name?: string;
  optional?: boolean;
}

export interface SecretReference {
  name?: string;
  namespace?: string;
}

export interface SecretVolumeSource {
  defaultMode?: number;
  defaultUser?: number;
  items?: KeyToPath[];
  optional?: boolean;
  secretName?: string;
}

export interface SecurityContext {
  allowPrivilegeEscalation?: boolean;
  appArmorProfile?: AppArmorProfile;
  capabilities?: Capabilities;
  privileged?: boolean;
  procMount?: 'Default' | 'Unmasked';
  readOnlyRootFilesystem?: boolean;
  runAsGroup?: number;
  runAsNonRoot?: boolean;
  runAsUser?: number;
  seLinuxOptions?: SELinuxOptions;
  seccompProfile?: SeccompProfile;
  windowsOptions?: WindowsSecurityContextOptions;
}

export interface Service {
  apiVersion?: 'v1';
  kind?: 'Service';
  metadata: ObjectMeta;
  spec?: ServiceSpec;
  status?: ServiceStatus;
}

export interface ServiceAccount {
  apiVersion?: 'v1';
  automountServiceAccountToken?: boolean;
  imagePullSecrets?: LocalObjectReference[];
  kind?: 'ServiceAccount';
  metadata: ObjectMeta;
  secrets?: ObjectReference[];
}

export interface ServiceAccountTokenProjection {
  audience?: string;
  expirationSeconds?: number;
  path: string;
  user?: number;
}

export interface ServicePort {
  appProtocol?: string;
  name?: string;
  nodePort?: number;
  port: number;
  protocol?: 'SCTP' | 'TCP' | 'UDP';
  targetPort?: IntOrString;
}

export interface ServiceSpec {
  allocateLoadBalancerNodePorts?: boolean;
  clusterIP?: string;
  clusterIPs?: string[];
  externalIPs?: string[];
  externalName?: string;
  externalTrafficPolicy?: 'Cluster' | 'Local';
  healthCheckNodePort?: number;
  internalTrafficPolicy?: 'Cluster' | 'Local';
  ipFamilies?: ('' | 'IPv4' | 'IPv6')[];
  ipFamilyPolicy?: 'PreferDualStack' | 'RequireDualStack' | 'SingleStack';
  loadBalancerClass?: string;
  loadBalancerIP?: string;
  loadBalancerSourceRanges?: string[];
  ports?: ServicePort[];
  publishNotReadyAddresses?: boolean;
  selector?: Record<string, string>;
  sessionAffinity?: 'ClientIP' | 'None';
  sessionAffinityConfig?: SessionAffinityConfig;
  trafficDistribution?: string;
  type?: 'ClusterIP' | 'ExternalName' | 'LoadBalancer' | 'NodePort';
}

export interface ServiceStatus {
  conditions?: Condition[];
  loadBalancer?: LoadBalancerStatus;
}

export interface SessionAffinityConfig {
  clientIP?: ClientIPConfig;
}

export interface SleepAction {
  seconds: number;
}

export interface StorageOSPersistentVolumeSource {
  fsType?: string;
  readOnly?: boolean;
  secretRef?: ObjectReference;
  volumeName?: string;
  volumeNamespace?: string;
}

export interface StorageOSVolumeSource {
  fsType?: string;
  readOnly?: boolean;
  secretRef?: LocalObjectReference;
  volumeName?: string;
  volumeNamespace?: string;
}

export interface Sysctl {
  name: string;
  value: string;
}

export interface TCPSocketAction {
  host?: string;
  port: IntOrString;
}

export interface Taint {
  effect: 'NoExecute' | 'NoSchedule' | 'PreferNoSchedule';
  key: string;
  timeAdded?: string;
  value?: string;
}

export interface Toleration {
  effect?: 'NoExecute' | 'NoSchedule' | 'PreferNoSchedule';
  key?: string;
  operator?: 'Equal' | 'Exists' | 'Gt' | 'Lt';
  tolerationSeconds?: number;
  value?: string;
}

export interface TopologySelectorLabelRequirement {
  key: string;
  values: string[];
}

export interface TopologySelectorTerm {
  matchLabelExpressions?: TopologySelectorLabelRequirement[];
}

export interface TopologySpreadConstraint {
  labelSelector?: LabelSelector;
  matchLabelKeys?: string[];
  maxSkew: number;
  minDomains?: number;
  nodeAffinityPolicy?: 'Honor' | 'Ignore';
  nodeTaintsPolicy?: 'Honor' | 'Ignore';
  topologyKey: string;
  whenUnsatisfiable: 'DoNotSchedule' | 'ScheduleAnyway';
}

export interface TypedLocalObjectReference {
  apiGroup?: string;
  kind: string;
  name: string;
}

export interface TypedObjectReference {
  apiGroup?: string;
  kind: string;
  name: string;
  namespace?: string;
}

export interface Volume {
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
  azureDisk?: AzureDiskVolumeSource;
  azureFile?: AzureFileVolumeSource;
  cephfs?: CephFSVolumeSource;
  cinder?: CinderVolumeSource;
  configMap?: ConfigMapVolumeSource;
  csi?: CSIVolumeSource;
  downwardAPI?: DownwardAPIVolumeSource;
  emptyDir?: EmptyDirVolumeSource;
  ephemeral?: EphemeralVolumeSource;
  fc?: FCVolumeSource;
  flexVolume?: FlexVolumeSource;
  flocker?: FlockerVolumeSource;
  gcePersistentDisk?: GCEPersistentDiskVolumeSource;
  gitRepo?: GitRepoVolumeSource;
  glusterfs?: GlusterfsVolumeSource;
  hostPath?: HostPathVolumeSource;
  image?: ImageVolumeSource;
  iscsi?: ISCSIVolumeSource;
  name: string;
  nfs?: NFSVolumeSource;
  persistentVolumeClaim?: PersistentVolumeClaimVolumeSource;
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource;
  portworxVolume?: PortworxVolumeSource;
  projected?: ProjectedVolumeSource;
  quobyte?: QuobyteVolumeSource;
  rbd?: RBDVolumeSource;
  scaleIO?: ScaleIOVolumeSource;
  secret?: SecretVolumeSource;
  storageos?: StorageOSVolumeSource;
  vsphereVolume?: VsphereVirtualDiskVolumeSource;
}

export interface VolumeDevice {
  devicePath: string;
  name: string;
}

export interface VolumeHealthCondition {
  message?: string;
  reason: string;
  status: 'DataLoss' | 'Degraded' | 'Inaccessible';
}

export interface VolumeHealthStatus {
  healthConditions?: VolumeHealthCondition[];
  lastTransitionTime?: string;
}

export interface VolumeMount {
  bindMountOptions?: string[];
  mountPath: string;
  mountPropagation?: 'Bidirectional' | 'HostToContainer' | 'None';
  name: string;
  readOnly?: boolean;
  recursiveReadOnly?: string;
  subPath?: string;
  subPathExpr?: string;
}

export interface VolumeMountStatus {
  mountPath: string;
  name: string;
  readOnly?: boolean;
  recursiveReadOnly?: string;
  volumeStatus?: VolumeStatus;
}

export interface VolumeNodeAffinity {
  required?: NodeSelector;
}

export interface VolumeProjection {
  clusterTrustBundle?: ClusterTrustBundleProjection;
  configMap?: ConfigMapProjection;
  downwardAPI?: DownwardAPIProjection;
  podCertificate?: PodCertificateProjection;
  secret?: SecretProjection;
  serviceAccountToken?: ServiceAccountTokenProjection;
}

export interface VolumeResourceRequirements {
  limits?: Record<string, QuantityValue>;
  requests?: Record<string, QuantityValue>;
}

export interface VolumeStatus {
  image?: ImageVolumeStatus;
}

export interface VsphereVirtualDiskVolumeSource {
  fsType?: string;
  storagePolicyID?: string;
  storagePolicyName?: string;
  volumePath: string;
}

export interface WeightedPodAffinityTerm {
  podAffinityTerm: PodAffinityTerm;
  weight: number;
}

export interface WindowsSecurityContextOptions {
  gmsaCredentialSpec?: string;
  gmsaCredentialSpecName?: string;
  hostProcess?: boolean;
  runAsUserName?: string;
}
