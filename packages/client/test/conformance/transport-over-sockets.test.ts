import { ApiServer } from '@reeve/apiserver';
import { KubeConfig, connect } from '@reeve/client';
import { transportConformance, type OpenTransport } from './transport-cases.ts';

const over = async (isPlain: boolean): Promise<OpenTransport> => {
  const server = await ApiServer.start({ port: 0, isPlain });
  const config = await KubeConfig.parse(server.kubeconfig());
  const cluster = connect(config.connection());
  const close = async (): Promise<void> => {
    await cluster.close();
    await server.stop();
  };
  return { transport: cluster.transport, close };
};

transportConformance('over TLS', () => over(false));
transportConformance('over plain HTTP', () => over(true));
