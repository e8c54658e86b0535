/**
 * The descriptions of all API groups, in one module that is loaded with the first request for an OpenAPI document.
 */
import { admissionregistration } from './admissionregistration.ts';
import { apiextensions, apiregistration } from './apiextensions.ts';
import { apps } from './apps.ts';
import { authentication, authorization, certificates } from './auth.ts';
import { autoscalingV1, autoscalingV2 } from './autoscaling.ts';
import { batch } from './batch.ts';
import { coreCluster } from './core-cluster.ts';
import { coreContainers } from './core-containers.ts';
import { corePods } from './core-pods.ts';
import { coreStorage } from './core-storage.ts';
import { coordination, discovery, events } from './coordination.ts';
import { flowcontrol, policy, scheduling } from './policy.ts';
import type { GroupDescriptions } from './group-descriptions.ts';
import { meta } from './meta.ts';
import { networking } from './networking.ts';
import { node, resource } from './resource.ts';
import { rbac } from './rbac.ts';
import { storage, storagemigration } from './storage.ts';

export const allDescriptions: readonly GroupDescriptions[] = [
  admissionregistration,
  apiextensions,
  apiregistration,
  apps,
  authentication,
  authorization,
  autoscalingV1,
  autoscalingV2,
  batch,
  certificates,
  coordination,
  coreCluster,
  coreContainers,
  corePods,
  coreStorage,
  discovery,
  events,
  flowcontrol,
  meta,
  networking,
  node,
  policy,
  rbac,
  resource,
  scheduling,
  storage,
  storagemigration,
];
