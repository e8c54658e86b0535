/**
 * The configuration of a Prometheus, as text: the same for the same monitors in whatever order they come. JSON is YAML, so nothing needs to be escaped.
 */
import type { CachedObject } from 'reeve';
import type { Prometheus, ServiceMonitor } from './resources.ts';

export type Monitor = CachedObject<typeof ServiceMonitor>;
export type PrometheusObject = CachedObject<typeof Prometheus>;

export function configuration(prometheus: PrometheusObject, monitors: readonly Monitor[]): string {
  const byName = monitors.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)));
  const scrapes = byName.map((monitor) => ({
    job_name: nameOf(monitor),
    metrics_path: monitor.spec.path,
    ...(monitor.spec.interval !== undefined && { scrape_interval: monitor.spec.interval }),
    static_configs: [{ targets: [`${monitor.spec.service}:${monitor.spec.port}`] }],
  }));
  const global = { scrape_interval: prometheus.spec.scrapeInterval };
  return `${JSON.stringify({ global, scrape_configs: scrapes }, undefined, 2)}\n`;
}

const nameOf = ({ metadata }: Monitor): string => metadata.name;
