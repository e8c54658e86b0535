/**
 * Claims grow only where their storage can. Upstream: the PersistentVolumeClaimResize admission plugin.
 */
import { parseQuantity } from '@reeve/machinery';
import { fieldsAt, forbidden, textAt, type AdmissionPlugin, type ApiObject, type Store } from '@reeve/registry';

export const claimResize = (store: Store): AdmissionPlugin => ({
  name: 'PersistentVolumeClaimResize',
  operations: new Set(['UPDATE']),
  validate({ resource, subresource, object, old, name }) {
    if (resource.group !== '' || resource.plural !== 'persistentvolumeclaims' || subresource !== undefined) return;
    if (object === undefined || old === undefined || !grows(object, old)) return;
    if (textAt(old, 'status', 'phase') !== 'Bound')
      throw forbidden(resource, name, 'Only bound persistent volume claims can be expanded');
    const [className, before] = [classOf(object), classOf(old)];
    const storageClass = className === before ? store.table('storage.k8s.io/storageclasses').get(className) : undefined;
    if (storageClass?.object['allowVolumeExpansion'] === true) return;
    const problem =
      'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize';
    throw forbidden(resource, name, problem);
  },
});

function grows(claim: ApiObject, old: ApiObject): boolean {
  const [size, before] = [claim, old].map((each) => textAt(fieldsAt(each, 'spec', 'resources', 'requests'), 'storage'));
  return parseQuantity(size || '0').compare(parseQuantity(before || '0')) > 0;
}

const classOf = (claim: ApiObject): string =>
  claim.metadata.annotations?.['volume.beta.kubernetes.io/storage-class'] ?? textAt(claim, 'spec', 'storageClassName');
