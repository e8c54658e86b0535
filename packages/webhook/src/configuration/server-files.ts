/**
 * The files that make a kube-apiserver, or `reeve server`, ask a webhook whose a token is and who may do what.
 * Upstream: kube-apiserver --authentication-token-webhook-config-file, --authorization-config; apiserver.config.k8s.io AuthorizationConfiguration.
 */

/** Where the webhook is. */
export interface WebhookFileOptions {
  /** The whole URL, path included. */
  readonly url: string;
  /** The authorities to trust, PEM; those of the system unless given. */
  readonly bundle?: string;
}

/** A file in the form of a kubeconfig, as an object: what both flags point at. JSON is YAML. */
export const webhookKubeconfig = ({ url, bundle }: WebhookFileOptions) => ({
  apiVersion: 'v1',
  kind: 'Config',
  clusters: [
    {
      name: 'webhook',
      cluster: {
        server: url,
        ...(bundle !== undefined && { 'certificate-authority-data': Buffer.from(bundle).toString('base64') }),
      },
    },
  ],
  users: [{ name: 'kube-apiserver', user: {} }],
  contexts: [{ name: 'webhook', context: { cluster: 'webhook', user: 'kube-apiserver' } }],
  'current-context': 'webhook',
});

/** How an authorizer takes part. */
export interface AuthorizationOptions {
  readonly name: string;
  /** The file of `webhookKubeconfig`, where the server reads it. */
  readonly kubeconfigFile: string;
  /** What follows when the webhook does not answer; `NoOpinion` unless given, which leaves the decision to RBAC. */
  readonly failurePolicy?: 'NoOpinion' | 'Deny';
  /** How long the server waits; 3 seconds unless given. */
  readonly timeoutSeconds?: number;
  /** How long decisions are kept; 5 minutes for those that allow and 30 seconds for others unless given. */
  readonly allowedSeconds?: number;
  readonly deniedSeconds?: number;
  /** Only requests for which all of these CEL expressions are true are asked about. */
  readonly matchConditions?: readonly string[];
  /** False for servers without the authorizer of nodes, such as the embedded one. True unless given. */
  readonly withNode?: boolean;
}

/** An AuthorizationConfiguration in which the webhook is asked before RBAC, and Node stays first. */
export const authorizationConfiguration = ({
  name,
  kubeconfigFile,
  failurePolicy = 'NoOpinion',
  timeoutSeconds = 3,
  allowedSeconds = 300,
  deniedSeconds = 30,
  matchConditions = [],
  withNode = true,
}: AuthorizationOptions) => ({
  apiVersion: 'apiserver.config.k8s.io/v1',
  kind: 'AuthorizationConfiguration',
  authorizers: [
    ...(withNode ? [{ type: 'Node', name: 'node' }] : []),
    {
      type: 'Webhook',
      name,
      webhook: {
        subjectAccessReviewVersion: 'v1',
        matchConditionSubjectAccessReviewVersion: 'v1',
        authorizedTTL: `${allowedSeconds}s`,
        unauthorizedTTL: `${deniedSeconds}s`,
        timeout: `${timeoutSeconds}s`,
        failurePolicy,
        connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: kubeconfigFile },
        ...(matchConditions.length > 0 && { matchConditions: matchConditions.map((expression) => ({ expression })) }),
      },
    },
    { type: 'RBAC', name: 'rbac' },
  ],
});
