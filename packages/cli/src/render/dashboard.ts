/**
 * A Grafana dashboard of an operator: its runs, its queue, its caches and its requests. It asks for the metrics that a manager serves, and no others.
 */

interface Panel {
  readonly title: string;
  readonly unit: string;
  /** Expressions with the text of their legends. */
  readonly targets: readonly (readonly [expression: string, legend: string])[];
}

const panels: readonly Panel[] = [
  {
    title: 'Runs per second, by result',
    unit: 'ops',
    targets: [
      [
        'sum by (controller, result) (rate(controller_runtime_reconcile_total{$selector}[5m]))',
        '{{controller}} {{result}}',
      ],
    ],
  },
  {
    title: 'Failed runs per second',
    unit: 'ops',
    targets: [
      ['sum by (controller) (rate(controller_runtime_reconcile_errors_total{$selector}[5m]))', '{{controller}}'],
      [
        'sum by (controller) (rate(controller_runtime_terminal_reconcile_errors_total{$selector}[5m]))',
        '{{controller}} for good',
      ],
    ],
  },
  {
    title: 'Time of runs',
    unit: 's',
    targets: [
      [
        'histogram_quantile(0.5, sum by (controller, le) (rate(controller_runtime_reconcile_time_seconds_bucket{$selector}[5m])))',
        '{{controller}} p50',
      ],
      [
        'histogram_quantile(0.99, sum by (controller, le) (rate(controller_runtime_reconcile_time_seconds_bucket{$selector}[5m])))',
        '{{controller}} p99',
      ],
    ],
  },
  {
    title: 'Keys that wait',
    unit: 'short',
    targets: [['sum by (controller) (workqueue_depth{$selector})', '{{controller}}']],
  },
  {
    title: 'Time in the queue, p99',
    unit: 's',
    targets: [
      [
        'histogram_quantile(0.99, sum by (controller, le) (rate(workqueue_queue_duration_seconds_bucket{$selector}[5m])))',
        '{{controller}}',
      ],
    ],
  },
  {
    title: 'Workers, and how many there may be',
    unit: 'short',
    targets: [
      ['sum by (controller) (controller_runtime_active_workers{$selector})', '{{controller}}'],
      ['sum by (controller) (controller_runtime_max_concurrent_reconciles{$selector})', '{{controller}} at most'],
    ],
  },
  {
    title: 'How long ago the server was heard of',
    unit: 's',
    targets: [['max by (group, resource) (informer_staleness_seconds{$selector})', '{{resource}}.{{group}}']],
  },
  {
    title: 'Objects in caches',
    unit: 'short',
    targets: [['max by (group, resource) (informer_store_objects{$selector})', '{{resource}}.{{group}}']],
  },
  {
    title: 'Requests per second, by answer',
    unit: 'ops',
    targets: [['sum by (method, code) (rate(rest_client_requests_total{$selector}[5m]))', '{{method}} {{code}}']],
  },
  {
    title: 'Time of requests, p99',
    unit: 's',
    targets: [
      [
        'histogram_quantile(0.99, sum by (verb, le) (rate(rest_client_request_duration_seconds_bucket{$selector}[5m])))',
        '{{verb}}',
      ],
    ],
  },
  {
    title: 'Who leads',
    unit: 'short',
    targets: [['max by (pod) (leader_election_master_status{$selector})', '{{pod}}']],
  },
  {
    title: 'Writes of runs per second',
    unit: 'ops',
    targets: [['sum by (controller) (rate(reeve_reconcile_writes_total{$selector}[5m]))', '{{controller}}']],
  },
];

const source = { type: 'prometheus', uid: '${datasource}' };

/** The dashboard, in Grafana's JSON. */
export function dashboard(name: string): Record<string, unknown> {
  return {
    uid: `reeve-${name}`.slice(0, 40),
    title: `Operator ${name}`,
    tags: ['reeve', 'operator'],
    schemaVersion: 39,
    editable: true,
    refresh: '30s',
    time: { from: 'now-1h', to: 'now' },
    templating: {
      list: [
        { name: 'datasource', type: 'datasource', query: 'prometheus' },
        {
          name: 'namespace',
          type: 'query',
          datasource: source,
          query: 'label_values(controller_runtime_reconcile_total, namespace)',
          includeAll: true,
          allValue: '.*',
        },
      ],
    },
    panels: panels.map(({ title, unit, targets }, index) => ({
      id: index + 1,
      type: 'timeseries',
      title,
      datasource: source,
      gridPos: { x: (index % 2) * 12, y: Math.floor(index / 2) * 8, w: 12, h: 8 },
      fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
      targets: targets.map(([expression, legendFormat], target) => ({
        refId: String.fromCodePoint(65 + target),
        datasource: source,
        expr: expression.replaceAll('$selector', 'namespace=~"$namespace"'),
        legendFormat,
      })),
    })),
  };
}
