import { SeededRandom } from '@reeve/machinery';
import { Metrics } from '@reeve/runtime';
import { AggregatorRegistry, Counter, Histogram, Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';

const durations = 'rest_client_request_duration_seconds';
const requests = 'rest_client_requests_total';

/** A registry of ours, and one in which the library counts the same by itself. */
function both() {
  const [ours, theirs] = [new Registry(), new Registry()];
  const metrics = new Metrics({ registry: ours, process: false, requestDetails: true });
  const registers = [theirs];
  const help = 'How long the head of an answer takes.';
  const buckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];
  const histogram = new Histogram({ name: durations, help, labelNames: ['verb', 'host'], buckets, registers });
  const counted = { name: requests, help: 'Requests, by answer, method and host.', registers };
  const counter = new Counter({ ...counted, labelNames: ['code', 'method', 'host'] });
  return {
    ours,
    theirs,
    took(value: number, verb: string, host = 'a:6443') {
      metrics.requests.onMetric?.({ name: durations, labels: { verb, host }, value });
      histogram.observe({ verb, host }, value);
    },
    answered(code: string, host = 'a:6443', value = 1) {
      metrics.requests.onMetric?.({ name: requests, labels: { code, method: 'GET', host }, value });
      counter.inc({ code, method: 'GET', host }, value);
    },
  };
}

describe('what is counted', () => {
  test('reads as if the library had counted it', async () => {
    const { ours, theirs, took, answered } = both();
    const random = new SeededRandom(5);
    for (let times = 0; times < 500; times += 1) {
      took(random.next() ** 8 * 100, ['GET', 'PUT'][times % 2] ?? '');
      answered(['200', '404', '<error>'][times % 3] ?? '');
    }
    for (const bound of [0, 0.005, 60, 61]) took(bound, 'GET');
    answered('200', 'quotes " and \\ and\nlines', 3);
    for (const name of [durations, requests]) {
      expect(await ours.getSingleMetricAsString(name)).toBe(await theirs.getSingleMetricAsString(name));
    }
  });

  test('reads so in the newer format, which names counters otherwise', async () => {
    const { ours, theirs, took, answered } = both();
    took(0.2, 'GET');
    answered('200');
    for (const registry of [ours, theirs]) registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE as never);
    const linesOf = async (registry: Registry) =>
      (await registry.metrics()).split('\n').filter((line) => /rest_client_requests|duration_seconds/.test(line));
    const [our, their] = [await linesOf(ours), await linesOf(theirs)];
    for (const line of their) expect(our).toContain(line);
    expect(our).toContain('rest_client_requests_total{code="200",method="GET",host="a:6443"} 1');
  });

  test('begins anew when the registry is reset, for whoever goes on counting', async () => {
    const { ours, answered, took } = both();
    for (let times = 0; times < 3; times += 1) {
      answered('200');
      took(0.2, 'GET');
    }
    ours.resetMetrics();
    answered('200');
    took(0.3, 'GET');
    const text = await ours.metrics();
    expect(text).toContain('rest_client_requests_total{code="200",method="GET",host="a:6443"} 1');
    expect(text).toContain('rest_client_request_duration_seconds_sum{verb="GET",host="a:6443"} 0.3');
    expect(text).toContain('rest_client_request_duration_seconds_count{verb="GET",host="a:6443"} 1');
  });

  test('adds up over the processes of a cluster', async () => {
    const [one, other] = [both(), both()];
    one.answered('200');
    one.took(0.2, 'GET');
    other.answered('200', 'a:6443', 2);
    other.took(0.01, 'GET');
    const parts = [await one.ours.getMetricsAsJSON(), await other.ours.getMetricsAsJSON()];
    const text = await AggregatorRegistry.aggregate(parts).metrics();
    expect(text).toContain('rest_client_requests_total{code="200",method="GET",host="a:6443"} 3');
    expect(text).toContain('rest_client_request_duration_seconds_bucket{le="0.025",verb="GET",host="a:6443"} 1');
    expect(text).toContain('rest_client_request_duration_seconds_count{verb="GET",host="a:6443"} 2');
  });
});

describe('a gauge of an informer', () => {
  const labels = { name: 'manager', group: '', version: 'v1', resource: 'pods' };
  const line = 'informer_store_objects{name="manager",group="",version="v1",resource="pods"}';

  test('is looked at when somebody reads it, is left out while there is nothing to tell, and goes with it', async () => {
    const metrics = new Metrics({ process: false });
    let objects: number | undefined;
    const gauge = metrics.informers.gauge('informer_store_objects', labels, () => objects);
    expect(await metrics.text()).not.toContain(line);
    objects = 3;
    expect(await metrics.text()).toContain(`${line} 3`);
    objects = 4;
    expect(await metrics.text()).toContain(`${line} 4`);
    gauge.remove();
    expect(await metrics.text()).not.toContain(line);
  });

  test('stays when another manager that shares the metrics has taken it over', async () => {
    const metrics = new Metrics({ process: false });
    const first = metrics.informers.gauge('informer_store_objects', labels, () => 1);
    const second = metrics.informers.gauge('informer_store_objects', labels, () => 2);
    first.remove();
    expect(await metrics.text()).toContain(`${line} 2`);
    second.remove();
    expect(await metrics.text()).not.toContain(line);
  });
});
