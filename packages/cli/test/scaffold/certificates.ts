/** The definition of somebody else, in the manner of controller-gen. */
export const certificates = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: certificates.pki.example.org
spec:
  group: pki.example.org
  names: { kind: Certificate, listKind: CertificateList, plural: certificates, singular: certificate }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            apiVersion: { type: string }
            kind: { type: string }
            metadata: { type: object }
            spec:
              type: object
              required: [secretName, days]
              properties:
                secretName: { type: string }
                days: { type: integer, minimum: 1 }
                dnsNames: { type: array, items: { type: string } }
            status: { type: object, properties: { serial: { type: string } } }
      subresources: { status: {} }
`;
