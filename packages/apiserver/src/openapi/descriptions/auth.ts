/**
 * Descriptions of the groups authentication, authorization and certificates: who asks, and what they may do.
 */
import type { GroupDescriptions } from './group-descriptions.ts';

const attributes = {
  nonResourceAttributes: 'The path and verb that are asked about, where no resource is.',
  resourceAttributes: 'The resource, object and verb that are asked about.',
};

export const authentication: GroupDescriptions = {
  prefix: 'io.k8s.api.authentication.v1.',
  kinds: {
    SelfSubjectReview: 'Tells a client as whom the server knows it.',
    TokenRequest: 'Asks for a token of a ServiceAccount.',
    TokenReview: 'Asks whether a token is valid, and whose it is.',
  },
  fields: {
    SelfSubjectReviewStatus: { userInfo: 'The user that sent the request.' },
    TokenRequestSpec: {
      attestations: 'What the client can prove about itself, by kind of proof.',
      audiences: 'For whom the token is meant. Others must refuse it.',
      boundObjectRef: 'The object that the token is bound to. The token ends when the object is deleted.',
      expirationSeconds: 'For how many seconds the token is to be valid. The server may choose another time.',
    },
    TokenRequestStatus: {
      expirationTimestamp: 'When the token stops being valid.',
      token: 'The token.',
    },
    TokenReviewSpec: {
      audiences: 'For whom the token must be meant. The API server itself unless given.',
      token: 'The token that is asked about.',
    },
    TokenReviewStatus: {
      audiences: 'Those of the audiences asked about that the token is meant for.',
      authenticated: 'Whether the token is valid.',
      error: 'Why the token could not be checked.',
      user: 'The user that the token belongs to.',
    },
    UserInfo: {
      extra: 'What else authentication found out about the user.',
      groups: 'The groups of the user.',
      uid: 'Identifies the user among users who have had the same name.',
      username: 'The name of the user.',
    },
  },
};

export const authorization: GroupDescriptions = {
  prefix: 'io.k8s.api.authorization.v1.',
  kinds: {
    LocalSubjectAccessReview: 'Asks whether a user may do something in one namespace.',
    SelfSubjectAccessReview: 'Asks whether the client itself may do something.',
    SelfSubjectRulesReview: 'Asks what the client itself may do in a namespace.',
    SubjectAccessReview: 'Asks whether a user may do something.',
  },
  fields: {
    SelfSubjectAccessReviewSpec: attributes,
    SelfSubjectRulesReviewSpec: { namespace: 'The namespace that is asked about.' },
    SubjectAccessReviewSpec: {
      ...attributes,
      extra: 'What else authentication found out about the user.',
      groups: 'The groups of the user.',
      uid: 'The uid of the user.',
      user: 'The name of the user. Without it, only the groups count.',
    },
    SubjectAccessReviewStatus: {
      allowed: 'Whether the action is allowed.',
      denied: 'True when an authorizer refused the action, rather than only having no rule that allows it.',
      evaluationError: 'What went wrong while rules were read. The answer may still be right.',
      reason: 'Why the action is allowed or not.',
    },
    SubjectRulesReviewStatus: {
      evaluationError: 'What went wrong while rules were read, which may then be missing.',
      incomplete: 'True when there may be rules that are not in the lists.',
      nonResourceRules: 'The paths that the client may ask for, with verbs.',
      resourceRules: 'The resources that the client may use, with verbs.',
    },
    ResourceAttributes: {
      fieldSelector: 'The fields that the request is limited to.',
      group: 'The API group of the resource; * for all.',
      labelSelector: 'The labels that the request is limited to.',
      name: 'The name of the object; empty for all.',
      namespace: 'The namespace of the object; empty for all, or for resources of the whole cluster.',
      resource: 'The resource, such as pods; * for all.',
      subresource: 'The subresource, such as status.',
      verb: 'What is to be done, such as get, list or create; * for all.',
      version: 'The version of the API group; * for all.',
    },
    NonResourceAttributes: {
      path: 'The path of the URL.',
      verb: 'The HTTP method, in lower case.',
    },
  },
};

export const certificates: GroupDescriptions = {
  prefix: 'io.k8s.api.certificates.v1.',
  kinds: {
    CertificateSigningRequest: 'A request for a certificate, to be approved and signed.',
    ClusterTrustBundle: 'Certificates that programs in the cluster may trust.',
    PodCertificateRequest: 'A request for a certificate of a pod, made by the kubelet and answered by a signer.',
  },
  fields: {
    CertificateSigningRequestSpec: {
      expirationSeconds: 'For how many seconds the certificate is to be valid. The signer may choose another time.',
      extra: 'What else is known about the user who made the request; set by the server.',
      groups: 'The groups of the user who made the request; set by the server.',
      request: 'The signing request as PKCS#10 in PEM, in base64.',
      signerName: 'Who is to sign, such as kubernetes.io/kube-apiserver-client.',
      uid: 'The uid of the user who made the request; set by the server.',
      usages: 'What the key of the certificate may be used for.',
      username: 'The name of the user who made the request; set by the server.',
    },
    CertificateSigningRequestStatus: {
      certificate: 'The signed certificate in PEM, in base64; set by the signer.',
      conditions: 'Whether the request is Approved, Denied or Failed.',
    },
    ClusterTrustBundleSpec: {
      signerName: 'The signer whose certificates these are. The name of the bundle begins with it.',
      trustBundle: 'The certificates of authorities, as PEM.',
    },
    PodCertificateRequestSpec: {
      maxExpirationSeconds: 'For how many seconds at most the certificate may be valid.',
      nodeName: 'The node that the pod runs on.',
      nodeUID: 'The uid of that node.',
      podName: 'The pod that the certificate is for.',
      podUID: 'The uid of that pod.',
      serviceAccountName: 'The ServiceAccount that the pod runs as.',
      serviceAccountUID: 'The uid of that ServiceAccount.',
      signerName: 'Who is to sign.',
      stubPKCS10Request: 'A signing request as PKCS#10 that says nothing but the key, in base64.',
      unverifiedUserAnnotations: 'What the author of the pod tells the signer; nobody has checked it.',
    },
    PodCertificateRequestStatus: {
      beginRefreshAt: 'When the kubelet is to ask for the next certificate.',
      certificateChain: 'The signed certificate, then those that vouch for it, as PEM.',
      conditions: 'Whether the request is Issued, Denied or Failed.',
      notAfter: 'When the certificate stops being valid.',
      notBefore: 'When the certificate begins to be valid.',
    },
  },
};
