/**
 * Descriptions of the groups apiextensions.k8s.io and apiregistration.k8s.io: what adds to the API.
 */
import type { GroupDescriptions } from './group-descriptions.ts';

export const apiextensions: GroupDescriptions = {
  prefix: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.',
  kinds: { CustomResourceDefinition: 'Defines a resource: its names, scope, versions and their schemas.' },
  fields: {
    CustomResourceDefinitionSpec: {
      conversion: 'How objects are converted from one version to another.',
      group: 'The API group of the resource.',
      names: 'The names of the resource and of its kind.',
      preserveUnknownFields: 'Must be false. Fields are kept with x-kubernetes-preserve-unknown-fields in the schema.',
      scope: 'Namespaced, or Cluster for objects without a namespace.',
      versions: 'The versions of the resource.',
    },
    CustomResourceDefinitionStatus: {
      acceptedNames: 'The names that are served. They differ from the spec when another definition has them.',
      conditions: 'Whether names are accepted and the resource is served: NamesAccepted, Established and others.',
      storedVersions: 'The versions in which objects may be stored. None of them can be removed from the spec.',
    },
    CustomResourceDefinitionVersion: {
      additionalPrinterColumns: 'The columns that kubectl get shows.',
      deprecated: 'True warns clients that use the version.',
      deprecationWarning: 'The text of that warning.',
      name: 'The name of the version, such as v1beta1.',
      schema: 'What objects of the version look like.',
      selectableFields: 'The fields that field selectors may name.',
      served: 'Whether clients can use the version.',
      storage: 'Whether objects are stored in this version. It is true for exactly one.',
      subresources: 'Whether there are the subresources status and scale.',
    },
    CustomResourceDefinitionNames: {
      categories: 'Groups of resources that contain this one, such as all.',
      kind: 'The kind of the objects, such as Website.',
      listKind: 'The kind of lists; the kind with List at its end unless given.',
      plural: 'The name in URLs, such as websites.',
      shortNames: 'Short names for the command line.',
      singular: 'The name for one object on the command line; the kind in lower case unless given.',
    },
    CustomResourceConversion: {
      strategy: 'None changes only apiVersion; Webhook asks a webhook.',
      webhook: 'The webhook that converts objects.',
    },
    CustomResourceColumnDefinition: {
      description: 'What the column shows.',
      format: 'The format of the value, such as date or byte.',
      jsonPath: 'Where the value is in the object.',
      name: 'The title of the column.',
      priority: 'Columns above 0 are shown only in wide output.',
      type: 'The type of the value, such as string, integer or date.',
    },
    CustomResourceValidation: { openAPIV3Schema: 'The schema of the objects.' },
    CustomResourceSubresources: {
      scale: 'Where in the object the numbers of replicas are.',
      status: 'Present when status is written apart from the rest of the object.',
    },
    SelectableField: { jsonPath: 'Where the field is in the object.' },
  },
};

export const apiregistration: GroupDescriptions = {
  prefix: 'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.',
  kinds: { APIService: 'Leads the requests of a group and version to another API server.' },
  fields: {
    APIServiceSpec: {
      caBundle: 'The certificates that the certificate of that server is checked with, in PEM and base64.',
      group: 'The API group.',
      groupPriorityMinimum: 'Where the group is in discovery; higher comes first.',
      insecureSkipTLSVerify: 'True does not check the certificate of that server.',
      service: 'The Service of that server; absent when this server serves the group itself.',
      version: 'The version of the group.',
      versionPriority: 'Where the version is in its group; higher comes first.',
    },
    APIServiceStatus: { conditions: 'Whether that server is Available.' },
  },
};
